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
    let bits = bytes[end..<(end + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int64(exactly: Double(bitPattern: bits).rounded())
  }

  /// Where the data end that follow the header (Advanced Systems Format, 5.1). A broadcast does not know.
  private static func windowsMedia(_ read: ByteReading) throws(LibAVError) -> Int64? {
    func number(at place: Int64) throws(LibAVError) -> Int64? {
      let bytes = try read(place, 8)
      return bytes.count == 8 ? Int64(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) : nil
    }
    guard let header = try number(at: 16), (30...1 << 28).contains(header),
      try read(header, 16).starts(with: [0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
      let data = try number(at: header + 16), (50...1 << 50).contains(data)
    else { return nil }
    return header + data
  }
}
