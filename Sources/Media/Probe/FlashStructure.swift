/// The tags of an FLV file, and the places where they do not follow one another.
///
/// Source: Adobe Flash Video File Format 10.1, annex E. Libavformat looks for the next tag then and says nothing.
struct FlashStructure {
  /// Where in the file damage begins.
  private(set) var holes: [Int64] = []
  private let ahead: ReadAhead
  private let length: Int64

  /// - Throws: what `read` throws.
  init(length: Int64, read: @escaping ByteReading) throws(LibAVError) {
    (ahead, self.length) = (ReadAhead(read), length)
    let header = try ahead.bytes(at: 0, count: 9)
    guard header.count == 9 else { return }
    var position = Int64(bigEndian: header[5..<9]) + 4
    var tagCount = 0
    // Some programs do not write the size of a tag behind it.
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
    var isFollowedBySize: Bool
  }

  /// The tag at a place; nil if there is none, or not all of it.
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

  /// Whether the file ends within the tag at a place, as where it was cut off, or has nothing more.
  private func isEnd(_ position: Int64) throws(LibAVError) -> Bool {
    let head = try ahead.bytes(at: position, count: FlashStructure.headerSize + 1)
    guard head.count > FlashStructure.headerSize else { return true }
    guard FlashStructure.isTag(head, at: 0),
      position + Int64(FlashStructure.headerSize) + Int64(bigEndian: head[1..<4]) > length
    else { return false }
    return try tag(behind: position) == nil
  }

  /// The place of the next tag that has its size behind it; nil if there is none.
  private func tag(behind position: Int64) throws(LibAVError) -> Int64? {
    var start = position + 1
    var tries = FlashStructure.mostTries
    while start < length {
      let block = try ahead.bytes(at: start, count: 1 << 16)
      guard block.count > FlashStructure.headerSize else { return nil }
      for offset in 0..<(block.count - FlashStructure.headerSize) where FlashStructure.isTag(block, at: offset) {
        tries -= 1
        guard tries > 0 else { return nil }
        let place = start + Int64(offset)
        if try tag(at: place)?.isFollowedBySize == true { return place }
      }
      start += Int64(block.count - FlashStructure.headerSize)
    }
    return nil
  }

  /// Whether the header of a tag stands in bytes: sound, picture, or data, which begin with a name.
  private static func isTag(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place + headerSize < bytes.count, bytes[(place + 8)..<(place + 11)].allSatisfy({ $0 == 0 }) else { return false }
    return switch bytes[place] & 0xDF {
    case 8, 9: true
    case 18: bytes[place + headerSize] == 2
    default: false
    }
  }

  /// Type, size, time and stream, in bytes.
  private static let headerSize = 11
  /// The tags that show whether sizes are stated.
  private static let beginning = 8
  private static let mostHoles = 10_000
  /// The most places that are tried before it is given up to find where the tags go on.
  private static let mostTries = 100_000
}
