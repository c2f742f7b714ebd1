import Diagnostics
import Syntax

extension ReadDocument {
  /// The name under the cursor, where it is one that the document gives.
  func renamable(at position: LSP.Position) -> LSP.PrepareRenameResult? {
    guard let occurrence = names.occurrence(at: offset(of: position)), isDeclared(occurrence) else { return nil }
    return LSP.PrepareRenameResult(range: range(of: occurrence.span), placeholder: occurrence.name)
  }

  /// Gives the thing under the cursor another name, wherever it is meant.
  func renaming(at position: LSP.Position, to name: String) throws(ResponseError) -> [TextEdit] {
    guard let tree, isWhole else {
      throw ResponseError(.requestFailed, "the document cannot be read as a whole; mend its syntax first")
    }
    guard let occurrence = names.occurrence(at: offset(of: position)), isDeclared(occurrence) else {
      throw ResponseError(.requestFailed, "there is no name here that the document gives")
    }
    try check(name, for: occurrence)
    guard name != occurrence.name else { return [] }
    let writer = ChangeWriter(tree, in: source)
    var (edits, words): ([TextEdit], [SourceSpan: [NameTable.Occurrence]]) = ([], [:])
    for place in names.all(occurrence.name, in: occurrence.space) {
      // What stands for a value has no quotes of its own.
      if place.space == .parameter, place.declared == nil, place.span != place.word.verbatim {
        edits.append(TextEdit(span: place.span, replacement: name))
      } else {
        words[place.word.span, default: []].append(place)
      }
    }
    for places in words.values {
      guard let edit = writer.edit(writing: name, at: places.map(\.span)) else {
        throw ResponseError(.requestFailed, "`\(places[0].word.text)` cannot be written with another name in it")
      }
      edits.append(edit)
    }
    return edits.sorted { $0.span.start < $1.span.start }
  }

  private func isDeclared(_ occurrence: NameTable.Occurrence) -> Bool {
    names.all(occurrence.name, in: occurrence.space).contains { $0.declared != nil }
  }

  private func check(_ name: String, for occurrence: NameTable.Occurrence) throws(ResponseError) {
    func refuse(_ reason: String) -> ResponseError { ResponseError(.requestFailed, reason) }
    guard !name.isEmpty, !name.contains(where: \.isNewline), name.allSatisfy({ $0 != "{" && $0 != "}" }) else {
      throw refuse("`\(name)` cannot be a name")
    }
    if name != occurrence.name, names.declared(in: occurrence.space).contains(where: { $0.name == name }) {
      throw refuse("another \(occurrence.space.noun) is called `\(name)` already")
    }
    if occurrence.space == .timed {
      let isWord = !name.contains { $0.isWhitespace || $0 == "+" || $0 == "." }
      guard isWord, let first = name.first, !first.isNumber, first != "-", name != "start", name != "end" else {
        throw refuse("times could not refer to `\(name)`: it has to be one word that begins with no digit")
      }
    }
  }
}
