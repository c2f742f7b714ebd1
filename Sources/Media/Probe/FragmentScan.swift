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
  /// Whether the file has a box `meta` at the top level, as HEIF and AVIF stills have.
  private(set) var holdsPictures = false

  /// Reads the boxes of a file of some length in bytes.
  init(length: Int64, read: @escaping ByteReading) throws(LibAVError) {
    var boxes = MovieBoxes(0..<max(length, 0), read: read)
    var last: Int64?
    var unreadable: Int64?
    while boxes.hasRoom {
      let start = boxes.position
      guard let box = try boxes.next(), movie == nil || box.name.unicodeScalars.allSatisfy(FragmentScan.isOfName) else {
        if try read(start, 32).contains(where: { $0 != 0 }) { unreadable = start }
        break
      }
      if box.name == "moov", movie == nil { movie = box }
      if box.name == "meta" { holdsPictures = true }
      if let number = FragmentScan.number(of: box) {
        if let last, number > last, number - last > 1 { jumps.append(start) }
        last = number
      }
      if box.content.upperBound > length { unreadable = start }
    }
    if last != nil { broken = unreadable }
  }

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
