import Compiler
import CutlistKit
import Diagnostics
import Platform

extension ReadDocument {
  /// Where the thing under the cursor gets its name; of a path to another document, the document.
  func definition(at position: LSP.Position, address: (String) -> String) -> [LSP.Location] {
    let offset = offset(of: position)
    if let occurrence = names.occurrence(at: offset) {
      return names.all(occurrence.name, in: occurrence.space).filter { $0.declared != nil }.map(location)
    }
    guard let word = words.word(at: offset), DocumentLoader.isDocument(word.text), let target = file(of: word) else {
      return []
    }
    let start = LSP.Position(line: 0, character: 0)
    return [LSP.Location(uri: address(target), range: LSP.Range(start: start, end: start))]
  }

  fileprivate func location(_ occurrence: NameTable.Occurrence) -> LSP.Location {
    LSP.Location(uri: uri, range: range(of: occurrence.span))
  }
}

extension ReadDocument {
  /// Every place that means the thing under the cursor.
  func references(at position: LSP.Position, includesDeclaration: Bool) -> [LSP.Location] {
    occurrences(at: position).filter { includesDeclaration || $0.declared == nil }.map(location)
  }

  /// The same, to be shown where they stand.
  func highlights(at position: LSP.Position) -> [LSP.DocumentHighlight] {
    occurrences(at: position).map { LSP.DocumentHighlight(range: range(of: $0.span), kind: $0.declared == nil ? 2 : 3) }
  }

  func occurrences(at position: LSP.Position) -> [NameTable.Occurrence] {
    names.occurrence(at: offset(of: position)).map { names.all($0.name, in: $0.space) } ?? []
  }
}
