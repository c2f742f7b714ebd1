import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// docs/rules is what the pages say and what their examples are told. `make snapshots` rewrites it.
@Suite struct RulePageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/rules")

  @Test func theFolderHoldsEveryPage() throws {
    let manager = FileManager.default
    var expected = Dictionary(
      uniqueKeysWithValues: try ListedRule.all.map { (ListedRule.fileName(of: $0.page.id), try Self.text(of: $0)) })
    expected["README.md"] = Self.index
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try? manager.removeItem(at: Self.folder)
      try manager.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      for (name, text) in expected {
        try text.write(to: Self.folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
    }
    #expect(Set(try manager.contentsOfDirectory(atPath: Self.folder.path)) == Set(expected.keys))
    for (name, text) in expected {
      let committed = try? String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
      #expect(committed == text, "\(name) differs: run `make snapshots`")
    }
  }

  private static func text(of rule: ListedRule) throws -> String {
    let page = rule.page
    let messages = try page.bad.map { example in
      let marked = Marked(example)
      let compiled = try compile(marked.text, for: page)
      let found = try findings(in: compiled, for: page).filter {
        $0.id == page.id && $0.span?.range == marked.range
      }
      return TerminalPrinter(SourceSet([compiled.source]), isColored: false).print(found)
    }
    return "# \(page.id)\n\n\(page.markdown(messages: messages))\n\n[All rules](README.md)\n"
  }

  private static var index: String {
    var parts = [
      """
      # Rules

      Everything that cutlist can say about a document, by how far the document comes before it is found out. \
      `cutlist explain RULE` shows a page in the terminal, `cutlist rules --format json` gives them all to programs, and \
      [Linting](../linting.md) shows how to check documents in an editor or a build.
      """
    ]
    for stage in FindingStage.allCases {
      let rows = ListedRule.all.filter { $0.stage == stage }.map { rule in
        "| [\(rule.page.id)](\(ListedRule.fileName(of: rule.page.id))) | \(rule.page.severity.rawValue) | \(rule.page.summary) |"
      }
      parts.append("## \(heading(stage))\n\n| rule | level | finds |\n|---|---|---|\n" + rows.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func heading(_ stage: FindingStage) -> String {
    switch stage {
    case .text: "As text"
    case .document: "As a document"
    case .references: "What it refers to"
    case .composition: "As a programme"
    case .plan: "Why frames are encoded, as `plan` says"
    case .render: "While a movie is made"
    }
  }
}
