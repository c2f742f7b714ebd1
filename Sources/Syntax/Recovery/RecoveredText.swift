import Diagnostics

/// A text with changes that let more of it be read, in which every byte knows where it stands in the original.
struct RecoveredText {
  private(set) var bytes: [UInt8]
  /// Where each byte stands in the original, and one more for the end. What was inserted stands where it was.
  private var origins: [Int32]
  private let id: FileID

  /// Where reading stopped, in bytes of this text.
  struct Failure {
    var stop: Int
    /// Where what could not be ended began.
    var begun: Int?
    /// Whether that looks like a key.
    var isKey: Bool
    /// What libyaml says.
    var problem: String
  }

  /// Where reading stopped and why, in bytes of the original.
  struct Place: Equatable {
    var stop: Int
    var begun: Int?
    var problem: String
  }

  enum Attempt {
    case read(Node)
    case failed(Failure)
  }

  init(_ source: SourceFile) {
    bytes = source.bytes
    // Libyaml reads nothing of a text with one of them.
    var start = 0
    while let bad = UnreadableCharacter(in: bytes, from: start) {
      for index in bad.range { bytes[index] = UInt8(ascii: "_") }
      start = bad.range.upperBound
    }
    origins = (0...Int32(source.bytes.count)).map { $0 }
    id = source.id
  }

  func attempt() -> Attempt {
    var parser = YAMLParser(SourceFile(id: id, name: "", bytes: bytes), explainingFailures: false)
    let root = parser.parseDocument()
    return attempt(root, parser.failure)
  }

  /// What a parser of this text made of it, and why it stopped.
  func attempt(_ root: Node?, _ failure: EventStream.Failure?) -> Attempt {
    if let root { return .read(root) }
    guard let failure else {
      return .read(Node(.mapping([]), span: SourceSpan(file: id, 0..<bytes.count)))
    }
    let map = CharacterMap(bytes)
    func offset(_ index: Int) -> Int { min(map.offset(of: index), max(bytes.count - 1, 0)) }
    let begun = failure.context.map { _ in offset(failure.contextIndex) }
    return .failed(
      Failure(
        stop: offset(failure.index), begun: bytes.isEmpty ? nil : begun,
        isKey: failure.problem.contains("':'") || failure.context?.contains("simple key") ?? false,
        problem: failure.problem))
  }

  func place(of failure: Failure) -> Place {
    Place(stop: originalOffset(failure.stop), begun: failure.begun.map(originalOffset), problem: failure.problem)
  }

  private func originalOffset(_ offset: Int) -> Int { Int(origins[min(max(offset, 0), bytes.count)]) }

  /// A tree of this text with the places that its parts have in the original.
  func original(_ node: Node) -> Node {
    let content: Node.Content =
      switch node.content {
      case .scalar(let scalar): .scalar(scalar)
      case .sequence(let elements): .sequence(elements.map(original))
      case .mapping(let entries):
        .mapping(
          entries.map { Node.Entry(key: $0.key, keySpan: original($0.keySpan), value: original($0.value)) })
      }
    return Node(content, span: original(node.span))
  }

  private func original(_ span: SourceSpan) -> SourceSpan {
    SourceSpan(file: span.file, originalOffset(span.start)..<originalOffset(span.end))
  }
}

// MARK: Changes

extension RecoveredText {
  func inserting(_ inserted: [UInt8], at offset: Int) -> RecoveredText {
    var text = self
    text.bytes.insert(contentsOf: inserted, at: offset)
    text.origins.insert(contentsOf: inserted.map { _ in origins[offset] }, at: offset)
    return text
  }

  /// With spaces instead of a line.
  func omitting(_ line: Range<Int>) -> RecoveredText {
    var text = self
    for index in line where !RecoveredText.isBreak(bytes[index]) { text.bytes[index] = 0x20 }
    return text
  }
}

// MARK: Lines

extension RecoveredText {
  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The line that holds a byte, without its break.
  func line(at offset: Int) -> Range<Int> {
    let offset = min(max(offset, 0), bytes.count)
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    return start..<end
  }

  /// Where the last thing on a line ends that is no comment.
  func contentEnd(of line: Range<Int>) -> Int {
    let content = bytes[line]
    let comment = content.indices.first { index in
      content[index] == UInt8(ascii: "#") && index > line.lowerBound && content[index - 1].isWhiteSpace
    }
    let end = comment ?? line.upperBound
    return bytes[line.lowerBound..<end].lastIndex { !$0.isWhiteSpace }.map { $0 + 1 } ?? line.lowerBound
  }

  /// The nearest line before another on which something stands.
  func contentLine(before line: Range<Int>) -> Range<Int> {
    guard let last = bytes[..<line.lowerBound].lastIndex(where: { !$0.isWhiteSpace }) else { return line }
    return self.line(at: last)
  }

  /// What closes the quotes and brackets that a line opens and leaves open.
  func unclosed(in line: Range<Int>) -> [UInt8] {
    var open: [UInt8] = []
    var quote: UInt8?
    // The last byte that is no space: a quote or bracket begins something only where a value may begin.
    var last = UInt8(ascii: ":")
    var index = line.lowerBound
    let end = contentEnd(of: line)
    while index < end {
      let byte = bytes[index]
      defer { index += 1 }
      if let mark = quote {
        if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") { index += 1 }
        if byte == mark { quote = nil }
        continue
      }
      guard !byte.isWhiteSpace else { continue }
      let begins = ":-,[{".utf8.contains(last)
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if begins { quote = byte }
      case UInt8(ascii: "{"): if begins { open.append(UInt8(ascii: "}")) }
      case UInt8(ascii: "["): if begins { open.append(UInt8(ascii: "]")) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if open.last == byte { open.removeLast() }
      default: break
      }
      last = byte
    }
    // A colon has to have a space behind it, or it would belong to the word.
    return (quote.map { [$0] } ?? []) + (open.isEmpty ? [] : [0x20]) + open.reversed()
  }
}
