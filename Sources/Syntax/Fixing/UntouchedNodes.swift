package import Diagnostics

/// The nodes of a document whose text no edit overlaps. Their values must be the same after the edits.
package struct UntouchedNodes {
  private let source: SourceFile
  private let edits: [TextEdit]

  package init(_ source: SourceFile, besides edits: [TextEdit]) {
    self.source = source
    self.edits = edits.filter { $0.span.file == source.id }
      .sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  /// Returns whether every untouched node within `node` has the same value in `edited`, the node that replaced it.
  package func areKept(_ node: Node, in edited: Node) -> Bool {
    if node.saysSame(as: edited) { return true }
    guard isTouched(node) else { return false }
    return switch (node.content, edited.content) {
    case (.mapping(let old), .mapping(let new)): areKept(old, in: new)
    case (.sequence(let old), .sequence(let new)): areKept(old, in: new)
    default: true
    }
  }

  private func areKept(_ old: [Node.Entry], in new: [Node.Entry]) -> Bool {
    let counterparts = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    return old.allSatisfy { entry in
      if isTouched(entry.keySpan) { return true }
      return counterparts[entry.key].map { areKept(entry.value, in: $0) } ?? isTouched(entry.value)
    }
  }

  private func areKept(_ old: [Node], in new: [Node]) -> Bool {
    if old.count == new.count { return zip(old, new).allSatisfy { areKept($0, in: $1) } }
    var rest = new[...]
    for element in old where !isTouched(element) {
      guard let index = rest.firstIndex(where: { element.saysSame(as: $0) }) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  /// An alias says what its anchor says, wherever that stands.
  private func isTouched(_ node: Node) -> Bool {
    isTouched(node.span) || source.bytes.indices.contains(node.span.start)
      && source.bytes[node.span.start] == UInt8(ascii: "*")
  }

  private func isTouched(_ span: SourceSpan) -> Bool {
    let ended = edits.leadingCount { $0.span.end < span.start }
    return edits[ended...].prefix { $0.span.start <= span.end }.contains { edit in
      // What is put in at an end of a node may belong to it; what stood beside it did not.
      edit.span.range.isEmpty || span.range.isEmpty || edit.span.start < span.end && span.start < edit.span.end
    }
  }
}

extension Node {
  /// Tells whether another node has the same value, wherever both stand.
  package func saysSame(as other: Node) -> Bool {
    switch (content, other.content) {
    case (.scalar(let one), .scalar(let other)): one == other
    case (.sequence(let ones), .sequence(let others)):
      ones.elementsEqual(others) { $0.saysSame(as: $1) }
    case (.mapping(let ones), .mapping(let others)):
      ones.elementsEqual(others) { $0.key == $1.key && $0.value.saysSame(as: $1.value) }
    default: false
    }
  }
}
