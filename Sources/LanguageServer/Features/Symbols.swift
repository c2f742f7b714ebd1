import Compiler
import Diagnostics
import Syntax
import TimelineModel

extension ReadDocument {
  /// The outline: sections, and in them what they hold, with its time.
  func symbols() -> [LSP.DocumentSymbol] {
    guard kind == .timeline else { return [] }
    return (tree?.entries ?? []).compactMap { entry in
      let section = entry.value
      switch entry.key {
      case "assets", "styles", "parameters", "variants":
        return symbol(entry.key, .namespace, entry.span, entry.keySpan, children: (section.entries ?? []).map(named))
      case "tracks": return list(entry) { track($0, number: $1) }
      case "titles": return list(entry) { title($0, number: $1) }
      case "chapters": return list(entry) { chapter($0, number: $1) }
      case "instructions": return list(entry) { instruction($0, number: $1) }
      default:
        return symbol(entry.key, .property, entry.span, entry.keySpan, detail: section.scalar?.text)
      }
    }
  }

  /// Those whose names hold the letters of a query in their order, whatever their case.
  func symbols(matching query: String) -> [LSP.SymbolInformation] {
    let letters = Array(query.lowercased())
    return flatSymbols().filter { symbol in
      let found = symbol.name.lowercased().reduce(0) { $0 < letters.count && letters[$0] == $1 ? $0 + 1 : $0 }
      return found == letters.count
    }
  }

  /// The same without a tree, for clients that know none.
  func flatSymbols() -> [LSP.SymbolInformation] {
    func flat(_ symbols: [LSP.DocumentSymbol], in container: String?) -> [LSP.SymbolInformation] {
      symbols.flatMap { symbol in
        [
          LSP.SymbolInformation(
            name: symbol.name, kind: symbol.kind, location: LSP.Location(uri: uri, range: symbol.range),
            containerName: container)
        ] + flat(symbol.children ?? [], in: symbol.name)
      }
    }
    return flat(symbols(), in: nil)
  }

  private func symbol(
    _ name: String, _ kind: LSP.DocumentSymbol.Kind, _ span: SourceSpan, _ place: SourceSpan, detail: String? = nil,
    children: [LSP.DocumentSymbol]? = nil
  ) -> LSP.DocumentSymbol {
    let line = name.prefix { !$0.isNewline }.trimmingSpaces
    return LSP.DocumentSymbol(
      name: line.isEmpty ? "(no name)" : line, detail: detail, kind: kind, range: range(of: span.union(place)),
      selectionRange: range(of: place), children: children)
  }

  private func list(
    _ entry: Node.Entry, _ element: (Node, Int) -> LSP.DocumentSymbol
  ) -> LSP.DocumentSymbol {
    let elements = (entry.value.elements ?? []).enumerated().map { element($1, $0 + 1) }
    return symbol(entry.key, .namespace, entry.span, entry.keySpan, children: elements)
  }

  private func named(_ entry: Node.Entry) -> LSP.DocumentSymbol {
    symbol(entry.key, .constant, entry.span, entry.keySpan, detail: entry.value.scalar?.text)
  }

  private func track(_ node: Node, number: Int) -> LSP.DocumentSymbol {
    let id = node["id"]
    let segments = node["segments"]?.elements ?? []
    let words = [node["kind"]?.scalar?.text, times.tracks[node.span].map(\.words)].compactMap(\.self)
    return symbol(
      id?.scalar?.text ?? "track-\(number)", .module, node.span, id?.span ?? node.beginning,
      detail: words.joined(separator: ", "), children: segments.map(segment))
  }

  private func segment(_ node: Node) -> LSP.DocumentSymbol {
    let clip = node["clip"]
    let written = ["file", "image", "images", "timeline", "color"].lazy.compactMap { clip?[$0]?.scalar?.text }.first
    let name = node["id"]?.scalar?.text ?? clip?.scalar?.text ?? written ?? node.scalar?.text
    return symbol(
      name ?? (node["gap"] == nil ? "segment" : "gap"), .event, node.span, (node["id"] ?? clip)?.span ?? node.beginning,
      detail: times.segment(at: node.span).map(\.range.words))
  }

  private func title(_ node: Node, number: Int) -> LSP.DocumentSymbol {
    let name = node["id"] ?? node["text"]
    return symbol(
      name?.scalar?.text ?? "title \(number)", .string, node.span, name?.span ?? node.beginning,
      detail: times.titles[node.span].map(\.words))
  }

  private func chapter(_ node: Node, number: Int) -> LSP.DocumentSymbol {
    symbol(
      node["title"]?.scalar?.text ?? "chapter \(number)", .event, node.span, node["title"]?.span ?? node.beginning,
      detail: times.chapters[node.span].map(\.words))
  }

  private func instruction(_ node: Node, number: Int) -> LSP.DocumentSymbol {
    symbol(
      node["over"]?.scalar?.text ?? "instruction \(number)", .array, node.span, node["over"]?.span ?? node.beginning)
  }
}

extension TimeRange {
  /// From when to when.
  var words: String { "\(start.inWords) – \(end.inWords)" }
}

extension Node {
  /// Where it begins, as a place that a cursor can jump to.
  fileprivate var beginning: SourceSpan {
    switch content {
    case .scalar: span
    case .mapping(let entries): entries.first?.keySpan ?? span
    case .sequence(let elements): elements.first?.span ?? span
    }
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
