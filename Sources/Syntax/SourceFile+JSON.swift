package import Diagnostics

extension SourceFile {
  /// Whether this is JSON, in which everything but numbers and a few words has to be in double quotes.
  package var isJSON: Bool {
    let start = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let open = start.first, "{[".utf8.contains(open) else { return false }
    let inside = start.dropFirst().first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return inside.map { "\"{[]}".utf8.contains($0) } ?? true
  }
}
