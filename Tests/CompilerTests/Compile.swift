import Compiler
import CutlistKit
import Diagnostics
import Foundation
import TimelineModel

/// Compiles a document without any media.
func compile(_ text: String, catalog: MediaCatalog = MediaCatalog()) -> Compilation {
  Compilation(ParsedDocument(SourceFile(name: "edit.yaml", text: text)), catalog: catalog)
}

/// Compiles an example of a page: with the media that the page names or, where its rule looks at the picture or asks
/// what the libraries know, as `check --picture` does.
func compile(_ example: String, for page: DiagnosticPage) throws -> Compilation {
  guard rulesThatLook.contains(page.id) || rulesThatAskLibraries.contains(page.id) else {
    return compile(example, catalog: PageTests.catalog(for: page))
  }
  var loader = DocumentLoader()
  loader.configuration = .nowhere
  loader.look = PictureLook()
  let document = try loader.load(SourceFile(name: "edit.yaml", text: example), in: ".")
  if let obstacle = document.unseen.first { throw Unseen(message: obstacle.message) }
  return document.compilation
}

private let rulesThatAskLibraries: Set<DiagnosticID> = [
  "unknown-option", "bad-option", "option-not-allowed", "refused-filter", "missing-filter",
]

struct Unseen: Error { let message: String }

/// A document with « and » around a place, and the document without them.
struct Marked {
  var text: String
  var range: Range<Int>?

  init(_ marked: String) {
    guard let open = marked.range(of: "«"), let close = marked.range(of: "»") else {
      text = marked
      return
    }
    let start = marked[..<open.lowerBound].utf8.count
    let inside = marked[open.upperBound..<close.lowerBound].utf8.count
    text = marked.replacing("«", with: "").replacing("»", with: "")
    range = start..<start + inside
  }
}
