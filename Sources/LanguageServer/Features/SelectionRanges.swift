import Diagnostics
import Syntax

extension ReadDocument {
  /// What a selection grows to from each position, step by step: a word, its entry, the mapping or list, and so on to the
  /// whole document.
  func selectionRanges(at positions: [LSP.Position]) -> [LSP.SelectionRange] {
    positions.map { position in
      let offset = offset(of: position)
      let empty = LSP.SelectionRange(range: LSP.Range(start: position, end: position), parent: nil)
      let spans = tree?.spans(around: offset) ?? []
      return spans.reduce(nil) { outer, span in
        let range = range(of: span)
        return outer?.range == range ? outer : LSP.SelectionRange(range: range, parent: outer)
      } ?? empty
    }
  }
}

extension Node {
  /// The spans that hold an offset, the outermost first.
  fileprivate func spans(around offset: Int) -> [SourceSpan] {
    var spans: [SourceSpan] = []
    var node: Node? = self
    while let inner = node, inner.span.holds(offset) {
      spans.append(inner.span)
      node = nil
      switch inner.content {
      case .scalar: break
      case .sequence(let elements): node = elements.first { $0.span.holds(offset) }
      case .mapping(let entries):
        guard let entry = entries.first(where: { $0.span.union($0.keySpan).holds(offset) }) else { break }
        spans.append(entry.span.union(entry.keySpan))
        if entry.keySpan.holds(offset) { spans.append(entry.keySpan) } else { node = entry.value }
      }
    }
    return spans
  }
}

extension SourceSpan {
  fileprivate func holds(_ offset: Int) -> Bool { start <= offset && offset <= end }
}
