package import Diagnostics

/// A document in its canonical layout: two spaces for each level, keys in their order, lists and mappings in brackets
/// where they were and fit on a line, no quotes that are not needed, comments where they were, at most one blank line.
/// What cannot be read comes back as it is, with what is wrong with it.
package func formatted(_ source: SourceFile) -> Outcome<String> {
  let parsed = parse(source)
  guard !parsed.diagnostics.hasErrors, let root = parsed.value else { return Outcome(source.text, parsed.diagnostics) }
  var reader = LayoutReader(source)
  guard let layout = reader.read() else { return Outcome(source.text, parsed.diagnostics) }
  let comments = source.comments(besides: root)
  var text: String
  if source.isJSON {
    // JSON has no comments, and a text that has some is better left to whoever reads it.
    guard comments.isEmpty else { return Outcome(source.text, parsed.diagnostics) }
    text = FlowWriter(source, isJSON: true).expanded(layout, indent: 0) + "\n"
  } else {
    var writer = BlockWriter(source, comments, from: reader.start)
    text = writer.text(of: layout)
  }
  // Whatever happens, a layout never changes what a document says.
  let again = parse(SourceFile(id: source.id, name: source.name, text: text)).value
  if again?.meaning != root.meaning { text = source.text }
  return Outcome(text, parsed.diagnostics)
}

extension Node {
  /// What it says, without places and quotes.
  package indirect enum Meaning: Hashable, Sendable {
    case nothing
    case text(String)
    case list([Meaning])
    case mapping([[Meaning]])
  }

  package var meaning: Meaning {
    switch content {
    case .scalar(let scalar): isNull ? .nothing : .text(scalar.text)
    case .sequence(let elements): .list(elements.map(\.meaning))
    case .mapping(let entries): .mapping(entries.map { [.text($0.key), $0.value.meaning] })
    }
  }
}
