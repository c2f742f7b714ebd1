import CFFmpeg

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

  /// The number of boxes that are looked at; a day of fragments has fewer.
  private static let mostBoxes = 1 << 20
  private static let movieFragment = Array("moof".utf8)
  private static let header = Array("mfhd".utf8)

  init(_ demuxer: Demuxer) throws(LibAVError) {
    let length = avio_size(demuxer.context.pointee.pb)
    var last: UInt32?
    var position: Int64 = 0
    var boxes = 0
    var unreadable: Int64?
    while position + 8 <= length, boxes < FragmentScan.mostBoxes {
      boxes += 1
      let head = try demuxer.bytes(at: position, count: 32)
      guard head.count >= 8, head[4..<8].allSatisfy(FragmentScan.isOfName),
        let size = FragmentScan.size(of: head, from: position, length: length)
      else {
        if head.contains(where: { $0 != 0 }) { unreadable = position }
        break
      }
      // A fragment begins with its header.
      if head[4..<8].elementsEqual(FragmentScan.movieFragment), head.count >= 24,
        head[12..<16].elementsEqual(FragmentScan.header)
      {
        let number = head[20..<24].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if let last, number > last, number - last > 1 { jumps.append(position) }
        last = number
      }
      if position + size > length { unreadable = position }
      position += size
    }
    if last != nil { broken = unreadable }
  }

  /// True for a byte of a box's name: ASCII, or the copyright sign of QuickTime's own.
  private static func isOfName(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == 0xA9 }

  /// Returns the size of a box in bytes; nil if it has none that could be.
  static func size(of head: [UInt8], from position: Int64, length: Int64) -> Int64? {
    let short = head[0..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    if short == 0 { return head[4..<8].elementsEqual(movieFragment) ? nil : length - position }
    guard short == 1 else { return short >= 8 ? short : nil }
    guard head.count >= 16, head[8] == 0 else { return nil }
    let long = head[8..<16].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return long >= 16 ? long : nil
  }
}
