import Compiler
import Diagnostics
import Syntax

extension ReadDocument {
  /// The name under the cursor, where it is one that the document gives.
  func renamable(at position: LSP.Position) -> LSP.PrepareRenameResult? {
    guard let occurrence = names.occurrence(at: offset(of: position)), isDeclared(occurrence) else { return nil }
    return LSP.PrepareRenameResult(range: range(of: occurrence.span), placeholder: occurrence.name)
  }

  /// Gives the thing under the cursor another name, wherever it is meant.
  ///
  /// - Throws: an error with the reason if anything but the name would change.
  func renaming(at position: LSP.Position, to name: String) throws(ResponseError) -> [TextEdit] {
    guard let tree, isWhole else {
      throw ResponseError(.requestFailed, "the document cannot be read as a whole; mend its syntax first")
    }
    guard let occurrence = names.occurrence(at: offset(of: position)), isDeclared(occurrence) else {
      throw ResponseError(.requestFailed, "there is no name here that the document gives")
    }
    guard name != occurrence.name else { return [] }
    try check(name, for: occurrence)
    return try RenameTrial(of: occurrence, to: name, in: self, tree).edits()
  }

  private func isDeclared(_ occurrence: NameTable.Occurrence) -> Bool {
    names.all(occurrence.name, in: occurrence.space).contains { $0.declared != nil } && !isFilledIn(occurrence)
  }

  /// Whether a parameter decides the name.
  private func isFilledIn(_ occurrence: NameTable.Occurrence) -> Bool {
    !ParameterReferences.names(in: Array(occurrence.name.utf8)).isEmpty
  }

  private func check(_ name: String, for occurrence: NameTable.Occurrence) throws(ResponseError) {
    func refuse(_ reason: String) -> ResponseError { ResponseError(.requestFailed, reason) }
    guard !name.isEmpty, !name.contains(where: \.isNewline), name.allSatisfy({ $0 != "{" && $0 != "}" }) else {
      throw refuse("`\(name)` cannot be a name")
    }
    if names.declared(in: occurrence.space).contains(where: { $0.name == name }) {
      throw refuse("another \(occurrence.space.noun) is called `\(name)` already")
    }
    if !names.all(name, in: occurrence.space).isEmpty {
      throw refuse("`\(name)` is meant somewhere as the name of something else")
    }
    if occurrence.space == .asset, words.words.contains(where: { $0.meaning == .clip && $0.text == name }) {
      throw refuse("`\(name)` is the path of a clip already, which would play the asset instead")
    }
    if occurrence.space == .timed {
      let isWord = !name.contains { $0.isWhitespace || $0 == "+" || $0 == "." }
      guard isWord, let first = name.first, !first.isNumber, first != "-", name != "start", name != "end" else {
        throw refuse("times could not refer to `\(name)`: it has to be one word that begins with no digit")
      }
    }
  }
}
