/// The tags of an FLV file, and the offsets at which they do not follow one another.
///
/// Source: Adobe Flash Video File Format 10.1, annex E. Libavformat looks for the next tag then and says nothing.
struct FlashStructure {
  /// The offsets at which damage starts, in bytes.
  private(set) var holes: [Int64] = []
  private let ahead: ReadAhead
  private let length: Int64

  /// Walks through the tags of a file.
  /// - Parameter length: The length of the file, in bytes.
  /// - Throws: what `read` throws.
  init(length: Int64, read: @escaping ByteReading) throws(LibAVError) {
    (ahead, self.length) = (ReadAhead(read), length)
    let header = try ahead.bytes(at: 0, count: 9)
    guard header.count == 9 else { return }
    var position = Int64(bigEndian: header[5..<9]) + 4
    var tagCount = 0
    // Some programs do not write the size of a tag after it.
    var statesSizes = true
    while position < length {
      if let tag = try tag(at: position) {
        if tagCount < FlashStructure.beginning { statesSizes = statesSizes && tag.isFollowedBySize }
        if tag.isFollowedBySize || !statesSizes {
          position = tag.end
          tagCount += 1
          continue
        }
      }
      guard try !isEnd(position) else { return }
      if holes.count < FlashStructure.mostHoles { holes.append(position) }
      guard let next = try tag(behind: position) else { return }
      position = next
    }
  }

  private struct Tag {
    /// The offset of the next tag.
    var end: Int64
    /// Whether the four bytes after the tag specify its size.
    var isFollowedBySize: Bool
  }

  /// Returns the tag at an offset, or `nil` if no tag starts there or the file does not contain all of it.
  private func tag(at position: Int64) throws(LibAVError) -> Tag? {
    let head = try ahead.bytes(at: position, count: FlashStructure.headerSize + 1)
    guard FlashStructure.isTag(head, at: 0) else { return nil }
    let size = Int64(bigEndian: head[1..<4])
    let end = position + Int64(FlashStructure.headerSize) + size
    guard end <= length else { return nil }
    let stated = try ahead.bytes(at: end, count: 4)
    // The last one may be missing.
    let isLast = stated.count < 4
    return Tag(
      end: end + 4, isFollowedBySize: isLast || Int64(bigEndian: stated[...]) == size + Int64(FlashStructure.headerSize))
  }

  /// Whether the file is truncated inside the tag at an offset, or ends there.
  private func isEnd(_ position: Int64) throws(LibAVError) -> Bool {
    let head = try ahead.bytes(at: position, count: FlashStructure.headerSize + 1)
    guard head.count > FlashStructure.headerSize else { return true }
    guard FlashStructure.isTag(head, at: 0),
      position + Int64(FlashStructure.headerSize) + Int64(bigEndian: head[1..<4]) > length
    else { return false }
    return try tag(behind: position) == nil
  }

  /// Returns the offset of the first tag after `position` that is followed by its size, or `nil` if there is none.
  private func tag(behind position: Int64) throws(LibAVError) -> Int64? {
    try ahead.first(
      in: (position + 1)..<length, width: FlashStructure.headerSize + 1,
      isCandidate: { block, index, _ in FlashStructure.isTag(block, at: index) },
      isMatch: { offset throws(LibAVError) in try tag(at: offset)?.isFollowedBySize == true })
  }

  /// Whether the bytes at an index are the header of a tag: of sound, of picture, or of data, which starts with a name.
  private static func isTag(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place + headerSize < bytes.count, bytes[(place + 8)..<(place + 11)].allSatisfy({ $0 == 0 }) else { return false }
    return switch bytes[place] & 0xDF {
    case 8, 9: true
    case 18: bytes[place + headerSize] == 2
    default: false
    }
  }

  /// The size of a tag's type, size, time and stream ID, in bytes.
  private static let headerSize = 11
  /// The number of tags after which it is decided whether the file specifies sizes.
  private static let beginning = 8
  private static let mostHoles = 10_000
}
