package import Diagnostics

extension SourceFile {
  /// True if its name says that it is JSON and nothing else.
  var isNamedJSON: Bool { name.lowercased().hasSuffix(".json") }

  /// True if this is JSON, in which everything but numbers and a few words has to be in double quotes.
  package var isJSON: Bool {
    if isNamedJSON { return true }
    let start = bytes.drop(while: \.isWhiteSpace)
    guard let open = start.first, "{[".utf8.contains(open) else { return false }
    let inside = start.dropFirst().first { !$0.isWhiteSpace }
    return inside.map { "\"{[]}".utf8.contains($0) } ?? true
  }
}
