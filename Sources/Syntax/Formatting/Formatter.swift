package import Diagnostics

/// A document in its canonical layout: two spaces for each level, keys in their order, lists and mappings in brackets
/// where they were and fit on a line, no quotes that are not needed, comments where they were, at most one blank line.
/// What cannot be read comes back as it is, with what is wrong with it.
package func formatted(_ source: SourceFile) -> Outcome<String> {
  guard source.hasByteOrderMark || source.breaksLinesWithCRLF else { return formattedPlain(source) }
  let diagnostics = parse(source).diagnostics
  guard !diagnostics.hasErrors else { return Outcome(source.text, diagnostics) }
  // The mark and the line ends stay as they are, and the layout need not know of them.
  let bytes = source.bytes.dropFirst(source.bytes.byteOrderMarkLength)
  let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  let plain = formattedPlain(SourceFile(id: source.id, name: source.name, text: text))
  let broken = source.breaksLinesWithCRLF ? plain.value.replacing("\n", with: "\r\n") : plain.value
  return Outcome((source.hasByteOrderMark ? "\u{FEFF}" : "") + broken, diagnostics)
}

/// The same for a text without a byte order mark whose lines end with LF alone.
private func formattedPlain(_ source: SourceFile) -> Outcome<String> {
  let parsed = parse(source)
  guard !parsed.diagnostics.hasErrors, let root = parsed.value else { return Outcome(source.text, parsed.diagnostics) }
  if source.isNamedJSON {
    let text = FlowWriter(source, isJSON: true).expanded(Layout(ofJSON: root), indent: 0) + "\n"
    return Outcome(text, parsed.diagnostics)
  }
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
