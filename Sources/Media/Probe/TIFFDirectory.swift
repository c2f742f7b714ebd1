/// The first directory of a TIFF file or of an EXIF block, which has the same format (TIFF 6.0, section 2).
struct TIFFDirectory {
  private struct Entry {
    /// The number of bytes of a value.
    var size: Int
    var count: Int
    /// The values, or where they are if they take more than four bytes.
    var field: [UInt8]
  }

  private let isBigEndian: Bool
  private let read: ByteReading
  private var entries: [Int: Entry] = [:]

  /// Nil if there is none.
  /// - Throws: what `read` throws.
  init?(read: @escaping ByteReading) throws(LibAVError) {
    let head = try read(0, 8)
    guard head.count == 8, head.starts(with: "II*\0".utf8) || head.starts(with: "MM\0*".utf8) else { return nil }
    (self.read, isBigEndian) = (read, head[0] == UInt8(ascii: "M"))
    let place = number(head[4...])
    let count = Int(number(try read(place, 2)[...]))
    let table = try read(place + 2, count * 12)
    for at in stride(from: 0, to: table.count / 12 * 12, by: 12) {
      guard let size = TIFFDirectory.sizes[Int(number(table[at + 2..<at + 4]))] else { continue }
      let tag = Int(number(table[at..<at + 2]))
      entries[tag] = Entry(
        size: size, count: Int(number(table[at + 4..<at + 8])), field: Array(table[at + 8..<at + 12]))
    }
  }

  /// The sizes of whole numbers in bytes, by the number of their type: BYTE, SHORT and LONG.
  private static let sizes = [1: 1, 3: 2, 4: 4]

  func has(_ tag: Int) -> Bool { entries[tag] != nil }

  /// The numbers of an entry, a million of them at most; empty if there is no such entry.
  func numbers(_ tag: Int) throws(LibAVError) -> [Int64] {
    guard let entry = entries[tag] else { return [] }
    let length = entry.size * min(entry.count, TIFFDirectory.most)
    let bytes = length <= 4 ? Array(entry.field.prefix(length)) : try read(number(entry.field[...]), length)
    return stride(from: 0, to: bytes.count / entry.size * entry.size, by: entry.size).map {
      number(bytes[$0..<$0 + entry.size])
    }
  }

  private static let most = 1 << 20

  private func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    isBigEndian ? Int64(bigEndian: bytes) : Int64(littleEndian: bytes)
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
