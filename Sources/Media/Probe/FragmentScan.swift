/// The boxes of a QuickTime or MP4 file, and what is missing among its fragments.
///
/// Libavformat goes on with the next fragment, so what is missing would look like a pause, and where a box is damaged it
/// takes the file for ended. ISO/IEC 14496-12, 8.8.5, has the numbers: each fragment's is higher than the one before it,
/// in most files by one.
struct FragmentScan {
  /// The byte offsets of fragments before which numbers are left out. Some writers leave out some, so something is
  /// missing only where the clock leaps as well.
  private(set) var jumps: [Int64] = []
  /// The byte offset of the first thing that is no box, or of a box that the file does not hold to its end; nil where
  /// there is none, or the file has no fragments.
  private(set) var broken: Int64?
  /// The box that describes the tracks; nil if there is none.
  private(set) var movie: MovieBox?
  /// The box `meta` at the top level, as HEIF and AVIF stills have one; nil if there is none.
  private(set) var pictures: MovieBox?
  /// Whether fragments are missing at the end that an index lists, or samples of the last one.
  private(set) var isShort = false

  /// Reads the boxes of a file of some length in bytes.
  init(length: Int64, read: @escaping ByteReading) throws(LibAVError) {
    var boxes = MovieBoxes(0..<max(length, 0), read: read)
    var last: Int64?
    var unreadable: Int64?
    var sizes: FragmentSizes?
    var lastFragment: Int64 = 0
    // Of the last fragment, the bytes of its samples, and those that follow it.
    var content: (listed: Int64, present: Int64)?
    var isUnclaimed: Bool { content.map { $0.present - $0.listed > FragmentScan.mostPadding } ?? false }
    while boxes.hasRoom {
      let start = boxes.position
      guard let box = try boxes.next(), movie == nil || box.name.unicodeScalars.allSatisfy(FragmentScan.isOfName) else {
        if try read(start, 32).contains(where: { $0 != 0 }) { unreadable = start }
        break
      }
      switch box.name {
      case "moov" where movie == nil: movie = box
      case "meta": pictures = pictures ?? box
      case "moof":
        if isUnclaimed { jumps.append(start) }
        if sizes == nil, let movie { sizes = try FragmentSizes(movie, read: movie.buffered(read)) }
        // Several may stand before the content of all.
        let waiting = content.flatMap { $0.present == 0 ? $0.listed : nil } ?? 0
        content = (try sizes?.bytes(of: box, read: read)).map { (waiting + $0, 0) }
        lastFragment = start
      case "mdat": content?.present += min(Int64(box.content.count), length)
      case "sidx": if try FragmentScan.end(ofIndex: box, read) > length { isShort = true }
      case "mfra":
        if try FragmentScan.places(inIndex: box, read).contains(where: { $0 > lastFragment }) { isShort = true }
      default: break
      }
      if let number = FragmentScan.number(of: box) {
        if let last, number > last, number - last > 1 { jumps.append(start) }
        last = number
      }
      if box.content.upperBound > length { unreadable = start }
    }
    if last != nil {
      broken = unreadable
      isShort = isShort || unreadable == nil && isUnclaimed
    }
  }

  /// The most bytes behind the samples of a fragment that are nothing.
  private static let mostPadding: Int64 = 64

  /// The offset at which what an index of segments lists ends, in bytes; 0 if that cannot be told (8.16.3).
  private static func end(ofIndex box: MovieBox, _ read: ByteReading) throws(LibAVError) -> Int64 {
    let bytes = try read(box.content.lowerBound, Int(min(Int64(box.content.count), longestIndex)))
    guard let version = bytes.first, bytes.count >= 32 else { return 0 }
    let place = version == 0 ? 16 : 20
    let offset = Int64(bigEndian: bytes[place..<(version == 0 ? 20 : 28)])
    let first = version == 0 ? 24 : 32
    let count = Int(bytes[first - 2]) << 8 | Int(bytes[first - 1])
    guard first + 12 * count <= bytes.count, 0...1 << 60 ~= offset else { return 0 }
    return stride(from: first, to: first + 12 * count, by: 12)
      .reduce(box.content.upperBound + offset) { $0 + Int64(bigEndian: bytes[$1..<($1 + 4)]) & 0x7FFF_FFFF }
  }

  /// The offsets of fragments that an index at the end of the file lists, in bytes (8.8.10).
  private static func places(inIndex box: MovieBox, _ read: @escaping ByteReading) throws(LibAVError) -> [Int64] {
    var places: [Int64] = []
    var tables = MovieBoxes(box.content, read: read)
    while let table = try tables.next("tfra") {
      let bytes = try read(table.content.lowerBound, Int(min(Int64(table.content.count), longestIndex)))
      guard bytes.count >= 16 else { continue }
      let size = bytes[0] == 1 ? 8 : 4
      let width = 2 * size + 3 + [4, 2, 0].reduce(0) { $0 + Int(bytes[11] >> $1 & 3) }
      let count = min(Int(Int64(bigEndian: bytes[12..<16])), (bytes.count - 16) / width)
      places += (0..<count).map { Int64(bigEndian: bytes[(16 + $0 * width + size)..<(16 + $0 * width + 2 * size)]) }
    }
    return places
  }

  private static let longestIndex: Int64 = 1 << 22

  /// The number of a fragment, which stands in its header; nil for other boxes.
  private static func number(of box: MovieBox) -> Int64? {
    let bytes = box.beginning.prefix(16)
    guard box.name == "moof", bytes.count == 16, bytes.dropFirst(4).prefix(4).elementsEqual("mfhd".utf8) else {
      return nil
    }
    return Int64(bigEndian: bytes.suffix(4))
  }

  /// Whether it is a character of a box's name: ASCII, or the copyright sign of QuickTime's own.
  private static func isOfName(_ character: Unicode.Scalar) -> Bool {
    (0x20...0x7E).contains(character.value) || character == "©"
  }
}
