import CFFmpeg
import TimelineModel

/// Says of each packet of a stream, in decoding order, whether decoding may begin there, as its bits prove.
struct AccessInspector {
  struct Finding: Hashable {
    var access: PacketFacts.Access
    /// The packet brings parameter sets that the stream's headers do not hold, so that it can only be decoded in its
    /// own stream.
    var bringsOwnSets = false
    /// Whether the packet refers to such parameter sets, brought by itself or by an earlier packet.
    var usesOwnSets = false
  }

  private let codec: AVCodecID
  private let isIntraOnly: Bool
  /// Whether the container has one header for all packets.
  private let hasCertainHeaders: Bool
  /// The header of the stream's first keyframe; `nil` until there is one.
  var first: PictureHeader?
  /// Nil where the codec is not made of NAL units.
  private let header: ParameterSets?
  private let known: Set<ParameterSet>
  private let hasHeaders: Bool
  /// The parameter sets that a decoder would have received by now.
  private var inForce: ActiveSets
  private var usesOwnSets = false
  /// Whether the header of the last keyframe differs from `first`.
  private var usesOtherPicture = false

  /// - Parameter hasSeveralHeaders: Whether the container has several headers for the packets.
  init(_ parameters: AVCodecParameters, hasSeveralHeaders: Bool = false) {
    hasCertainHeaders = !hasSeveralHeaders
    codec = parameters.codec_id
    let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
    isIntraOnly = properties & AV_CODEC_PROP_INTRA_ONLY != 0
    let nal = NALCodec(String(cString: avcodec_get_name(codec)))
    header = nal.flatMap { try? ParameterSets(codec: $0, extradata: parameters.headers) }
    known = Set(header?.sets ?? [])
    inForce = ActiveSets(header?.sets ?? [])
    hasHeaders = !parameters.headers.isEmpty
  }

  /// Forgets what came before, for a seek.
  mutating func reset() {
    inForce = ActiveSets(header?.sets ?? [])
    (usesOwnSets, usesOtherPicture) = (false, false)
  }

  mutating func inspect(_ bytes: UnsafeBufferPointer<UInt8>, isKey: Bool) -> Finding {
    var finding = find(bytes, isKey: isKey)
    if finding.access == .clean, PictureHeader.exists(in: codec) {
      let header = PictureHeader(bytes, codec: codec)
      first = first ?? header
      usesOtherPicture = header == nil || header != first
    }
    if usesOtherPicture || !hasCertainHeaders {
      finding.usesOwnSets = true
      if finding.access != .none { finding.access = .claimed }
    }
    return finding
  }

  private mutating func find(_ bytes: UnsafeBufferPointer<UInt8>, isKey: Bool) -> Finding {
    let claimed: PacketFacts.Access = isKey ? .claimed : .none
    switch codec {
    case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC:
      guard let header, !known.isEmpty else { return Finding(access: claimed) }
      return inspectUnits(of: bytes, header: header, claimed: claimed)
    case AV_CODEC_ID_VP9: return Finding(access: KeyFrameProof.isVP9(bytes) ? .clean : claimed)
    case AV_CODEC_ID_AV1: return Finding(access: KeyFrameProof.isAV1(bytes) ? .clean : claimed)
    // Without headers of the stream each key frame has its own, and no decoder takes others behind them.
    case AV_CODEC_ID_FFV1: return Finding(access: hasHeaders && KeyFrameProof.isFFV1(bytes) ? .clean : claimed)
    default:
      // A frame may have another size or other planes than the one before it if it says so itself.
      let isKnown = PictureHeader.exists(in: codec) || AccessInspector.lacksFrameHeaders.contains(codec.rawValue)
      return Finding(access: isIntraOnly && isKey && isKnown ? .clean : claimed)
    }
  }

  /// Codecs without references between frames whose frames are what the container's header says they are.
  private static let lacksFrameHeaders = Set(
    [
      AV_CODEC_ID_RAWVIDEO, AV_CODEC_ID_V210, AV_CODEC_ID_V308, AV_CODEC_ID_V408, AV_CODEC_ID_V410, AV_CODEC_ID_YUV4,
      AV_CODEC_ID_R210, AV_CODEC_ID_HUFFYUV, AV_CODEC_ID_FFVHUFF, AV_CODEC_ID_UTVIDEO, AV_CODEC_ID_ASV1, AV_CODEC_ID_ASV2,
    ].map(\.rawValue))

  /// All slices of a picture are of one kind, so the first one tells. Each may refer to a parameter set of its own;
  /// those come before it.
  private mutating func inspectUnits(
    of bytes: UnsafeBufferPointer<UInt8>, header: ParameterSets, claimed: PacketFacts.Access
  ) -> Finding {
    var access = claimed
    var (bringsOwn, hasSlice) = (false, false)
    var offset = 0
    while let unit = header.framing.next(in: bytes, from: &offset) {
      let type = header.codec.type(bytes[unit.lowerBound])
      if let set = ParameterSet(bytes[unit], codec: header.codec) {
        inForce.take(set)
        if !known.contains(set) { bringsOwn = true }
      } else if header.codec.isSlice(type) {
        if !hasSlice { access = AccessInspector.access(ofSlice: type, codec: header.codec) ?? claimed }
        let number = ParameterSet.number(inSlice: bytes[unit], codec: header.codec)
        let isOwn = !inForce.areOfHeader(ofPicture: number, codec: header.codec)
        usesOwnSets = isOwn || hasSlice && usesOwnSets
        hasSlice = true
        // The next start code is far away.
        if header.framing == .annexB, inForce.hasOnePicture { break }
      }
    }
    if usesOwnSets, access != .none { access = .claimed }
    return Finding(access: access, bringsOwnSets: bringsOwn, usesOwnSets: usesOwnSets)
  }

  private static func access(ofSlice type: UInt8, codec: NALCodec) -> PacketFacts.Access? {
    switch (codec, type) {
    case (.h264, 5), (.hevc, 19...20): .clean
    case (.hevc, 16...18), (.hevc, HEVCUnit.cleanRandomAccess): .trailing
    default: nil
    }
  }
}

/// The parameter sets that a decoder uses: the last one received of each kind and number.
private struct ActiveSets {
  private struct Number: Hashable {
    var kind: ParameterSet.Kind
    var id: UInt32
  }

  private let header: Set<ParameterSet>
  private var sets: [Number: ParameterSet] = [:]
  /// The numbers that several sets of the headers share. A joined track would contain only the last of them.
  private var doubtful: Set<Number> = []
  /// The results of `areOfHeader`, by the number of the picture parameter set.
  private var findings: [UInt32: Bool] = [:]

  init(_ header: [ParameterSet]) {
    self.header = Set(header)
    for set in header {
      let number = Number(kind: set.kind, id: set.id)
      if let other = sets[number], other != set { doubtful.insert(number) }
      sets[number] = set
    }
  }

  /// Whether all slices can only refer to one picture parameter set.
  var hasOnePicture: Bool { sets.keys.count { $0.kind == .picture } < 2 }

  mutating func take(_ set: ParameterSet) {
    let number = Number(kind: set.kind, id: set.id)
    guard sets[number] != set else { return }
    sets[number] = set
    findings = [:]
  }

  /// Whether a picture uses only parameter sets of the headers.
  /// - Parameter id: The number of the picture parameter set that its slices refer to.
  mutating func areOfHeader(ofPicture id: UInt32, codec: NALCodec) -> Bool {
    if let known = findings[id] { return known }
    var next: Number? = Number(kind: .picture, id: id)
    while let number = next {
      guard !doubtful.contains(number), let set = sets[number], header.contains(set) else {
        findings[id] = false
        return false
      }
      next = set.reference(in: codec).map { Number(kind: $0.kind, id: $0.id) }
    }
    findings[id] = true
    return true
  }
}

/// Key frames of the codecs whose frames say in their first bits what they are.
enum KeyFrameProof {
  /// A frame header that begins with marker, profile, show_existing_frame 0, frame_type 0, and the sync code behind the
  /// byte. In a superframe it is the first frame's. A key frame fills every reference.
  static func isVP9(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count > 4, bytes[0] & 0xC0 == 0x80 else { return false }
    let isProfile3 = bytes[0] & 0x30 == 0x30
    guard bytes[0] & (isProfile3 ? 0x0E : 0x0C) == 0 else { return false }
    let code = bytes[1...4].reduce(UInt64(bytes[0])) { $0 << 8 | UInt64($1) }
    // Behind show_frame and error_resilient_mode, which end the byte but for the reserved bit of profile 3.
    return code >> (isProfile3 ? 7 : 8) & 0xFF_FFFF == 0x49_8342
  }

  /// A sequence header, and then a first frame that is a key frame and shown at once.
  static func isAV1(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var offset = 0
    var hasSequenceHeader = false
    var isStillPicture = false
    while let unit = OpenBitstreamUnit(in: bytes, at: &offset) {
      switch unit.type {
      case .sequenceHeader:
        hasSequenceHeader = true
        // Three bits of profile, still_picture, reduced_still_picture_header.
        isStillPicture = bytes[unit.payload].first.map { $0 & 0x08 != 0 } ?? false
      case .frameHeader, .frame:
        guard hasSequenceHeader, let first = bytes[unit.payload].first else { return false }
        // show_existing_frame, two bits of frame_type, show_frame.
        return isStillPicture || first & 0xF0 == 0x10
      case .other: continue
      }
    }
    return false
  }

  /// Returns the sequence header of an AV1 packet, or `nil` if the packet has none.
  static func sequenceHeader(ofAV1 bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var offset = 0
    while let unit = OpenBitstreamUnit(in: bytes, at: &offset) {
      if unit.type == .sequenceHeader { return Array(bytes[unit.payload]) }
    }
    return nil
  }

  /// The key frame's bit is the first that the range coder gives, at even odds.
  static func isFFV1(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count > 2 && (Int(bytes[0]) << 8 | Int(bytes[1])) >= 0x7F80
  }
}

/// One unit of AV1's low-overhead format.
private struct OpenBitstreamUnit {
  enum Kind {
    case sequenceHeader
    case frameHeader
    case frame
    case other
  }

  let type: Kind
  let payload: Range<Int>

  /// The unit at `offset`, which moves behind it; nil at the end and where the bytes are none.
  init?(in bytes: UnsafeBufferPointer<UInt8>, at offset: inout Int) {
    guard offset < bytes.count else { return nil }
    let header = bytes[offset]
    var start = offset + (header & 4 != 0 ? 2 : 1)
    var size = bytes.count - start
    if header & 2 != 0 {
      size = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard start < bytes.count else { return nil }
        size |= Int(bytes[start] & 0x7F) << shift
        start += 1
        if bytes[start - 1] & 0x80 == 0 { break }
      }
    }
    guard size >= 0, size <= bytes.count - start else { return nil }
    switch header >> 3 & 0x0F {
    case 1: type = .sequenceHeader
    case 3: type = .frameHeader
    case 6: type = .frame
    default: type = .other
    }
    payload = start..<start + size
    offset = payload.upperBound
  }
}
