/// The size that a file says that it has, or that its frames have, in containers whose lengths in seconds are rounded.
enum StatedSize {
  /// Whether a file is shorter than it says; false if it says nothing.
  /// - Throws: what `read` throws.
  static func isMissed(in format: String, length: Int64, read: ByteReading) throws(LibAVError) -> Bool {
    let stated: Int64? =
      switch format {
      case "flv": flash(try read(0, 1 << 16))
      case "asf": try windowsMedia(read)
      default: nil
      }
    return stated.map { $0 > length } ?? false
  }

  /// The number `filesize` of the metadata, a number of eight bytes (Adobe Flash Video File Format 10.1, annex E).
  private static func flash(_ bytes: [UInt8]) -> Int64? {
    let key = [0, 8] + Array("filesize".utf8) + [0]
    guard let end = bytes.firstRange(of: key)?.upperBound, end + 8 <= bytes.count else { return nil }
    let bits = UInt64(bitPattern: Int64(bigEndian: bytes[end..<(end + 8)]))
    return Int64(exactly: Double(bitPattern: bits).rounded())
  }

  /// Where the data end that follow the header (Advanced Systems Format, 3.2 and 5.1); nil for a broadcast, which does
  /// not know.
  private static func windowsMedia(_ read: ByteReading) throws(LibAVError) -> Int64? {
    let beginning = try read(0, 1 << 16)
    guard beginning.count >= 24 else { return nil }
    let header = Int64(littleEndian: beginning[16..<23])
    if let properties = beginning.firstRange(of: [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11])?.lowerBound,
      properties + 89 <= beginning.count, beginning[properties + 88] & 1 != 0
    {
      return nil
    }
    guard (30...1 << 28).contains(header) else { return nil }
    let data = try read(header, 24)
    guard data.count == 24, data.starts(with: [0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) else { return nil }
    let size = Int64(littleEndian: data[16..<23])
    return (50...1 << 50).contains(size) ? header + size : nil
  }
}
