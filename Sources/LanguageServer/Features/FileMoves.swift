import CutlistKit
import Diagnostics
import Platform

/// Files and folders that are about to get other names, by their absolute paths.
struct FileMoves {
  private var targets: [ExactPath: String] = [:]

  /// - Parameter files: The addresses before and after. Those that name no file of this machine are passed over.
  init(_ files: [LSP.RenameFilesParams.File]) {
    for file in files {
      let (old, new) = (DocumentPath.path(of: file.oldUri), DocumentPath.path(of: file.newUri))
      guard PathName.isAbsolute(old), PathName.isAbsolute(new) else { continue }
      targets[ExactPath(AbsolutePath.written(old))] = AbsolutePath.written(new)
    }
  }

  /// Returns the path that a file will have: its own, unless it or a folder around it is moved.
  func target(of path: String) -> String {
    var folder = path
    while PathName.isAbsolute(folder), folder != "/" {
      if let target = targets[ExactPath(folder)] { return target + String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self) }
      folder = PathName.folder(of: folder)
    }
    return path
  }
}

extension ReadDocument {
  /// Returns the edits after which the document names the files that it names now, once they or it have been moved. Paths
  /// that parameters fill in stay as they are. It is empty if nothing has to change, or cannot be written.
  func edits(following moves: FileMoves) -> [TextEdit] {
    // A text that was never saved has no folder.
    guard let tree, isWhole, PathName.isAbsolute(path) else { return [] }
    let folder = DocumentPath.folder(of: path)
    let nextFolder = DocumentPath.folder(of: moves.target(of: path))
    var rewriting = WordRewriting(of: self, tree)
    let isMoved = ExactPath(nextFolder) != ExactPath(folder)
    var otherWords: Set<SourceSpan> = []
    for word in words.words {
      guard let written = pathOfFile(word) else {
        otherWords.insert(word.span)
        continue
      }
      // What looks like a path and leads nowhere may be the name of something, misspelt.
      if isMoved, file(of: word) == nil { continue }
      let isAbsolute = PathName.isAbsolute(written)
      let old = AbsolutePath.written(isAbsolute ? written : "\(folder)/\(written)")
      let new = moves.target(of: old)
      let led = isAbsolute ? old : AbsolutePath.written("\(nextFolder)/\(written)")
      guard ExactPath(led) != ExactPath(new) else { continue }
      let path = isAbsolute ? new : AbsolutePath.relative(new, from: nextFolder)
      // Such names mean something else in a document.
      guard !path.contains("${"), !path.contains("://") else { continue }
      rewriting.write(path, inPlaceOf: 0..<written.utf8.count, of: word)
    }
    // A word behind an anchor may be a path in one place and something else where an alias repeats it.
    guard !rewriting.changes.isEmpty, otherWords.isDisjoint(with: rewriting.changes.keys) else { return [] }
    return (try? rewriting.edits()) ?? []
  }
}
