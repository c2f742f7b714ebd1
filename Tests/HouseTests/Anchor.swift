extension String {
  /// Of a heading in Markdown, as GitHub makes it.
  var anchor: String {
    String(lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil })
  }
}
