/// A reader of a file that fetches whole blocks, for callers that ask for a few bytes at a time.
final class ReadAhead {
  private let read: ByteReading
  /// The block that was read last, and its place in the file.
  private var block: (start: Int64, bytes: [UInt8]) = (0, [])

  init(_ read: @escaping ByteReading) { self.read = read }

  /// The bytes at a place: fewer at the end of the file, and none before its beginning.
  /// - Throws: what reading throws.
  func bytes(at position: Int64, count: Int) throws(LibAVError) -> [UInt8] {
    guard position >= 0, count > 0 else { return [] }
    if count > ReadAhead.size { return try read(position, count) }
    var offset = position - block.start
    if offset < 0 || offset + Int64(count) > block.bytes.count {
      // A caller that jumps needs few bytes of each place.
      let goesOn = (0...Int64(block.bytes.count)).contains(offset)
      block = (position, try read(position, goesOn ? ReadAhead.size : max(count, ReadAhead.sizeAfterJump)))
      offset = 0
    }
    return Array(block.bytes.dropFirst(Int(offset)).prefix(count))
  }

  private static let size = 1 << 16
  private static let sizeAfterJump = 1 << 12
}
