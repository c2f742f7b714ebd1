package import Diagnostics

/// The entries and elements of a document in the order in which they begin, to be looked up by place.
package struct MemberPlaces {
  private var spans: [SourceSpan] = []

  package init(_ root: Node) {
    add(root)
    spans.sort { ($0.start, -$0.end) < ($1.start, -$1.end) }
  }

  private mutating func add(_ node: Node) {
    switch node.content {
    case .scalar: break
    case .sequence(let elements):
      for element in elements {
        spans.append(element.span)
        add(element)
      }
    case .mapping(let entries):
      for entry in entries {
        spans.append(entry.span)
        add(entry.value)
      }
    }
  }

  /// The largest of those that begin where the first one behind `offset` does.
  package func first(behind offset: Int) -> SourceSpan? {
    let before = spans.leadingCount { $0.start < offset }
    return before < spans.count ? spans[before] : nil
  }
}
