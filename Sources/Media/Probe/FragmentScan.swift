import CFFmpeg

/// Finds the fragments that are missing in a QuickTime or MP4 file by the numbers of those that are there.
///
/// Libavformat goes on with the next fragment, so what is missing would look like a pause. ISO/IEC 14496-12, 8.8.5, has
/// the numbers: each fragment's is higher than the one before it, in most files by one.
enum FragmentScan {
  /// The number of boxes that are looked at; a day of fragments has fewer.
  private static let mostBoxes = 1 << 20
  private static let movieFragment = Array("moof".utf8)
  private static let header = Array("mfhd".utf8)

  /// Returns the byte offsets of fragments before which numbers are left out. Some writers leave out some, so something
  /// is missing only where the clock leaps as well.
  static func jumps(in demuxer: Demuxer) throws(LibAVError) -> [Int64] {
    let length = avio_size(demuxer.context.pointee.pb)
    var (jumps, last): ([Int64], UInt32?) = ([], nil)
    var position: Int64 = 0
    var boxes = 0
    while position + 8 <= length, boxes < mostBoxes {
      boxes += 1
      let head = try demuxer.bytes(at: position, count: 32)
      guard head.count >= 8, let size = size(of: head, from: position, length: length) else { break }
      // A fragment begins with its header.
      if head[4..<8].elementsEqual(movieFragment), head.count >= 24, head[12..<16].elementsEqual(header) {
        let number = head[20..<24].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if let last, number > last, number - last > 1 { jumps.append(position) }
        last = number
      }
      position += size
    }
    return jumps
  }

  /// Returns the size of a box in bytes; nil if it has none that could be.
  private static func size(of head: [UInt8], from position: Int64, length: Int64) -> Int64? {
    let short = head[0..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    if short == 0 { return length - position }
    guard short == 1 else { return short >= 8 ? short : nil }
    guard head.count >= 16, head[8] == 0 else { return nil }
    let long = head[8..<16].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return long >= 16 ? long : nil
  }
}
