/// Reads a text that is being written as far as it can be guessed what it is going to be: brackets and quotes that are
/// open are closed, a word that stands where a key has to be becomes one, and lines that make no sense are passed over.
/// What comes out depends on the text alone. Nil where nothing is left of it.
///
/// `attempt` is what came of reading the text as it is. Nothing is reported: what is wrong with the text is what `parse`
/// says of it.
func recoveredTree(of text: RecoveredText, _ attempt: RecoveredText.Attempt) -> Node? {
  var (text, attempt) = (text, attempt)
  for _ in 0..<Recovery.maximumRounds {
    switch attempt {
    case .read(let root): return text.original(root)
    case .failed(let failure):
      guard let next = Recovery(text, failure).best else { return nil }
      (text, attempt) = next
    }
  }
  return nil
}

/// One thing that is wrong with a text, and what might be done about it.
private struct Recovery {
  private let text: RecoveredText
  private let failure: RecoveredText.Failure

  /// A text with more things wrong than this is not being written, but something else.
  static let maximumRounds = 16

  init(_ text: RecoveredText, _ failure: RecoveredText.Failure) {
    self.text = text
    self.failure = failure
  }

  /// What is missing is added if that mends anything, for what has been written is meant; otherwise the line is passed
  /// over without which reading comes furthest.
  var best: (RecoveredText, RecoveredText.Attempt)? {
    for candidate in additions {
      let attempt = candidate.attempt()
      if case .failed(let next) = attempt, candidate.place(of: next) == text.place(of: failure) { continue }
      return (candidate, attempt)
    }
    var best: (text: RecoveredText, attempt: RecoveredText.Attempt, reach: Int)?
    for candidate in omissions {
      let attempt = candidate.attempt()
      guard case .failed(let next) = attempt else { return (candidate, attempt) }
      let reach = candidate.place(of: next).stop
      if best.map({ reach > $0.reach }) ?? true { best = (candidate, attempt, reach) }
    }
    return best.map { ($0.text, $0.attempt) }
  }

  private var additions: [RecoveredText] {
    let stopLine = text.line(at: failure.stop)
    let begunLine = failure.begun.map { text.line(at: $0) }
    var additions = [begunLine, text.contentLine(before: stopLine), stopLine].compactMap { line in
      line.map { text.inserting(text.unclosed(in: $0), at: text.contentEnd(of: $0)) }
    }
    if let begunLine, failure.isKey {
      additions.append(text.inserting([UInt8(ascii: ":")], at: text.contentEnd(of: begunLine)))
    }
    return additions.filter { $0.bytes != text.bytes }
  }

  private var omissions: [RecoveredText] {
    let stopLine = text.line(at: failure.stop)
    let lines = [failure.begun.map { text.line(at: $0) }, stopLine, text.contentLine(before: stopLine)]
    return lines.compactMap { $0.map(text.omitting) }.filter { $0.bytes != text.bytes }
  }
}
