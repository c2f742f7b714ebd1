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
    let stop = map.offset(of: failure.index)
    let start = failure.context.map { _ in map.offset(of: failure.contextIndex) }
    if let color = CommentTrap(source).color(before: stop) { return CommentTrap.diagnostic(for: color, in: source) }
    if let start, isFlow(failure), let comment = CommentTrap(source).comment(from: start, to: stop) {
      return error(
        "a `#` after a space begins a comment, so the rest of this line is lost", at: comment.start,
        fixIts: [FixIt("put the text in quotes")])
    }
    if let start, ["scanning an alias", "scanning an anchor", "tag"].contains(where: failure.context!.contains) {
      let sign = Character(UnicodeScalar(source.bytes[start]))
      return error("a text that begins with `\(sign)` has to be in quotes", at: start)
    }
    let isUnclosed = stop >= source.text.lastNonSpace
    if let start, isUnclosed { return error("this is never closed", at: start, context: failure.context) }
    return error(wording(of: failure, at: stop), at: stop, context: failure.context, begun: start)
  }

  private func isFlow(_ failure: EventStream.Failure) -> Bool {
    failure.context?.contains("flow") ?? false
  }

  private func wording(of failure: EventStream.Failure, at stop: Int) -> String {
    let character = stop < source.bytes.count ? Character(UnicodeScalar(source.bytes[stop])) : " "
    if failure.problem.contains("cannot start any token") {
      return character == "\t"
        ? "a tab cannot indent; use spaces" : "a text that begins with `\(character)` has to be in quotes"
    }
    if failure.problem.contains("mapping values are not allowed") {
      return "a `:` and a space begin a value, and there is one already; put a text that holds them in quotes"
    }
    if failure.context?.contains("block scalar") ?? false {
      return "a text that begins with `|` or `>` has to be in quotes"
    }
    if failure.problem.contains("invalid trailing UTF-8") || failure.problem.contains("invalid leading UTF-8") {
      return "the text is not UTF-8"
    }
    return failure.problem
  }

  private func error(
    _ message: String, at offset: Int, context: String? = nil, begun: Int? = nil, fixIts: [FixIt] = []
  ) -> Diagnostic {
    let page = DiagnosticPage.syntaxError
    let notes = context.map { [Note("\($0)", at: begun.map(place))] } ?? []
    return Diagnostic(page.severity, page.id, message, at: place(offset), notes: notes, fixIts: fixIts)
  }

  private func place(_ offset: Int) -> SourceSpan {
    SourceSpan(file: source.id, offset..<min(offset + 1, source.bytes.count))
  }
}

extension String {
  /// The byte offset behind the last character that is no space.
  fileprivate var lastNonSpace: Int {
    utf8.count - utf8.reversed().prefix(while: \.isWhiteSpace).count
  }
}
