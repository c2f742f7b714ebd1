import Diagnostics

/// Finds what keeps a text from being read by trying what would mend it.
struct SlipSearch {
  private let source: SourceFile
  /// Where reading stopped.
  private let stop: Int
  /// From where on what is amiss may stand.
  private let start: Int

  /// More than this are not tried, since each is read again.
  private static let maximumTries = 12

  init(_ source: SourceFile, start: Int, stop: Int) {
    (self.source, self.stop) = (source, stop)
    // Reading often stops on one of the lines behind.
    let written = source.bytes[..<min(stop, source.bytes.count)].lastIndex { !$0.isWhiteSpace } ?? 0
    let line = max(source.lines.line(at: min(written, stop)) - SlipSearch.linesBefore, 1)
    self.start = min(source.lines.range(ofLine: line).lowerBound, max(start, 0))
  }

  private static let linesBefore = 2
  /// Bytes; of what is longer a part is shown.
  private static let longestWord = 200

  /// The first slip whose fix lets reading come further; nil if there is none.
  var found: Diagnostic? {
    let slips = colors + lookAlikes + colons
    return slips.prefix(SlipSearch.maximumTries).first { mends($0.fixIts.flatMap(\.edits)) }
  }

  private func mends(_ edits: [TextEdit]) -> Bool {
    var parser = YAMLParser(source.applying(edits), explainingFailures: false)
    guard parser.parseDocument() == nil, let failure = parser.failure else { return true }
    let longer = edits.reduce(0) { $0 + $1.replacement.utf8.count - $1.span.range.count }
    return parser.offset(of: failure) > stop + max(longer, 0)
  }

  private var range: Range<Int> { start..<max(start, min(endOfLine(stop), source.bytes.count)) }

  private func endOfLine(_ offset: Int) -> Int { source.lines.range(ofLine: source.lines.line(at: offset)).upperBound }

  /// Colours without quotes, which took the rest of their lines with them.
  private var colors: [Diagnostic] {
    CommentTrap(source).colors(in: range).map { CommentTrap.diagnostic(for: $0, in: source) }
  }

  /// Characters that look like those of YAML: all of one kind are meant alike.
  private var lookAlikes: [Diagnostic] {
    let text = String(decoding: source.bytes[range], as: UTF8.self)
    var places: [Unicode.Scalar: [SourceSpan]] = [:]
    var offset = range.lowerBound
    for scalar in text.unicodeScalars {
      let length = scalar.utf8.count
      if LookAlike.table[scalar] != nil {
        places[scalar, default: []].append(SourceSpan(file: source.id, offset..<offset + length))
      }
      offset += length
    }
    return places.sorted { $0.value[0].start < $1.value[0].start }.map { scalar, spans in
      let meant = LookAlike.table[scalar]!
      let edits = spans.map { TextEdit(span: $0, replacement: meant.text) }
      return slip(
        "\(meant.name) stands here, which is a letter to YAML; write \(meant.words)", at: spans[0],
        FixIt("write \(meant.words)", edits: edits))
    }
  }

  /// Keys whose colon has no space behind it.
  private var colons: [Diagnostic] {
    let bytes = source.bytes
    return Array(range.lazy.filter { index in
      bytes[index] == UInt8(ascii: ":") && index > start && bytes[index - 1].isOfKey && index + 1 < bytes.count
        && !bytes[index + 1].isWhiteSpace
    }.prefix(SlipSearch.maximumTries)).map { colon in
      let key = bytes[start..<colon].suffix(SlipSearch.longestWord).reversed().prefix(while: \.isOfKey).count
      let rest = bytes[colon...].prefix(SlipSearch.longestWord)
      let end = rest.firstIndex { $0.isWhiteSpace || ",]}".utf8.contains($0) } ?? rest.endIndex
      let span = SourceSpan(file: source.id, colon - key..<end)
      let spaced = source.text(of: span.part(0..<key + 1)) + " " + source.text(of: span.part(key + 1..<span.range.count))
      let edits = [TextEdit(span: SourceSpan(file: source.id, colon + 1..<colon + 1), replacement: " ")]
      return slip("there is no space after the colon", at: span, FixIt("write `\(spaced)`", edits: edits))
    }
  }

  private func slip(_ message: String, at span: SourceSpan, _ fix: FixIt) -> Diagnostic {
    let page = DiagnosticPage.syntaxError
    return Diagnostic(page.severity, page.id, message, at: span, fixIts: [fix])
  }
}

/// A character that looks like one that means something to YAML, and is a letter to it.
struct LookAlike {
  let name: String
  /// What is meant, with the space behind it that YAML wants.
  let text: String

  var words: String { text.isEmpty ? "nothing" : text == " " ? "a space" : "`\(text.first!)`" }

  static let table: [Unicode.Scalar: LookAlike] = [
    "\u{A0}": LookAlike(name: "a no-break space (U+00A0)", text: " "),
    "\u{2007}": LookAlike(name: "a figure space (U+2007)", text: " "),
    "\u{202F}": LookAlike(name: "a narrow no-break space (U+202F)", text: " "),
    "\u{3000}": LookAlike(name: "an ideographic space (U+3000)", text: " "),
    "\u{200B}": LookAlike(name: "a zero width space (U+200B)", text: ""),
    "\u{FF1A}": LookAlike(name: "a full-width colon (U+FF1A)", text: ": "),
    "\u{FF0C}": LookAlike(name: "a full-width comma (U+FF0C)", text: ", "),
    "\u{FF3B}": LookAlike(name: "a full-width bracket (U+FF3B)", text: "["),
    "\u{FF3D}": LookAlike(name: "a full-width bracket (U+FF3D)", text: "]"),
    "\u{FF5B}": LookAlike(name: "a full-width brace (U+FF5B)", text: "{"),
    "\u{FF5D}": LookAlike(name: "a full-width brace (U+FF5D)", text: "}"),
    "\u{201C}": LookAlike(name: "a curly quote (U+201C)", text: "\""),
    "\u{201D}": LookAlike(name: "a curly quote (U+201D)", text: "\""),
    "\u{2018}": LookAlike(name: "a curly quote (U+2018)", text: "'"),
    "\u{2019}": LookAlike(name: "a curly quote (U+2019)", text: "'"),
  ]
}

extension UInt8 {
  /// A letter, a digit or a hyphen, which keys are made of.
  fileprivate var isOfKey: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
