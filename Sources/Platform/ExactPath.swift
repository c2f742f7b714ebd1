/// A path that is told from others by its bytes, as the system does it. Swift takes `é` and `e` with an accent for equal;
/// the system has two files.
package struct ExactPath: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactPath, b: ExactPath) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package static func < (a: ExactPath, b: ExactPath) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Sequence<String> {
  /// The paths, each once, in the order of their bytes.
  package var sortedPaths: [String] { Set(map(ExactPath.init)).sorted().map(\.text) }
}
