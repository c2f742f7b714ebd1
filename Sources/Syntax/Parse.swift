package import Diagnostics

/// Reads a text as YAML, or as JSON if its name says so. What can be read is returned even where something is wrong with the rest.
package func parse(_ source: SourceFile) -> Outcome<Node?> {
  let (root, diagnostics) = read(source)
  var log = DiagnosticLog()
  // One that stands there unescaped is refused before.
  if source.bytes.contains(UInt8(ascii: "\\")) { root?.reportNULs(to: &log) }
  return Outcome(root, diagnostics + log.diagnostics)
}

private func read(_ source: SourceFile) -> (Node?, [Diagnostic]) {
  if source.isNamedJSON {
    var parser = JSONParser(source)
    return (parser.parseDocument(), parser.diagnostics)
  }
  var parser = YAMLParser(source)
  return (parser.parseDocument(), parser.diagnostics)
}

extension Node {
  /// Reports texts with NUL characters, which end a text for the system and for libraries.
  fileprivate func reportNULs(to log: inout DiagnosticLog) {
    func check(_ text: String, at span: SourceSpan) {
      guard text.utf8.contains(0) else { return }
      log.report(.syntaxError, "a NUL character (`\\0`) cannot stand in a document", at: span)
    }
    switch content {
    case .scalar(let scalar): check(scalar.text, at: span)
    case .sequence(let elements): for element in elements { element.reportNULs(to: &log) }
    case .mapping(let entries):
      for entry in entries {
        check(entry.key, at: entry.keySpan)
        entry.value.reportNULs(to: &log)
      }
    }
  }
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
    tree = recoveredTree(of: text, text.bytes == source.bytes ? text.attempt(nil, parser.failure) : text.attempt())
  }
}
