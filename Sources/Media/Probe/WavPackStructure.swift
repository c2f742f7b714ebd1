/// The blocks of a WavPack file, each of which says where it stands (WavPack 4 and 5 file format, section 2).
struct WavPackStructure {
  /// The number of the first sample that is missing, or that stands twice; nil if all blocks are in their places.
  private(set) var firstHole: Int64?

  /// - Throws: what `read` throws.
  init(read: @escaping ReadAhead.Reading) throws(LibAVError) {
    let ahead = ReadAhead(read)
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } }
    var (position, next): (Int64, Int64?) = (0, nil)
    while firstHole == nil {
      let head = try ahead.bytes(at: position, count: 32)
      guard head.count == 32, head.starts(with: "wvpk".utf8) else { return }
      let (count, flags) = (number(head[20..<24]), number(head[24..<28]))
      // Of more than two channels all but the first pair stand in blocks of their own, at the same place.
      if count > 0, flags & WavPackStructure.begins != 0 {
        let index = Int64(head[10]) << 32 | number(head[16..<20])
        if let next, index != next { firstHole = min(index, next) }
        next = index + count
      }
      position += 8 + number(head[4..<8])
    }
  }

  private static let begins: Int64 = 0x800
}
