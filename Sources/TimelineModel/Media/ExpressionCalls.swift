extension String {
  /// The first of some functions that the text calls as an expression of libavutil; `nil` if it calls none of them.
  package func firstCall(of functions: Set<String>) -> String? {
    // Libavutil takes the space out first, even out of names.
    let plain = String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace }))
    var rest = plain[...]
    while let start = rest.firstIndex(where: { $0.isLetter || $0 == "_" }) {
      let name = rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      if rest.first == "(", functions.contains(String(name)) { return String(name) }
    }
    return nil
  }
}
