import CFFmpeg
import Glibc
import Platform
import TimelineModel

/// An encoder that is being set up or is open: pictures and sound share how options, packets and the end are handled.
final class EncoderContext {
  private var allocatedContext: UnsafeMutablePointer<AVCodecContext>?
  let codec: UnsafePointer<AVCodec>
  private let packet: Packet
  /// Those that came with a packet.
  private var lateHeaders: [UInt8] = []
  /// What its options say that is not theirs to say, and what libav warned of when it was opened.
  private(set) var misplaced: [String] = []
  private(set) var warnings: [String] = []
  /// True while it is open without having had a frame, where that matters.
  private var isWaiting = false

  /// Encoders that begin threads of their own, and wait for ever for one that could not be started; and about how many
  /// these are. SVT-AV1 takes more on machines with many processors and for large pictures.
  private static let ownThreads = ["libx265": 8, "libsvtav1": 64]

  init(_ name: String, medium: AVMediaType) throws(LibAVError) {
    guard let codec = avcodec_find_encoder_by_name(name), codec.pointee.type == medium else {
      throw LibAVError(
        call: "avcodec_find_encoder_by_name", code: cff_error_encoder_not_found,
        text: "there is no \(medium == AVMEDIA_TYPE_VIDEO ? "video" : "audio") encoder called \(name)")
    }
    self.codec = codec
    packet = try Packet()
    allocatedContext = try allocated("avcodec_alloc_context3", avcodec_alloc_context3(codec))
  }

  deinit { close() }

  /// Nothing can be asked of it after this.
  func close() {
    // SVT-AV1 waits for ever where it is closed without having had a picture, so it is left as it is then.
    if isWaiting { allocatedContext = nil }
    avcodec_free_context(&allocatedContext)
  }

  var context: UnsafeMutablePointer<AVCodecContext> { allocatedContext! }
  var name: String { String(cString: codec.pointee.name) }

  /// Opens it. Neither a version nor anything else that differs from run to run is to get into its bytes.
  func open(_ options: [String: String]) throws(LibAVError) {
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    // Else it prints what it does, and why it does not, to standard error.
    if name == "libsvtav1" { setenv("SVT_LOG", "0", 0) }
    LibAVLog.begin()
    misplaced = options.keys.sorted().filter { option in
      // An encoder's own option of a name comes first. As the number that all encoders share it would be computed.
      guard !hasOwnOption(option) else { return false }
      let meaning = StreamMeaning(context)
      av_opt_set(context, option, options[option], 0)
      return StreamMeaning(context) != meaning
    }
    let dictionary = try OptionDictionary(options)
    LibAVLog.listen()
    defer { warnings = LibAVLog.heard() }
    func open() throws(LibAVError) {
      _ = try working { () throws(LibAVError) in try libav(name, avcodec_open2(context, codec, &dictionary.pointer)) }
    }
    if let count = EncoderContext.ownThreads[name] {
      try WorkThread.insisting(on: count, failing: { LibAVError(call: name, withoutThreads: $0) }, open)
    } else {
      try open()
    }
    isWaiting = name == "libsvtav1"
    if let unknown = dictionary.contents.keys.min() {
      throw LibAVError(
        call: name, code: cff_error_option_not_found, text: "\(name) has no option called \(unknown)")
    }
  }

  private func hasOwnOption(_ name: String) -> Bool {
    codec.pointee.priv_class != nil && av_opt_find(context.pointee.priv_data, name, nil, 0, 0) != nil
  }

  /// Calls the encoder. Some read memory that they have not written, such as libx265 3.5 in the second of two passes.
  /// libx264 does not with `cpu-independent`, and clearing its memory would take two percent of its time.
  @discardableResult
  private func working<Result, Failure: Error>(_ call: () throws(Failure) -> Result) throws(Failure) -> Result {
    name.hasPrefix("libx264") ? try call() : try EmptyMemory.during(call)
  }

  /// What is amiss with options that it took.
  func complaints(of part: ExportFinding.Part, _ options: [String: String]) -> [ExportFinding] {
    let ignored = warnings.compactMap { words in
      EncoderParameters.list(in: options, ignoredBy: words).map {
        ExportFinding(part: part, words: words, kind: .ignored, options: [$0])
      }
    }
    return misplaced.map { ExportFinding(part: part, words: "`\($0)`", kind: .misplaced, options: [$0]) } + ignored
  }

  /// Sends one frame, or nil at the end, and gives the packets that are ready.
  func encode(_ frame: UnsafeMutablePointer<AVFrame>?, duration: Int64? = nil) throws(LibAVError) -> [EncodedPacket] {
    if frame != nil { isWaiting = false }
    try working { () throws(LibAVError) in try libav(name, avcodec_send_frame(context, frame)) }
    var packets: [EncodedPacket] = []
    while true {
      let code = working { avcodec_receive_packet(context, packet.pointer) }
      if code == cff_error_again || code == cff_error_eof { return packets }
      try libav(name, code)
      let pts = packet.pts ?? 0
      if lateHeaders.isEmpty { lateHeaders = Array(packet.headers) }
      packets.append(
        EncodedPacket(
          bytes: Array(packet.bytes), pts: pts, dts: packet.dts ?? pts, duration: duration ?? packet.duration,
          isKey: packet.isKey, addition: Array(packet.addition)))
    }
  }

  /// What decoders have to know beforehand; there once it is open, but for libaom's, which come with its first packet.
  var headers: [UInt8] {
    let early = UnsafeBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size))
    return early.isEmpty ? lateHeaders : Array(early)
  }

  func parameters(_ medium: StreamParameters.Medium) -> StreamParameters {
    let open = context.pointee
    var parameters = StreamParameters(
      codec: String(cString: avcodec_get_name(open.codec_id)),
      extradata: headers,
      profile: open.profile, level: open.level, bitRate: open.bit_rate, medium: medium)
    parameters.encoderTag = open.codec_tag == 0 ? nil : open.codec_tag
    return parameters
  }
}
