package import Diagnostics

/// Reads YAML or JSON text. What can be read is returned even where something is wrong with the rest.
package func parse(_ source: SourceFile) -> Outcome<Node?> {
  var parser = YAMLParser(source)
  let root = parser.parseDocument()
  return Outcome(root, parser.diagnostics)
}
