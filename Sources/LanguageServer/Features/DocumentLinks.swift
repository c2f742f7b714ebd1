import Compiler
import CutlistKit
import Diagnostics
import Platform

extension ReadDocument {
  /// The files that the document names and that are there, to be opened from it.
  func links(address: (String) -> String) -> [LSP.DocumentLink] {
    words.words.compactMap { word in
      guard let path = file(of: word), ConfinedPath(path, within: DocumentPath.folder(of: self.path)).exists else {
        return nil
      }
      return LSP.DocumentLink(range: range(of: word.span), target: address(path))
    }
  }

  /// The path of the file that a word names, whether there is one or not; nil for other words.
  func file(of word: WordMap.Word) -> String? {
    guard word.meaning == .path || word.meaning == .clip, names.occurrence(at: word.span.start) == nil,
      !word.text.isEmpty, !word.text.contains("://"), !word.text.contains("${")
    else { return nil }
    let folder = DocumentPath.folder(of: path)
    return PathName.isAbsolute(word.text) ? word.text : "\(folder)/\(word.text)"
  }
}
