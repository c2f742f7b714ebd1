extension DiagnosticPage {
  /// The page for a terminal.
  package var text: String {
    var parts = ["\(id): \(summary) (\(severity.rawValue))", rationale]
    if !media.isEmpty { parts.append("Where the media are:\n\n" + media.indented) }
    for example in bad { parts.append("\(headings.bad)\n\n" + example.withoutMarks.indented) }
    for example in good { parts.append("\(headings.good)\n\n" + example.indented) }
    if let session {
      parts += [
        "\(session.introduction)\n\n" + session.document.indented,
        "It goes like this:\n\n" + session.transcript.indented,
      ]
    }
    return parts.joined(separator: "\n\n")
  }

  /// The page as Markdown, below its heading.
  ///
  /// - Parameter messages: what is said of each of the bad examples, in their order, where that is to be shown.
  package func markdown(messages: [String] = []) -> String {
    var parts = ["\(summary.sentence) Level: \(severity.rawValue).", rationale]
    if !media.isEmpty { parts.append("Where the media are:\n\n" + media.fenced("text")) }
    if !bad.isEmpty { parts.append(headings.bad) }
    for (index, example) in bad.enumerated() {
      parts.append(example.withoutMarks.fenced("yaml"))
      if index < messages.count { parts.append(messages[index].fenced("text")) }
    }
    if !good.isEmpty { parts.append(headings.good) }
    for example in good { parts.append(example.fenced("yaml")) }
    if let session {
      parts += [
        session.introduction, session.document.fenced("yaml"), "It goes like this:",
        session.transcript.fenced("console"),
      ]
    }
    return parts.joined(separator: "\n\n")
  }
}

extension ShellSession {
  fileprivate var introduction: String { "In a shell, where `edit.yaml` is this:" }
}

extension String {
  fileprivate var withoutMarks: String { replacing("«", with: "").replacing("»", with: "") }
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(separator: "\n")
  }
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
  fileprivate func fenced(_ language: String) -> String {
    "```\(language)\n\(hasSuffix("\n") ? self : self + "\n")```"
  }
}
