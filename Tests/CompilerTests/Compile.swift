import Compiler
import Diagnostics
import Foundation
import TimelineModel

/// Compiles a document without any media.
func compile(_ text: String, catalog: MediaCatalog = MediaCatalog()) -> Compilation {
  Compilation(ParsedDocument(SourceFile(name: "edit.yaml", text: text)), catalog: catalog)
}

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
