package import Diagnostics

extension Node {
  /// The largest of the entries and elements in it that begin where the first one behind `offset` does.
  package func firstMember(behind offset: Int) -> SourceSpan? {
    var best: SourceSpan?
    func look(at span: SourceSpan) {
      guard span.start >= offset else { return }
      if let known = best, (known.start, -known.end) <= (span.start, -span.end) { return }
      best = span
    }
    func visit(_ node: Node) {
      guard node.span.end > offset else { return }
      switch node.content {
      case .scalar: break
      case .sequence(let elements):
        for element in elements {
          look(at: element.span)
          visit(element)
        }
      case .mapping(let entries):
        for entry in entries {
          look(at: entry.span)
          visit(entry.value)
        }
      }
    }
    visit(self)
    return best
  }
}
