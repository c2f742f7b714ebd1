/// Writes a stage as an outline: one line for each thing, indented, with its place in the source at the end.
package struct OutlineWriter {
  /// What is written for a span, such as `edit.yaml:6`; nil for none.
  private let place: (SourceSpan) -> String?
  private var lines: [String] = []

  package init(place: @escaping (SourceSpan) -> String?) { self.place = place }

  package mutating func line(_ depth: Int, _ text: String, at span: SourceSpan? = nil) {
    let indented = String(repeating: "  ", count: depth) + text.shown
    guard let span, let place = place(span) else { return lines.append(indented) }
    lines.append(indented + String(repeating: " ", count: max(2, 72 - indented.count)) + place.shown)
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }
}
