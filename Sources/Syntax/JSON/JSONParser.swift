import Diagnostics

/// Builds the tree of a JSON text (RFC 8259) and says what is wrong with it.
///
/// What other dialects allow, such as comments, is an error at its place and read over, so that one reading finds all of
/// it and what the document says besides.
struct JSONParser {
  private let source: SourceFile
  private var cursor: JSONCursor
  private var log = DiagnosticLog()
  private var size = 0
  private var depth = 0

  var diagnostics: [Diagnostic] { log.diagnostics }

  /// After so many errors the text is taken for something else.
  private static let mostErrors = 100

  /// Reading cannot go on, which has been reported.
  private struct Stop: Error {}

  init(_ source: SourceFile) {
    self.source = source
    cursor = JSONCursor(source.bytes)
  }

  mutating func parseDocument() -> Node? {
    guard source.bytes.count <= DocumentBounds.bytes else {
      DocumentBounds.report(tooManyBytesOf: source, to: &log)
      return nil
    }
    if let unreadable = UnreadableCharacter(in: source.bytes, allowsControls: true) {
      log.report(.syntaxError, unreadable.complaint, at: span(unreadable.range))
      return nil
    }
    do throws(Stop) {
      try skip()
      guard cursor.byte != nil else { return nil }
      let root = try value()
      try skip()
      guard let rest = cursor.byte else { return root }
      if rest.isOneOf("}]") { throw stop("this closes nothing", at: cursor.index..<cursor.index + 1) }
      throw stop("the document ends before this", at: cursor.index..<cursor.endOfWord)
    } catch {
      return nil
    }
  }
}

// MARK: Values

extension JSONParser {
  private mutating func value() throws(Stop) -> Node {
    let start = cursor.index
    size += 1
    guard size <= DocumentBounds.values else {
      DocumentBounds.report(tooManyValuesAt: span(start..<start), to: &log)
      throw Stop()
    }
    switch cursor.byte {
    case UInt8(ascii: "{"): return try nested { parser throws(Stop) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(Stop) in try parser.array() }
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try string()
      size += text.utf8.count / DocumentBounds.bytesPerValue
      return Node(.scalar(.init(text, isQuoted: true)), span: span(start..<cursor.index))
    case nil: throw stop("the text ends where a value should stand", at: start..<start)
    case let other? where other.isOneOf(",:]}"):
      throw stop("a value is missing before this `\(Character(Unicode.Scalar(other)))`", at: start..<start + 1)
    default: return try word()
    }
  }

  private mutating func nested(_ read: (inout JSONParser) throws(Stop) -> Node) throws(Stop) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= DocumentBounds.depth else {
      DocumentBounds.report(tooDeepAt: span(cursor.index..<cursor.index + 1), to: &log)
      throw Stop()
    }
    return try read(&self)
  }

  /// A number, `true`, `false` or `null`; or something that has to be in quotes.
  private mutating func word() throws(Stop) -> Node {
    let range = cursor.index..<cursor.endOfWord
    let text = source.text(of: span(range))
    cursor.index = range.upperBound
    let isLiteral = ScalarSpelling.isJSONLiteral(text)
    if !isLiteral { try report(notJSON: text, at: range) }
    let isNumber = isLiteral || text.isNearlyNumber
    return Node(.scalar(.init(text, isQuoted: !isNumber)), span: span(range))
  }

  private static let literals = ["true": "true", "false": "false", "null": "null", "none": "null"]

  private mutating func report(notJSON text: String, at range: Range<Int>) throws(Stop) {
    if let literal = JSONParser.literals[text.lowercased()] {
      try slip("`\(text)` is written `\(literal)` in JSON", at: range, "write `\(literal)`", literal, .safe)
    } else if text.isNearlyNumber {
      try slip("`\(text)` is not a number in JSON", at: range)
    } else {
      let inner = text.withoutQuotes
      try slip(
        "`\(text)` has to be in double quotes in JSON", at: range,
        inner == nil ? "put it in double quotes" : "write these in place of those that are there",
        ScalarSpelling.doubleQuoted.text(inner ?? text), inner != nil || text.isPlainWord ? .safe : .unsafe)
    }
  }
}

// MARK: Lists and mappings

extension JSONParser {
  private mutating func array() throws(Stop) -> Node {
    let start = cursor.index
    cursor.index += 1
    var elements: [Node] = []
    while try goesOn(until: "]", from: start, isFirst: elements.isEmpty) { elements.append(try value()) }
    return Node(.sequence(elements), span: span(start..<cursor.index))
  }

  private mutating func object() throws(Stop) -> Node {
    let start = cursor.index
    cursor.index += 1
    var entries: [Node.Entry] = []
    var repeated: [Node.Entry] = []
    var seen = SeenKeys()
    while try goesOn(until: "}", from: start, isFirst: entries.isEmpty && repeated.isEmpty) {
      let (key, keySpan) = try key()
      try skip()
      guard cursor.byte == UInt8(ascii: ":") else {
        throw stop("a `:` is missing after the key `\(key)`", at: keySpan.range)
      }
      cursor.index += 1
      try skip()
      let entry = Node.Entry(key: key, keySpan: keySpan, value: try value())
      if seen.insert(entry) { entries.append(entry) } else { repeated.append(entry) }
    }
    if !repeated.isEmpty {
      seen.report(repeated, besides: entries, in: source, isFlow: true, AnchorUse(source), to: &log)
    }
    return Node(.mapping(entries), span: span(start..<cursor.index))
  }

  private mutating func key() throws(Stop) -> (String, SourceSpan) {
    let start = cursor.index
    if let byte = cursor.byte, byte.isOneOf("\"'") {
      let text = try string()
      return (text, span(start..<cursor.index))
    }
    let range = start..<cursor.endOfWord
    let text = source.text(of: span(range))
    guard !range.isEmpty, !text.hasPrefix("{"), !text.hasPrefix("[") else {
      throw stop("a key in double quotes is expected here", at: start..<min(start + 1, source.bytes.count))
    }
    cursor.index = range.upperBound
    try slip(
      "the key `\(text)` has to be in double quotes in JSON", at: range, "put it in double quotes",
      ScalarSpelling.doubleQuoted.text(text), .safe)
    return (text, span(range))
  }

  /// Steps over what stands between two members. False behind the closing bracket.
  private mutating func goesOn(until close: Character, from open: Int, isFirst: Bool) throws(Stop) -> Bool {
    let end = cursor.index
    try skip()
    var comma: Int?
    while cursor.byte == UInt8(ascii: ",") {
      if isFirst || comma != nil {
        try slip("there is a `,` too many", at: cursor.index..<cursor.index + 1, "leave the `,` out", "", .safe)
      }
      comma = comma ?? cursor.index
      cursor.index += 1
      try skip()
    }
    guard let byte = cursor.byte else { throw stop("this is never closed", at: open..<open + 1) }
    if byte == close.asciiValue {
      cursor.index += 1
      if let comma, !isFirst {
        try slip("there is a `,` before the `\(close)`", at: comma..<comma + 1, "leave the `,` out", "", .safe)
      }
      return false
    }
    if byte.isOneOf("]}") {
      log.report(
        .syntaxError, "a `\(close)` is expected here, to close what began before",
        at: span(cursor.index..<cursor.index + 1), notes: [Note("it begins here", at: span(open..<open + 1))])
      throw Stop()
    }
    if !isFirst, comma == nil {
      let isNewLine = source.bytes[end..<cursor.index].contains(0x0A)
      try slip(
        "a `,` is missing before this", at: cursor.index..<cursor.endOfWord, "write `,` before it",
        edit: TextEdit(span: span(end..<end), replacement: ","), isNewLine ? .safe : .unsafe)
    }
    return true
  }
}

// MARK: Texts

extension JSONParser {
  private mutating func string() throws(Stop) -> String {
    let start = cursor.index
    let quote = source.bytes[start]
    cursor.index += 1
    var text: [UInt8] = []
    while let byte = cursor.byte, byte != quote {
      switch byte {
      case UInt8(ascii: "\\"): text += try escape()
      case 0x0A, 0x0D: throw stop("this is not closed on its line; a line break in a text is `\\n`", at: start..<start + 1)
      case 0..<0x20:
        let written = byte == 0x09 ? "\\t" : "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        try slip(
          byte == 0x09 ? "a tab in a text is written `\\t` in JSON" : "a control character is written `\(written)` in JSON",
          at: cursor.index..<cursor.index + 1, "write `\(written)`", written, .safe)
        text.append(byte)
        cursor.index += 1
      default:
        let end = cursor.endOfPlainText(quote)
        text += source.bytes[cursor.index..<end]
        cursor.index = end
      }
    }
    guard cursor.byte != nil else { throw stop("this is never closed", at: start..<start + 1) }
    cursor.index += 1
    let result = String(decoding: text, as: UTF8.self)
    if quote == UInt8(ascii: "'") {
      try slip(
        "a text has to be in double quotes in JSON", at: start..<cursor.index, "put it in double quotes",
        ScalarSpelling.doubleQuoted.text(result), .safe)
    }
    return result
  }

  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
  ]

  /// The bytes that an escape stands for.
  private mutating func escape() throws(Stop) -> [UInt8] {
    let start = cursor.index
    if start + 1 < source.bytes.count, let byte = JSONParser.letters[source.bytes[start + 1]] {
      cursor.index += 2
      return [byte]
    }
    if let unit = cursor.codeUnit(at: start) {
      cursor.index += 6
      let low = UTF16.isLeadSurrogate(unit) ? cursor.codeUnit(at: cursor.index) : nil
      if let low, UTF16.isTrailSurrogate(low) {
        cursor.index += 6
        return Array(String(decoding: [unit, low], as: UTF16.self).utf8)
      }
      if UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) {
        try slip("this is one half of a character that is written in two", at: start..<start + 6)
      }
      return Array(String(decoding: [unit], as: UTF16.self).utf8)
    }
    cursor.index += 1
    try slip(
      "this `\\` begins no escape of JSON; the character itself is written `\\\\`", at: start..<start + 1,
      "write `\\\\`", "\\\\", .unsafe)
    return [UInt8(ascii: "\\")]
  }
}

// MARK: Between values

extension JSONParser {
  /// Steps over white space, and over comments, which are reported.
  private mutating func skip() throws(Stop) {
    cursor.skipWhiteSpace()
    while let end = cursor.endOfComment {
      try slip(
        "JSON has no comments", at: cursor.index..<end, "leave the comment out",
        edit: TextEdit(span: span(cursor.index..<end), replacement: ""), .unsafe)
      cursor.index = end
      cursor.skipWhiteSpace()
    }
  }

  private func span(_ range: Range<Int>) -> SourceSpan { SourceSpan(file: source.id, range) }

  /// Reports what is no JSON although it can be read.
  private mutating func slip(
    _ message: String, at range: Range<Int>, _ help: String, edit: TextEdit, _ safety: FixIt.Safety
  ) throws(Stop) {
    log.report(.syntaxError, message, at: span(range), fixIts: [FixIt(help, edits: [edit], safety: safety)])
    if log.diagnostics.count >= JSONParser.mostErrors { throw Stop() }
  }

  private mutating func slip(
    _ message: String, at range: Range<Int>, _ help: String, _ replacement: String, _ safety: FixIt.Safety
  ) throws(Stop) {
    try slip(message, at: range, help, edit: TextEdit(span: span(range), replacement: replacement), safety)
  }

  private mutating func slip(_ message: String, at range: Range<Int>) throws(Stop) {
    log.report(.syntaxError, message, at: span(range))
    if log.diagnostics.count >= JSONParser.mostErrors { throw Stop() }
  }

  private mutating func stop(_ message: String, at range: Range<Int>) -> Stop {
    log.report(.syntaxError, message, at: span(range))
    return Stop()
  }
}

extension String {
  /// The text between quotation marks of other kinds than JSON has; nil if it is not in such.
  fileprivate var withoutQuotes: String? {
    let pairs: [Character: Set<Character>] = [
      "“": ["”", "“"], "„": ["“", "”"], "‘": ["’", "‘"], "‚": ["‘", "’"], "«": ["»"], "»": ["«"], "`": ["`"], "´": ["´"],
    ]
    guard count > 1, let first, let last, pairs[first]?.contains(last) == true else { return nil }
    let inner = String(dropFirst().dropLast())
    return inner.contains { pairs[$0] != nil || $0 == "”" || $0 == "’" } ? nil : inner
  }

  /// Whether it can only be a text whose quotation marks are missing, and no value of another language.
  fileprivate var isPlainWord: Bool {
    !["undefined", "nan", "inf", "infinity"].contains(lowercased())
      && allSatisfy { $0.isLetter || $0.isNumber || "_-./:%#+ ".contains($0) }
  }
}
