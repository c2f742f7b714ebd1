/// The chunks of an AVI file (Microsoft, AVI RIFF File Reference), and the places where they do not follow one another.
///
/// Libavformat looks for the next chunk then and says nothing. Chunks have no times, so that all behind such a place would
/// be seen and heard too early.
struct InterleaveStructure {
  /// Where in the file damage begins.
  private(set) var holes: [Int64] = []
  /// Whether the file ends before all the parts that it says it holds.
  private(set) var isShort = false
  /// The index of the file, compared with its parts.
  private(set) var index: InterleaveIndex
  private let ahead: ReadAhead
  private let length: Int64

  /// - Parameter index: The index of the file, of which nothing has been compared yet.
  /// - Throws: what `read` throws.
  init(length: Int64, index: InterleaveIndex, read: @escaping ByteReading) throws(LibAVError) {
    (ahead, self.length, self.index) = (ReadAhead(read), length, index)
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
    /// The offset of the next chunk. Chunks begin at even offsets.
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
      if head.name == "LIST" {
        position = head.content + 4
      } else if head.name == "RIFF" {
        return
      } else if InterleaveStructure.isKnown(head.name) {
        index.compare(with: head.name, size: head.size, at: position)
        position = head.end
      } else if position > start, let before = try chunk(at: position - 1), InterleaveStructure.isKnown(before.name) {
        // Some programs begin chunks at odd places.
        position -= 1
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

  /// The place of the next two chunks that follow one another; nil if there are none, or so much looks like one that
  /// nothing can be told.
  private func part(behind position: Int64, before end: Int64) throws(LibAVError) -> Int64? {
    try ahead.first(
      in: (position + 1)..<end, width: 8,
      isCandidate: { block, index, offset in
        let size = Int64(littleEndian: block[(index + 4)..<(index + 8)])
        return InterleaveStructure.isPart(block, at: index) && offset + 8 + size + size % 2 <= end
      },
      isMatch: { offset throws(LibAVError) in
        guard let head = try chunk(at: offset) else { return false }
        if head.end == end { return true }
        return InterleaveStructure.isKnown(try name(at: head.end))
      })
  }

  /// Whether a name is that of a part of a stream, of an index or of nothing.
  private static func isKnown(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return isPart(bytes, at: 0) || ["JUNK", "JUNQ", "idx1", "indx", "LIST"].contains(name)
      || bytes.count == 4 && bytes.starts(with: "ix".utf8)
  }

  /// Whether the name of a part of a stream, such as `01wb`, stands in bytes.
  private static func isPart(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place + 4 <= bytes.count else { return false }
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    return isDigit(bytes[place]) && isDigit(bytes[place + 1]) && isLetter(bytes[place + 2]) && isLetter(bytes[place + 3])
  }
}
