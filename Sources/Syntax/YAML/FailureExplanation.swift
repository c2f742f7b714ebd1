import Diagnostics

/// Says in a writer's words what libyaml says in its own, and points to where the mistake is rather than to where
/// reading stopped.
struct FailureExplanation {
  private let source: SourceFile
  private let map: CharacterMap

  init(_ source: SourceFile, _ map: CharacterMap) {
    self.source = source
    self.map = map
  }

  func diagnostic(of failure: EventStream.Failure) -> Diagnostic {
    if let character = UnreadableCharacter(in: source.bytes) {
      return error(character.complaint, at: SourceSpan(file: source.id, character.range))
    }
    let stop = map.offset(of: failure.index)
    let start = failure.context.map { _ in map.offset(of: failure.contextIndex) }
    if let slip = SlipSearch(source, start: start ?? stop, stop: stop).found { return slip }
    if let start, isFlow(failure), let comment = CommentTrap(source).comment(from: start, to: stop) {
      return error(
        "a `#` after a space begins a comment, so the rest of this line is lost", at: comment,
        fixIts: [FixIt("put the text in quotes")])
    }
    if let start, ["scanning an alias", "scanning an anchor", "tag"].contains(where: failure.context!.contains) {
      return error("a text that begins with \(character(at: start)) has to be in quotes", at: place(start))
    }
    let begun = start.flatMap { beginning(of: failure.context!, at: $0) }
    let isUnclosed = stop >= source.text.lastNonSpace
    if let start, let begun, begun.canBeClosed {
      if isUnclosed { return error("this is never closed", at: place(start)) }
      if isFlow(failure), isFirstOnLine(stop) {
        return error("this is not closed before line \(source.lines.line(at: stop))", at: place(start))
      }
    }
    return error(wording(of: failure, at: stop), at: place(stop), notes: [begun?.note].compactMap(\.self))
  }

  private func isFlow(_ failure: EventStream.Failure) -> Bool {
    failure.context?.contains("flow") ?? false
  }

  /// True if nothing but space and the hyphen of a list stands before a place on its line.
  private func isFirstOnLine(_ offset: Int) -> Bool {
    let line = source.lines.range(ofLine: source.lines.line(at: offset))
    return source.bytes[line.lowerBound..<min(offset, line.upperBound)]
      .allSatisfy { $0.isWhiteSpace || $0 == UInt8(ascii: "-") }
  }

  private func character(at offset: Int) -> String {
    let text = String(decoding: source.bytes[min(offset, source.bytes.count)...].prefix(4), as: UTF8.self)
    return text.first.map { $0.isNewline ? "a line break" : "`\($0)`" } ?? "nothing"
  }

  private func wording(of failure: EventStream.Failure, at stop: Int) -> String {
    if failure.problem.contains("cannot start any token") {
      return stop < source.bytes.count && source.bytes[stop] == UInt8(ascii: "\t")
        ? "a tab cannot indent; use spaces" : "a text that begins with \(character(at: stop)) has to be in quotes"
    }
    let known = FailureExplanation.sentences.first { sentence in
      failure.problem.contains(sentence.problem) && failure.context?.contains(sentence.context) ?? sentence.context.isEmpty
    }
    return known?.words ?? "the text cannot be read on from here"
  }

  /// What was being read, in words; nil where that says no more than the place.
  private func beginning(of context: String, at offset: Int) -> (note: Note, canBeClosed: Bool)? {
    FailureExplanation.beginnings.first { context.contains($0.context) }
      .map { (Note("\($0.words) begins here", at: place(offset)), $0.canBeClosed) }
  }

  private func error(
    _ message: String, at span: SourceSpan, notes: [Note] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    let page = DiagnosticPage.syntaxError
    return Diagnostic(page.severity, page.id, message, at: span, notes: notes, fixIts: fixIts)
  }

  private func place(_ offset: Int) -> SourceSpan {
    SourceSpan(file: source.id, offset..<min(offset + 1, source.bytes.count))
  }
}

// MARK: Words

extension FailureExplanation {
  private struct Sentence {
    /// Part of what libyaml says, and of what it says that it was reading.
    var problem: String
    var context = ""
    var words: String
  }

  /// The first that fits is said.
  private static let sentences = [
    Sentence(
      problem: "mapping values are not allowed",
      words: "a `:` and a space begin a value, and there is one already; put a text that holds them in quotes"),
    Sentence(
      problem: "block sequence entries are not allowed",
      words: "a list with `-` cannot begin here; begin it on a line of its own, or write it in brackets"),
    Sentence(problem: "mapping keys are not allowed", words: "a key with `?` cannot stand here"),
    Sentence(
      problem: "", context: "block scalar", words: "a text that begins with `|` or `>` has to be in quotes"),
    Sentence(
      problem: "could not find expected ':'",
      words: "a key is expected here, with a colon and a space behind it; indent what belongs to the line before"),
    Sentence(
      problem: "',' or ']'", words: "a `,` or a `]` is expected here"),
    Sentence(
      problem: "',' or '}'", words: "a `,` or a `}` is expected here"),
    Sentence(
      problem: "did not find expected key",
      words: "a key is expected here; one that belongs to the same mapping is indented as far as the others"),
    Sentence(
      problem: "'-' indicator",
      words: "a `-` is expected here; what belongs to the same list is indented as far as the others"),
    Sentence(problem: "expected node content", words: "a value is expected here"),
    Sentence(problem: "expected <document start>", words: "nothing can stand behind the end of the document"),
    Sentence(problem: "unexpected end of stream", words: "the text ends before the quotes are closed"),
    Sentence(problem: "unexpected document indicator", words: "`---` and `...` cannot stand at the start of a line in quotes"),
    Sentence(
      problem: "unknown escape character",
      words: "this is no escape; in double quotes write `\\\\` for a backslash, or use single quotes"),
    Sentence(problem: "hexdecimal number", words: "an escape has its hexadecimal digits missing"),
    Sentence(problem: "invalid Unicode character escape", words: "this escape is no character"),
    Sentence(problem: "tab character", words: "a tab cannot indent; use spaces"),
    Sentence(problem: "unexpected ':'", words: "a text that holds a `:` has to be in quotes here"),
    Sentence(problem: "", context: "directive", words: "a text that begins with `%` has to be in quotes"),
    Sentence(problem: "YAML document", words: "only YAML 1.1 and 1.2 are read; leave the `%YAML` out"),
    Sentence(problem: "directive", words: "a `%` cannot begin a line here"),
    Sentence(problem: "tag handle", words: "a text that begins with `!` has to be in quotes"),
    Sentence(problem: "too long", words: "the text is too long to be read"),
  ]

  private static let beginnings: [(context: String, words: String, canBeClosed: Bool)] = [
    ("flow mapping", "the mapping", true),
    ("flow sequence", "the list", true),
    ("quoted scalar", "the text in quotes", true),
    ("block mapping", "the mapping", false),
    ("block collection", "the list", false),
    ("simple key", "the line", false),
  ]
}

extension String {
  /// The byte offset behind the last character that is no space.
  fileprivate var lastNonSpace: Int {
    utf8.count - utf8.reversed().prefix(while: \.isWhiteSpace).count
  }
}
