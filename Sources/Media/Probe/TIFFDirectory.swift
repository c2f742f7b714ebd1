/// The first directory of a TIFF, which is what EXIF is as well (TIFF 6.0, section 2).
struct TIFFDirectory {
  private struct Entry {
    /// The number of bytes of a value.
    var size: Int
    var count: Int
    /// The values, or where they are if they take more than four bytes.
    var field: [UInt8]
  }

  private let isBigEndian: Bool
  private let start: Int64
  private let read: ReadAhead.Reading
  private var entries: [Int: Entry] = [:]

  /// Nil if there is none.
  /// - Parameter start: Where the TIFF begins, from which its places count.
  /// - Throws: what `read` throws.
  init?(at start: Int64 = 0, read: @escaping ReadAhead.Reading) throws(LibAVError) {
    let head = try read(start, 8)
    guard head.count == 8, head.starts(with: "II*\0".utf8) || head.starts(with: "MM\0*".utf8) else { return nil }
    (self.start, self.read, isBigEndian) = (start, read, head[0] == UInt8(ascii: "M"))
    let place = start + number(head[4...])
    let count = Int(number(try read(place, 2)[...]))
    let table = try read(place + 2, count * 12)
    for at in stride(from: 0, to: table.count / 12 * 12, by: 12) {
      guard let size = TIFFDirectory.sizes[Int(number(table[at + 2..<at + 4]))] else { continue }
      let tag = Int(number(table[at..<at + 2]))
      entries[tag] = Entry(
        size: size, count: Int(number(table[at + 4..<at + 8])), field: Array(table[at + 8..<at + 12]))
    }
  }

  /// The bytes of whole numbers, by their type: BYTE, SHORT and LONG.
  private static let sizes = [1: 1, 3: 2, 4: 4]

  func has(_ tag: Int) -> Bool { entries[tag] != nil }

  /// The numbers of an entry, of which no more are read than a picture has rows; empty if there is none.
  func numbers(_ tag: Int) throws(LibAVError) -> [Int64] {
    guard let entry = entries[tag] else { return [] }
    let length = entry.size * min(entry.count, TIFFDirectory.most)
    let bytes = length <= 4 ? Array(entry.field.prefix(length)) : try read(start + number(entry.field[...]), length)
    return stride(from: 0, to: bytes.count / entry.size * entry.size, by: entry.size).map {
      number(bytes[$0..<$0 + entry.size])
    }
  }

  private static let most = 1 << 20

  private func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    isBigEndian ? Int64(bigEndian: bytes) : bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}

extension TIFFDirectory {
  static let compression = 259
  static let fillOrder = 266
  static let stripOffsets = 273
  static let orientation = 274
  static let stripByteCounts = 279
  static let tileWidth = 322
  static let tileOffsets = 324
  static let dngVersion = 50706
}
