/// The chunks of an AVI file (Microsoft, AVI RIFF File Reference), and the places where they do not follow one another.
///
/// Libavformat looks for the next chunk then and says nothing. Chunks have no times, so that all behind such a place would
/// be seen and heard too early.
struct InterleaveStructure {
  /// Where in the file damage begins.
  private(set) var holes: [Int64] = []
  /// Whether the file ends before all the parts that it says it holds.
  private(set) var isShort = false
  private let ahead: ReadAhead
  private let length: Int64

  /// - Throws: what `read` throws.
  init(length: Int64, read: @escaping ByteReading) throws(LibAVError) {
    (ahead, self.length) = (ReadAhead(read), length)
    var position: Int64 = 0
    // A large file has several of them.
    while let head = try chunk(at: position), head.name == "RIFF", ["AVI ", "AVIX"].contains(try name(at: position + 8)) {
      let end = head.size == 0 ? length : head.end
      try walk(from: position + 12, to: min(end, length))
      position = head.end
      guard head.size > 0, position < length else { return }
    }
  }

  private struct Chunk {
    var name: String
    var size: Int64
    var content: Int64
    /// Where the next one begins, which is at an even place.
    var end: Int64 { content + size + size % 2 }
  }

  /// Nil at the end of the file.
  private func chunk(at position: Int64) throws(LibAVError) -> Chunk? {
    let head = try ahead.bytes(at: position, count: 8)
    guard head.count == 8 else { return nil }
    return Chunk(
      name: String(decoding: head[..<4], as: UTF8.self), size: Int64(littleEndian: head[4..<8]), content: position + 8)
  }

  private func name(at position: Int64) throws(LibAVError) -> String {
    String(decoding: try ahead.bytes(at: position, count: 4), as: UTF8.self)
  }

  private mutating func walk(from start: Int64, to end: Int64) throws(LibAVError) {
    var position = start
    while position < end, let head = try chunk(at: position) {
      if head.name == "LIST", try name(at: head.content) == "movi" {
        // A recording that was not finished does not know how much it holds.
        let isOpen = head.size < 4 || head.size > InterleaveStructure.longest || head.end > length
        if isOpen, (4...InterleaveStructure.longest).contains(head.size), head.content + head.size > length { isShort = true }
        try walk(movie: head.content + 4, to: isOpen ? end : min(head.end, end))
        if isOpen { return }
      }
      position = head.end
    }
  }

  private mutating func walk(movie start: Int64, to end: Int64) throws(LibAVError) {
    var position = start
    while position < end, let head = try chunk(at: position) {
      if head.name == "LIST", try name(at: head.content) == "rec " {
        position = head.content + 4
      } else if InterleaveStructure.isPart(head.name) {
        position = head.end
      } else if position > start, let before = try chunk(at: position - 1), InterleaveStructure.isPart(before.name) {
        // Some programs begin chunks at odd places.
        position -= 1
      } else if ["idx1", "RIFF"].contains(head.name) {
        return
      } else {
        if holes.count < InterleaveStructure.mostHoles { holes.append(position) }
        guard let next = try part(behind: position, before: end) else { return }
        position = next
      }
    }
  }

  private static let mostHoles = 10_000
  /// A length beyond this stands for one that is not known.
  private static let longest: Int64 = 0xFFFF_0000

  /// The place of the next two chunks that follow one another; nil if there are none.
  private func part(behind position: Int64, before end: Int64) throws(LibAVError) -> Int64? {
    var start = position + 1
    while start < end {
      let block = try ahead.bytes(at: start, count: 1 << 16)
      guard block.count >= 8 else { return nil }
      for offset in 0..<(block.count - 3) where InterleaveStructure.isPart(block[offset..<(offset + 4)]) {
        guard let found = try chunk(at: start + Int64(offset)), found.end <= end else { continue }
        if found.end == end { return start + Int64(offset) }
        if let next = try chunk(at: found.end), InterleaveStructure.isPart(next.name) || next.name == "idx1" {
          return start + Int64(offset)
        }
      }
      start += Int64(block.count - 3)
    }
    return nil
  }

  private static func isPart(_ name: String) -> Bool { isPart(Array(name.utf8)[...]) }

  /// Whether a name is that of a part of a stream, such as `01wb`, of its index or of nothing.
  private static func isPart(_ name: ArraySlice<UInt8>) -> Bool {
    let name = Array(name)
    guard name.count == 4 else { return false }
    func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }
    let isStream = isNumber(name[..<2]) && name[2...].allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    return isStream || name.starts(with: "ix".utf8) && isNumber(name[2...]) || name.elementsEqual("JUNK".utf8)
  }
}
