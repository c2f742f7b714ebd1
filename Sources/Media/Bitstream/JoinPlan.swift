import CFFmpeg
package import TimelineModel

/// How packets from several sources and encoders live together in one track.
///
/// A decoder finds a picture's parameter sets by number. Where the parts' numbers differ, all sets stand in the track's
/// header. Where they collide, each key frame brings its own, so that decoding may begin at any of them.
package struct JoinPlan: Hashable, Sendable, Codable {
  package enum Delivery: String, Hashable, Sendable, Codable {
    /// The packets stay as they are, or hold no parameter sets.
    case outOfBand
    /// Every key frame begins with its parameter sets.
    case inBand
  }

  package let delivery: Delivery
  /// The number that the encoder of the other parts is to give its parameter sets; nil where it has no say.
  package let parameterSetID: Int?
  /// The sources that are copied, those with equal headers once.
  private let sources: [StreamParameters]

  /// `sources` are the parameters of all streams that packets are copied from, in the order of the track; `encodes`
  /// says that the track has encoded parts as well. Throws where the sources cannot stand in one track.
  package init(sources: [StreamParameters], encodes: Bool) throws(LibAVError) {
    guard let first = sources.first else { throw JoinPlan.failure("there is no source to copy from") }
    for other in sources { try JoinPlan.requireLikeness(first, other) }
    self.sources = sources.reduce(into: []) { kept, source in
      if !kept.contains(where: { $0.extradata == source.extradata }) { kept.append(source) }
    }
    guard let codec = NALCodec(first.codec) else {
      (delivery, parameterSetID) = (.outOfBand, nil)
      return
    }
    let families = try self.sources.map { source throws(LibAVError) in
      Set(try ParameterSets(codec: codec, extradata: source.extradata).sets)
    }
    guard !families.contains(where: \.isEmpty) else { throw JoinPlan.failure("a source has no parameter sets") }
    guard !families.contains(where: JoinPlan.collide) else {
      throw JoinPlan.failure("a source's headers hold two parameter sets of one number")
    }
    let sets = Set(families.joined())
    let isOneFamily = Set(families).count == 1
    let free = codec == .h264 ? JoinPlan.freeID(beside: sets) : nil
    let canStandInHeader: Bool =
      switch codec {
      case .h264:
        !JoinPlan.collide(sets) && sets.count(where: { $0.kind == .sequence }) < 31 && (!encodes || free != nil)
      // x265 numbers its sets from 0 like everyone else.
      case .hevc: isOneFamily && !encodes
      }
    delivery = canStandInHeader ? .outOfBand : .inBand
    parameterSetID = encodes ? free : nil
  }

  /// Returns the sample entry name of a track with parameter sets in its packets, `avc3` or `hev1`; `nil` if the track has
  /// none there, or if the container has no sample entries.
  package func sampleEntry(in container: OutputSettings.Container) -> String? { container == .mkv ? nil : tag }

  private var tag: String? {
    guard delivery == .inBand, let codec = NALCodec(sources[0].codec) else { return nil }
    return codec == .h264 ? "avc3" : "hev1"
  }

  /// What the muxer has to know of the track. `encoded` are the parameters of its encoded parts.
  package func parameters(joining encoded: [StreamParameters] = []) throws(LibAVError) -> StreamParameters {
    let parts = sources + encoded
    for part in parts { try JoinPlan.requireLikeness(sources[0], part) }
    var track = sources[0]
    track.tag = tag ?? track.tag
    track.level = parts.map(\.level).max()!
    guard let codec = NALCodec(track.codec) else { return track }
    let families = try parts.map { part throws(LibAVError) in
      try ParameterSets(codec: codec, extradata: part.extradata)
    }
    switch (codec, delivery) {
    case (.h264, .outOfBand):
      let sets = families.flatMap(\.sets).reduce(into: [ParameterSet]()) { sets, set in
        if !sets.contains(set) { sets.append(set) }
      }
      guard !JoinPlan.collide(Set(sets)) else {
        throw JoinPlan.failure("an encoded part's parameter sets have the number of a source's")
      }
      track.extradata = try DecoderConfiguration.avc(sets)
      track.profile = Int32(track.extradata[1])
    case (.h264, .inBand):
      track.extradata = try DecoderConfiguration.avc(families[0].sets, besides: families.dropFirst().flatMap(\.sets))
      track.profile = Int32(track.extradata[1])
    case (.hevc, _):
      track.extradata = try DecoderConfiguration.hevc(families[0], besides: families.dropFirst().flatMap(\.sets))
      track.profile = Int32(track.extradata[1] & 0x1F)
    }
    return track
  }

  /// What brings the packets of an encoded part, or of a source, into the track's form.
  package func formatter(for part: StreamParameters) throws(LibAVError) -> PacketFormatter {
    try JoinPlan.requireLikeness(sources[0], part)
    return try PacketFormatter(codec: part.codec, extradata: part.extradata, delivery: delivery)
  }
}

extension JoinPlan {
  private static func requireLikeness(_ a: StreamParameters, _ b: StreamParameters) throws(LibAVError) {
    guard a.codec == b.codec else { throw failure("the parts are \(a.codec) and \(b.codec)") }
    guard case .video(let left) = a.medium, case .video(let right) = b.medium else {
      throw failure("only pictures can be joined")
    }
    guard left.size == right.size else { throw failure("the parts are \(left.size) and \(right.size)") }
    guard left.pixelFormat == right.pixelFormat else {
      throw failure("the parts are \(left.pixelFormat) and \(right.pixelFormat)")
    }
    // Key frames of VP9 and AV1 bring their own headers. Those of others stand in the track's, which has but one.
    guard ["h264", "hevc", "vp9", "av1"].contains(a.codec) || a.extradata == b.extradata else {
      throw failure("the parts' headers differ")
    }
    let isToldByTag = StreamParameters.codecsToldByTag.contains(a.codec)
    guard !isToldByTag || a.encoderTag == b.encoderTag else { throw failure("the parts' tags differ") }
    // Libavcodec shows garbage where one follows the other.
    guard a.isLosslessH264 == b.isLosslessH264 else { throw failure("one part is lossless and another is not") }
  }

  /// Two different sets with one number.
  private static func collide(_ sets: Set<ParameterSet>) -> Bool {
    Set(sets.map { [UInt32($0.kind.rawValue), $0.id] }).count < sets.count
  }

  /// The least number from 1 that neither a sequence's nor a picture's set has; x264 gives both the same.
  private static func freeID(beside sets: Set<ParameterSet>) -> Int? {
    let taken = Set(sets.map(\.id))
    return (1...31).first { !taken.contains(UInt32($0)) }
  }

  private static func failure(_ text: String) -> LibAVError {
    LibAVError(call: "join", code: cff_error_invalid_argument, text: text)
  }
}

extension StreamParameters {
  /// Whether it is a stream of H.264 whose headers allow lossless frames.
  package var isLosslessH264: Bool {
    guard codec == "h264", let sets = try? ParameterSets(codec: .h264, extradata: extradata).sets else { return false }
    return sets.contains { $0.kind == .sequence && H264SequenceFacts($0.unit).bypassesTransform }
  }
}
