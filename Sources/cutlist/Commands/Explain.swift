import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Planner

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Explain a diagnostic by its name, with examples.")

  @Argument(help: ArgumentHelp("The name in brackets behind a message; none lists them all.", valueName: "rule"))
  var rule: String?

  func run() throws {
    let pages = (compilerPages + plannerPages + exportRunPages).sorted { $0.id < $1.id }
    guard let rule else {
      let width = pages.map(\.id.name.count).max() ?? 0
      for page in pages {
        let padding = String(repeating: " ", count: width - page.id.name.count)
        Output.print("\(page.id)\(padding)  \(page.severity.rawValue.padding(toLength: 7))  \(page.summary)")
      }
      return
    }
    guard let page = pages.first(where: { $0.id.name == rule }) else {
      let near = nearestName(to: rule, in: pages.map(\.id.name)).map { "; did you mean \($0)?" } ?? ""
      Output.complain("cutlist: error: there is no rule \(rule)\(near)")
      throw ExitStatus.commandLineIsWrong
    }
    Output.print(page.text)
  }
}

extension DiagnosticPage {
  /// The page as plain text.
  var text: String {
    var parts = ["\(id): \(summary) (\(severity.rawValue))", rationale]
    for example in bad { parts.append("Not like this:\n\n" + example.withoutMarks.indented) }
    for example in good { parts.append("Like this:\n\n" + example.indented) }
    return parts.joined(separator: "\n\n")
  }
}

extension String {
  fileprivate var withoutMarks: String { replacing("«", with: "").replacing("»", with: "") }
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(separator: "\n")
  }
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, length - count))
  }
}
