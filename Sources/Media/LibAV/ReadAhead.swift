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

  /// Returns the offset of the first match in a range of the file, or `nil` if there is none.
  ///
  /// The search ends without a result after 100,000 candidates, since a file may consist of nothing else.
  /// - Parameters:
  ///   - range: The offsets to search, in bytes.
  ///   - width: The number of bytes that `isCandidate` inspects.
  ///   - isCandidate: Whether the bytes of a block at an index may be a match. The last argument is their offset in the
  ///     file.
  ///   - isMatch: Whether the candidate at an offset is a match. The function may read other parts of the file.
  /// - Throws: what reading throws.
  func first(
    in range: Range<Int64>, width: Int, isCandidate: (_ block: [UInt8], _ index: Int, _ offset: Int64) -> Bool,
    isMatch: (_ offset: Int64) throws(LibAVError) -> Bool
  ) throws(LibAVError) -> Int64? {
    var start = range.lowerBound
    var candidatesLeft = ReadAhead.mostCandidates
    while start < range.upperBound {
      let block = try bytes(at: start, count: ReadAhead.size)
      guard block.count >= width else { return nil }
      for index in 0...(block.count - width) where isCandidate(block, index, start + Int64(index)) {
        candidatesLeft -= 1
        guard candidatesLeft > 0 else { return nil }
        if try isMatch(start + Int64(index)) { return start + Int64(index) }
      }
      start += Int64(block.count - width + 1)
    }
    return nil
  }

  private static let mostCandidates = 100_000
  private static let size = 1 << 16
  private static let sizeAfterJump = 1 << 12
}
