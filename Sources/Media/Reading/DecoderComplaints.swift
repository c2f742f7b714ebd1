import CFFmpeg
import Glibc
import Synchronization

/// What a decoder logs as an error while it gives a picture or a sound all the same.
///
/// Many decoders of libavcodec patch up what they cannot read, log it, and return success. The log tells of which packet
/// a line is by `AVCodecContext.opaque`, which a decoder with frame threads copies with each packet.
final class DecoderComplaints: Sendable {
  private struct State {
    /// The times of the packets that were sent last, each at its number modulo their count.
    var times = [Int64?](repeating: nil, count: DecoderComplaints.mostInFlight)
    /// The number of packets that were sent.
    var count = 0
    var lines: [Int64: String] = [:]
    /// The numbers of the key frames that were sent last, each with that of the first packet from there on that lacks a
    /// picture it refers to.
    var groups: [(key: Int, firstComplaint: Int?)] = [(0, nil)]
  }

  private let state = Mutex(State())
  private let identity: Int
  private let codec: AVCodecID

  /// Nil if what the decoder of a codec logs tells nothing, or if it returns an error wherever it logs one.
  init?(_ codec: AVCodecID) {
    let properties = avcodec_descriptor_get(codec).map(\.pointee.props) ?? 0
    let isLossless = properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
    // Descriptors say of all sound that no packet needs another.
    let standsAlone = avcodec_get_type(codec) == AVMEDIA_TYPE_VIDEO && properties & AV_CODEC_PROP_INTRA_ONLY != 0
    let isOld = DecoderComplaints.withoutPatching.contains(codec.rawValue)
    guard isLossless || standsAlone || isOld || DecoderComplaints.ofReferences[codec.rawValue] != nil else {
      return nil
    }
    self.codec = codec
    identity = DecoderComplaints.register()
    DecoderComplaints.all.withLock { $0.decoders[identity] = Weak(complaints: self) }
  }

  deinit { DecoderComplaints.all.withLock { $0.decoders[identity] = nil } }

  /// Codecs of which pictures refer to others, and whose decoders log nothing but what they cannot read.
  private static let withoutPatching = Set(
    [
      AV_CODEC_ID_H261, AV_CODEC_ID_MSVIDEO1, AV_CODEC_ID_WMV1, AV_CODEC_ID_WMV2, AV_CODEC_ID_THEORA, AV_CODEC_ID_SNOW,
      AV_CODEC_ID_FLASHSV, AV_CODEC_ID_FLASHSV2, AV_CODEC_ID_CINEPAK, AV_CODEC_ID_SVQ1, AV_CODEC_ID_SVQ3,
    ].map(\.rawValue))

  /// The lines that tell that a reference picture is missing, by codec. Decoders of these codecs also log errors that do
  /// not change the picture, so no other line counts. Each is the part of the line before its numbers.
  private static let ofReferences: [UInt32: [String]] = [
    AV_CODEC_ID_HEVC.rawValue: ["Could not find ref with POC"],
    AV_CODEC_ID_H264.rawValue: ["co located POCs unavailable", "Missing reference picture"],
  ]

  /// Parts of lines that complain of metadata, such as EXIF, and not of the picture.
  private static let harmless = ["unable to decode APP fields", "invalid TIFF header in EXIF", "invalid TIFF header in Exif",
    "Could not decode ICC"]

  // MARK: Packets

  /// The value of `AVCodecContext.opaque` for the next packet.
  func mark(forPacketAt time: Int64?, isKey: Bool) -> UnsafeMutableRawPointer? {
    let number = state.withLock { state in
      state.count += 1
      if isKey {
        state.groups.append((state.count, nil))
        if state.groups.count > DecoderComplaints.mostInFlight { state.groups.removeFirst() }
      }
      state.times[state.count % state.times.count] = time
      return state.count
    }
    return UnsafeMutableRawPointer(bitPattern: identity << 32 | number & 0xFFFF_FFFF)
  }

  /// What was logged of the packet with a time, which is then forgotten; nil if nothing was.
  func take(at time: Int64?) -> String? {
    guard let time else { return nil }
    return state.withLock { $0.lines.removeValue(forKey: time) }
  }

  /// Whether a packet that was sent before the one with a time, and not before a key frame, lacked a picture that it
  /// refers to: the decoder makes one up and says nothing where it is referred to again. In the order of presentation
  /// the later of the two may be the first.
  func follows(at time: Int64?) -> Bool {
    guard let time, DecoderComplaints.ofReferences[codec.rawValue] != nil else { return false }
    return state.withLock { state in
      guard state.groups.contains(where: { $0.firstComplaint != nil }) else { return false }
      let recent = max(0, state.count - state.times.count + 1)...state.count
      guard let number = recent.last(where: { state.times[$0 % state.times.count] == time }) else { return false }
      return state.groups.last { $0.key <= number }?.firstComplaint.map { $0 <= number } ?? false
    }
  }

  /// Forgets what was logged, for a seek.
  func reset() {
    state.withLock { state in
      state.lines = [:]
      state.groups = [(state.count, nil)]
    }
  }

  private func note(_ line: String, packet number: Int) {
    state.withLock { state in
      guard state.count - number < state.times.count, let time = state.times[number % state.times.count] else { return }
      state.lines[time] = state.lines[time] ?? line
      guard let group = state.groups.lastIndex(where: { $0.key <= number }) else { return }
      state.groups[group].firstComplaint = min(state.groups[group].firstComplaint ?? number, number)
    }
  }

  /// More than any decoder keeps.
  private static let mostInFlight = 256

  // MARK: The log

  private struct Registry {
    var decoders: [Int: Weak] = [:]
    var last = 0
  }

  private struct Weak {
    weak var complaints: DecoderComplaints?
  }

  private static let all = Mutex(Registry())

  private static func register() -> Int {
    all.withLock { registry in
      // Numbers come again after two thousand million decoders.
      registry.last = registry.last % 0x7FFF_FFFF + 1
      return registry.last
    }
  }

  /// The packet that libav logs something about, as `mark` has it; 0 if it is not of a decoder that is asked for its
  /// complaints.
  /// - Parameter object: What libav logs it for; nil if that is not told.
  static func packet(of object: UnsafeMutableRawPointer?) -> UInt {
    guard let object, let table = object.load(as: UnsafePointer<AVClass>?.self),
      strcmp(table.pointee.class_name, "AVCodecContext") == 0
    else { return 0 }
    return UInt(bitPattern: object.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque)
  }

  /// Keeps an error that libavcodec logs about a packet.
  static func keep(_ line: String, of packet: UInt) {
    guard packet != 0, let complaints = all.withLock({ $0.decoders[Int(packet >> 32)]?.complaints }) else { return }
    if complaints.counts(line) { complaints.note(line, packet: Int(packet & 0xFFFF_FFFF)) }
  }

  /// True if a line complains of metadata alone.
  /// - Parameter format: The line, with places for its numbers.
  static func isHarmless(_ format: UnsafePointer<CChar>) -> Bool { harmless.contains { strstr(format, $0) != nil } }

  /// Whether a line says that something of the picture or the sound is lost.
  private func counts(_ line: String) -> Bool {
    if let lines = DecoderComplaints.ofReferences[codec.rawValue] { return lines.contains(where: line.contains) }
    // Pictures of H.261 do not tell whether they are predicted.
    if codec == AV_CODEC_ID_H261, line.contains("first frame is no keyframe") { return false }
    return !DecoderComplaints.harmless.contains(where: line.contains)
  }
}
