/// The blocks of a WavPack file, each of which says where it stands (WavPack 4 and 5 file format, section 2).
struct WavPackStructure {
  /// The number of the first sample that is missing, or that stands twice; nil if all blocks are in their places.
  private(set) var firstHole: Int64?

  /// - Throws: what `read` throws.
  init(read: @escaping ReadAhead.Reading) throws(LibAVError) {
    let ahead = ReadAhead(read)
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } }
    var (position, next): (Int64, Int64?) = (try WavPackStructure.length(ofTagAt: 0, ahead), nil)
    while firstHole == nil {
      let head = try ahead.bytes(at: position, count: 32)
      guard head.count == 32, head.starts(with: "wvpk".utf8) else { return }
      let (count, flags) = (number(head[20..<24]), number(head[24..<28]))
      // Of more than two channels all but the first pair stand in blocks of their own, at the same place.
      if count > 0, flags & WavPackStructure.begins != 0 {
        let index = Int64(head[10]) << 32 | number(head[16..<20])
        // Who knew how long the whole is did not begin within it.
        let expected = next ?? (number(head[12..<16]) == WavPackStructure.unknown ? index : 0)
        if index != expected { firstHole = min(index, expected) }
        next = index + count
      }
      position += 8 + number(head[4..<8])
    }
  }

  private static let begins: Int64 = 0x800
  private static let unknown: Int64 = 0xFFFF_FFFF

  /// The number of bytes of a tag (ID3v2) that some programs put before everything; 0 if there is none.
  private static func length(ofTagAt position: Int64, _ ahead: ReadAhead) throws(LibAVError) -> Int64 {
    let head = try ahead.bytes(at: position, count: 10)
    guard head.count == 10, head.starts(with: "ID3".utf8) else { return 0 }
    return 10 + head[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
  }
}
