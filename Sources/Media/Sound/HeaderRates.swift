/// The sample rates in the headers of frames of sound without a container. Where they change, libavformat's clock is off,
/// since it goes on counting at the first rate for some frames or for all of them.
struct HeaderRates {
  private var first: UInt8?
  /// True once a packet had another rate than the first one.
  private(set) var haveChanged = false

  init() {}

  /// Nil for formats with a clock of their own.
  init?(format: String) {
    guard ["aac", "mp3", "ac3", "eac3"].contains(format) else { return nil }
  }

  mutating func note(_ packet: Packet) {
    guard let rate = HeaderRates.rate(packet.bytes) else { return }
    haveChanged = haveChanged || rate != first ?? rate
    first = first ?? rate
  }

  /// The sample rate that the header of a frame of MPEG's layers says; nil if there is none. Libavcodec's decoders say of
  /// the first frame at another rate that it is at the one before.
  static func ofLayers(_ packet: Packet) -> Int? {
    let bytes = packet.bytes
    guard bytes.count > 3, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x06 != 0 else { return nil }
    let (version, index) = (bytes[1] >> 3 & 3, Int(bytes[2] >> 2 & 3))
    guard version != 1, index < 3 else { return nil }
    return [44100, 48000, 32000][index] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
  }

  /// The bits that tell the rate; nil if the bytes begin with no header.
  private static func rate(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard bytes.count > 4 else { return nil }
    // ADTS, with an index of four bits; then MPEG's layers, with one of two beside their version; then AC-3.
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return bytes[2] & 0x3C }
    if bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 { return bytes[1] & 0x18 | bytes[2] >> 2 & 3 }
    if bytes[0] == 0x0B, bytes[1] == 0x77 { return bytes[4] & 0xC0 }
    return nil
  }
}
