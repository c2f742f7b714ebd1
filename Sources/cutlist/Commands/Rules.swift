import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List everything that can be said about a document.",
    discussion: "`cutlist explain RULE` explains one of them.")

  @Option(help: "How to write them: text or json.")
  var format = ListFormat.text

  func run() {
    switch format {
    case .text: Output.print(ShownText(lines: Rules.table))
    case .json: Output.deliver(Rules.json)
    }
  }

  /// Name, level, the stage that finds it, and what it finds.
  static var table: String {
    let width = ListedRule.all.map(\.page.id.name.count).max() ?? 0
    return ListedRule.all.map { rule in
      let (page, stage) = (rule.page, rule.stage.rawValue)
      return [
        page.id.name.padded(to: width), page.severity.rawValue.padded(to: 7), stage.padded(to: 11), page.summary,
      ].joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static var json: String {
    let rules = ListedRule.all.map { rule in
      WireRule(
        id: rule.page.id.name, level: rule.page.severity.rawValue, stage: rule.stage.rawValue,
        summary: rule.page.summary, rationale: rule.page.rationale, bad: rule.page.bad.map(WireExample.init),
        good: rule.page.good, media: rule.page.media.split(separator: "\n").map(String.init),
        session: rule.page.session.map { WireSession(document: $0.document, transcript: $0.transcript) },
        page: "docs/rules/\(ListedRule.fileName(of: rule.page.id))")
    }
    return WireRules(version: 1, rules: rules).readableJSON
  }

  private struct WireRules: Encodable {
    var version: Int
    var rules: [WireRule]
  }
  private struct WireRule: Encodable {
    var id: String
    var level: String
    var stage: String
    var summary: String
    var rationale: String
    var bad: [WireExample]
    var good: [String]
    /// What the examples' media are, a line for each.
    var media: [String]
    var session: WireSession?
    var page: String
  }
  private struct WireSession: Encodable {
    var document: String
    var transcript: String
  }
  /// A document, and the bytes of it that the rule is about.
  private struct WireExample: Encodable {
    var document: String
    var offset: Int
    var endOffset: Int

    init(_ marked: String) {
      let parts = marked.split(separator: "«", maxSplits: 1, omittingEmptySubsequences: false)
      let rest = parts.last?.split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false) ?? []
      document = marked.replacing("«", with: "").replacing("»", with: "")
      offset = parts.first?.utf8.count ?? 0
      endOffset = offset + (rest.first?.utf8.count ?? 0)
    }
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
