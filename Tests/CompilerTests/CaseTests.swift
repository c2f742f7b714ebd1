import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// The cases in `Cases/` hold. `make snapshots` rewrites what they expect; otherwise nothing is ever recorded.
@Suite struct CaseTests {
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"

  /// Shows CMP-12.
  @Test(arguments: CaseFile.all) func holds(url: URL) throws {
    var file = try CaseFile(url)
    var changes: [(CaseFile.Block, String)] = []
    var media = ""
    var compilation: Compilation?
    var expectations = 0
    for block in file.blocks {
      let text = file.text(of: block)
      switch block.kind {
      case "media": media = text
      case "yaml", "json":
        let source = SourceFile(name: "edit.\(block.kind)", text: text + "\n")
        compilation = Compilation(ParsedDocument(source), catalog: MediaCatalog(lines: media))
      case "diagnostics", "composition", "expanded":
        let compiled = try #require(compilation, "\(url.lastPathComponent): \(block.heading): no document")
        let actual = compiled.text(named: block.kind)
        expectations += 1
        if Self.isUpdating {
          changes.append((block, actual))
        } else {
          #expect(text == actual, "\(url.lastPathComponent): \(block.heading)")
        }
      default: Issue.record("\(url.lastPathComponent): a block of kind `\(block.kind)`")
      }
    }
    #expect(expectations > 0, "\(url.lastPathComponent) expects nothing")
    if Self.isUpdating { try file.rewrite(changes) }
  }

  @Test func thereAreCases() { #expect(CaseFile.all.count >= 6) }
}

extension Compilation {
  fileprivate func text(named kind: String) -> String {
    switch kind {
    case "diagnostics": return diagnostics.map(line).joined(separator: "\n")
    case "composition":
      let text = composition?.text { span in "\(self.source.position(of: span.start).line)" } ?? ""
      return text.trimmingCharacters(in: .newlines)
    default: return (composition?.expanded ?? "").trimmingCharacters(in: .newlines)
    }
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.span.map { source.position(of: $0.start) }
    let start = place.map { "\($0.line):\($0.column) " } ?? ""
    let notes = diagnostic.notes.map { note in
      let place = note.span.map { source.position(of: $0.start) }.map { " (\($0.line):\($0.column))" } ?? ""
      return "\n  note: \(note.message)\(place)"
    }
    let fixes = diagnostic.fixIts.map { "\n  help: \($0.title)" }
    return "\(start)\(diagnostic.severity): \(diagnostic.message) [\(diagnostic.id)]" + (notes + fixes).joined()
  }
}
