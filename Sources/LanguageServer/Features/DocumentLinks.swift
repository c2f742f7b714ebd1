import Compiler
import CutlistKit
import Diagnostics
import Platform

extension ReadDocument {
  /// The files that the document names and that are there, to be opened from it.
  func links(address: (String) -> String) -> [LSP.DocumentLink] {
    words.words.compactMap { word in
      file(of: word).map { LSP.DocumentLink(range: range(of: word.span), target: address($0)) }
    }
  }

  /// The path of the file that a word names; nil if the word names none, or one that is not there.
  func file(of word: WordMap.Word) -> String? {
    guard let written = pathOfFile(word) else { return nil }
    let folder = DocumentPath.folder(of: path)
    let file = PathName.isAbsolute(written) ? written : "\(folder)/\(written)"
    return ConfinedPath(file, within: folder).exists ? file : nil
  }

  /// The path that a word is, as it is written; nil if it is none, or parameters decide it.
  func pathOfFile(_ word: WordMap.Word) -> String? {
    guard word.meaning == .path || word.meaning == .clip, names.occurrence(at: word.span.start) == nil,
      !word.text.isEmpty, !word.text.contains("://"), !word.text.contains("${")
    else { return nil }
    return word.text
  }
}
