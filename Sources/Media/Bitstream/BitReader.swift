/// Reads the bits of a NAL unit behind its header, without the bytes that keep start codes from arising by chance.
/// What lies behind the end reads as zeros.
struct BitReader {
  private var bytes: [UInt8] = []
  private var position = 0

  init(_ unit: some Collection<UInt8>, skipping headerSize: Int) {
    var zeros = 0
    for byte in unit.dropFirst(headerSize) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
  }

  /// Creates a reader of bytes without emulation prevention, such as those of VP9.
  init(plain bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  var isPastEnd: Bool { position > bytes.count * 8 }

  mutating func bit() -> UInt32 {
    defer { position += 1 }
    guard position < bytes.count * 8 else { return 0 }
    return UInt32(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
  }

  mutating func bits(_ count: Int) -> UInt32 {
    (0..<count).reduce(0) { value, _ in value << 1 | bit() }
  }

  mutating func skip(_ count: Int) { position += count }

  /// An unsigned number in Exp-Golomb code, ue(v).
  mutating func exponential() -> UInt32 {
    var zeros = 0
    while zeros < 32, !isPastEnd, bit() == 0 { zeros += 1 }
    guard zeros < 32 else { return .max }
    return (1 << zeros) - 1 + bits(zeros)
  }
}
