package import Diagnostics

/// Reads YAML or JSON text. What can be read is returned even where something is wrong with the rest.
package func parse(_ source: SourceFile) -> Outcome<Node?> {
  var parser = YAMLParser(source)
  let root = parser.parseDocument()
  return Outcome(root, parser.diagnostics)
}

/// A text that may be in the middle of being written.
package struct LenientReading {
  /// What `parse` says of it.
  package let parsed: Outcome<Node?>
  /// What that made of it or, where it made nothing, what it may be going to be (`recoveredTree`).
  package let tree: Node?

  package init(_ source: SourceFile) {
    var parser = YAMLParser(source)
    let root = parser.parseDocument()
    parsed = Outcome(root, parser.diagnostics)
    guard root == nil else {
      tree = root
      return
    }
    let text = RecoveredText(source)
    tree = recoveredTree(of: text, text.attempt(nil, parser.failure))
  }
}
