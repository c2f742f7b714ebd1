import Compiler
import CutlistKit
import Diagnostics
import Planner
import Renderer

/// What a render would have to encode, and why, above what it is because of. To know that, packets of media files are
/// looked at, which takes a while with large ones: it is done apart from everything else.
struct CodeLensWork: Sendable {
  private let loaded: LoadedDocument
  private let lines: TextLines
  private let encoding: PositionEncoding
  private let file: FileID

  /// Nil for what cannot be rendered.
  init?(_ document: ReadDocument) {
    guard let loaded = document.loaded, document.isWhole, !loaded.compilation.hasErrors else { return nil }
    self.loaded = loaded
    lines = document.lines
    encoding = document.encoding
    file = document.source.id
  }

  func lenses() -> [LSP.CodeLens] {
    guard let composition = loaded.compilation.composition else { return [] }
    guard let report = try? PlanMaker(composition, folder: loaded.mediaFolder).report() else { return [] }
    return report.remarks.compactMap { remark in
      guard let span = remark.span, span.file == file else { return nil }
      return LSP.CodeLens(
        range: lines.range(span.start..<span.start, encoding),
        command: LSP.Command(
          title: remark.message, command: LSP.Command.showMessage,
          arguments: [([remark.message] + remark.notes.map(\.message) + remark.fixIts.map(\.title)).joined(separator: "\n")]))
    }
  }
}
