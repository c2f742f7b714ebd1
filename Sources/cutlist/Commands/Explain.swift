import ArgumentParser
import CutlistKit
import Diagnostics

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Explain a diagnostic by its name, with examples.")

  @Argument(help: ArgumentHelp("The name in brackets behind a message; none lists them all.", valueName: "rule"), completion: Completions.rules)
  var rule: String?

  func run() throws {
    guard let rule else { return Output.print(ShownText(lines: Rules.table)) }
    let pages = ListedRule.all.map(\.page)
    guard let page = pages.first(where: { $0.id.name == rule }) else {
      let near = nearestName(to: rule, in: pages.map(\.id.name)).map { "; did you mean \($0)?" } ?? ""
      Output.complain("cutlist: error: there is no rule \(rule)\(near)")
      throw ExitStatus.commandLineIsWrong
    }
    Output.print(ShownText(lines: page.text))
    if let address = ListedRule.address(of: page.id, at: nil) { Output.print("\n\(address)") }
  }
}
