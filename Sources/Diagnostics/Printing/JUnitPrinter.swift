/// Writes diagnostics as the XML by which test runs are reported: a suite for each document, and in it a case for each
/// rule that found something. Errors are failures; warnings and remarks pass, with what they say as output, so that a
/// report fails where `check` does.
package struct JUnitPrinter: Sendable {
  private let printer: TerminalPrinter
  package init(_ sources: SourceSet) { printer = TerminalPrinter(sources, isColored: false) }

  package func print(_ documents: [CheckedDocument]) -> String {
    let suites = documents.map(Suite.init)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites\(attributes([("name", "cutlist check")] + counts(suites.flatMap(\.cases))))>",
    ]
    for suite in suites {
      lines.append("  <testsuite\(attributes([("name", suite.name)] + counts(suite.cases)))>")
      lines += suite.cases.flatMap { element($0, in: suite) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
  }

  private struct Suite {
    let name: String
    let cases: [Case]

    /// A document in which nothing was found is one case that passes.
    init(_ document: CheckedDocument) {
      name = document.name
      let byRule = Dictionary(grouping: document.diagnostics, by: \.id)
      let found = byRule.sorted { $0.key < $1.key }.map { Case(rule: $0.key.name, diagnostics: $0.value) }
      cases =
        document.problem.map { [Case(rule: "check", diagnostics: [], problem: $0)] }
        ?? (found.isEmpty ? [Case(rule: "check", diagnostics: [])] : found)
    }
  }

  private struct Case {
    let rule: String
    let diagnostics: [Diagnostic]
    /// Why the document could not be read; nil if it could.
    var problem: String?
    var isFailure: Bool { diagnostics.hasErrors }
  }

  private func element(_ check: Case, in suite: Suite) -> [String] {
    let head = "    <testcase\(attributes([("name", check.rule), ("classname", suite.name), ("file", suite.name)]))"
    if let problem = check.problem {
      return [head + ">", "      <error\(attributes([("message", problem)]))/>", "    </testcase>"]
    }
    guard let first = check.diagnostics.first else { return [head + "/>"] }
    let text = printer.print(check.diagnostics).xml
    let body =
      check.isFailure
      ? "      <failure\(attributes([("type", check.rule), ("message", first.message)]))>\(text)</failure>"
      : "      <system-out>\(text)</system-out>"
    return [head + ">", body, "    </testcase>"]
  }

  private func counts(_ cases: [Case]) -> [(String, String)] {
    [("tests", "\(cases.count)"), ("failures", "\(cases.count(where: \.isFailure))"),
      ("errors", "\(cases.count { $0.problem != nil })")]
  }

  private func attributes(_ pairs: [(String, String)]) -> String {
    pairs.map { " \($0)=\"\($1.xml.replacing("\n", with: "&#10;"))\"" }.joined()
  }
}

extension String {
  /// As text or attribute of XML 1.0, which has no way to write most control characters: they are only shown.
  fileprivate var xml: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\r": escaped += "&#13;"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      case _ where scalar.isHidden: escaped += "&#x\(String(scalar.value, radix: 16));"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.replacingLogMarks(with: "#&#35;")
  }
}
