extension String {
  /// The text on one line of Markdown, where it does nothing but be read.
  package var markdown: String {
    shown.reduce(into: "") { text, character in
      if "\\`*_[]<>|#&~!".contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  /// The text as code in a line of Markdown.
  package var markdownCode: String {
    let text = shown
    let longest = text.split(omittingEmptySubsequences: false) { $0 != "`" }.map(\.count).max() ?? 0
    guard longest > 0 else { return "`\(text)`" }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(text) \(fence)"
  }
}
