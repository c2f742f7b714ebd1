/// The blocks of a WavPack file, each of which says where it stands (WavPack 4 and 5 file format, section 2).
struct WavPackStructure {
  /// The number of the first sample that is missing or repeated; nil if every block follows the one before it.
  private(set) var firstHole: Int64?

  /// - Throws: what `read` throws.
  init(read: @escaping ByteReading) throws(LibAVError) {
    let ahead = ReadAhead(read)
    var (position, next): (Int64, Int64?) = (try WavPackStructure.lengthOfTag(ahead), nil)
    while firstHole == nil {
      let head = try ahead.bytes(at: position, count: 32)
      guard head.count == 32, head.starts(with: "wvpk".utf8) else { return }
      let (count, flags) = (Int64(littleEndian: head[20..<24]), Int64(littleEndian: head[24..<28]))
      // Of more than two channels all but the first pair stand in blocks of their own, at the same place.
      if count > 0, flags & WavPackStructure.begins != 0 {
        let index = Int64(head[10]) << 32 | Int64(littleEndian: head[16..<20])
        // A file that knows its whole length begins with the first sample.
        let expected = next ?? (Int64(littleEndian: head[12..<16]) == WavPackStructure.unknown ? index : 0)
        if index != expected { firstHole = min(index, expected) }
        next = index + count
      }
      position += 8 + Int64(littleEndian: head[4..<8])
    }
  }

  private static let begins: Int64 = 0x800
  private static let unknown: Int64 = 0xFFFF_FFFF

  /// The length of the ID3v2 tag at the beginning of the file, in bytes; 0 if there is none.
  private static func lengthOfTag(_ ahead: ReadAhead) throws(LibAVError) -> Int64 {
    let head = try ahead.bytes(at: 0, count: 10)
    guard head.count == 10, head.starts(with: "ID3".utf8) else { return 0 }
    return 10 + head[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
  }
}
