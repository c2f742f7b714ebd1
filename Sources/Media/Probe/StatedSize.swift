/// The size that a file says that it has, or that its frames have, in containers whose lengths in seconds are rounded.
enum StatedSize {
  /// Whether a file is shorter than it says; false if it says nothing.
  /// - Throws: what `read` throws.
  static func isMissed(in format: String, length: Int64, read: ByteReading) throws(LibAVError) -> Bool {
    let stated: Int64? =
      switch format {
      case "flv": flash(try read(0, 1 << 16))
      case "asf": try windowsMedia(read)
      case "mp3": try layers(read, in: length)
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

  /// Where the frames end, by the first of them, which holds no sound but the numbers of what follows ("Xing" or "Info");
  /// nil if there is none, or if its number is that of the whole file with its tags.
  private static func layers(_ read: ByteReading, in length: Int64) throws(LibAVError) -> Int64? {
    let tag = try read(0, 10)
    let isTag = tag.count == 10 && tag.starts(with: "ID3".utf8)
    let start = isTag ? 10 + tag[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) } : 0
    let frame = try read(start, 64)
    guard frame.count == 64, frame[0] == 0xFF, frame[1] & 0xE0 == 0xE0 else { return nil }
    let (isFirstVersion, isMono) = (frame[1] & 0x18 == 0x18, frame[3] & 0xC0 == 0xC0)
    let place = 4 + (isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    let numbers = frame[place...]
    guard numbers.starts(with: "Xing".utf8) || numbers.starts(with: "Info".utf8), numbers[place + 7] & 2 != 0 else {
      return nil
    }
    let count = numbers[place + 7] & 1 != 0 ? 12 : 8
    let size = Int64(bigEndian: numbers[(place + count)..<(place + count + 4)])
    return [length, length - 128].contains(size) ? nil : start + size
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
