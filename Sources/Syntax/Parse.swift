package import Diagnostics

/// Reads a text as YAML, or as JSON if its name says so. What can be read is returned even where something is wrong with the rest.
package func parse(_ source: SourceFile) -> Outcome<Node?> {
  if source.isNamedJSON {
    var parser = JSONParser(source)
    let root = parser.parseDocument()
    return Outcome(root, parser.diagnostics)
  }
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
    parsed = parse(source)
    if let root = parsed.value {
      tree = root
      return
    }
    // JSON that cannot be read to its end is recovered as the YAML that it is, too.
    var parser = YAMLParser(source, explainingFailures: false)
    if let root = parser.parseDocument() {
      tree = root
      return
    }
    let text = RecoveredText(source)
    tree = recoveredTree(of: text, text.attempt(nil, parser.failure))
  }
}
