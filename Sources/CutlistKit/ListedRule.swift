package import Compiler
package import Diagnostics
import Foundation
import Planner
import Platform

/// Everything that cutlist can say about a document, by name.
package struct ListedRule: Sendable {
  package let page: DiagnosticPage
  package let stage: FindingStage

  /// Every rule, sorted by name.
  package static let all: [ListedRule] = {
    let stages =
      compilerPagesByStage + [(stage: .plan, pages: plannerPages), (stage: .render, pages: exportRunPages)]
    return stages.flatMap { stage, pages in pages.map { ListedRule(page: $0, stage: stage) } }
      .sorted { $0.page.id < $1.page.id }
  }()

  /// The name of its file in docs/rules.
  package static func fileName(of rule: DiagnosticID) -> String { "\(rule).md" }

  /// The URL of a rule's page: below `base` where one is given, or else in the documentation that is installed beside
  /// the program, if it is.
  package static func address(of rule: DiagnosticID, at base: String?) -> String? {
    if let base { return (base.hasSuffix("/") ? base : base + "/") + fileName(of: rule) }
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath().path else { return nil }
    let prefix = PathName.folder(of: PathName.folder(of: program))
    let page = PathName.path(of: "share/doc/cutlist/rules/\(fileName(of: rule))", in: prefix)
    return FileManager.default.fileExists(atPath: page) ? page.uriReference : nil
  }
}
