import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

struct CoverageCommand: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Draw what of the programme the instructions and each track cover.",
    discussion: """
      Drawn as █ covered, · a gap, ╳ an overlap, ▒ hidden behind something. Instructions with gaps and overlaps are \
      drawn as they are; what else is wrong with the document is said and fails.
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable { case text, json, svg }

  @Argument(help: ArgumentHelp("The document, or - for standard input.", valueName: "file"), completion: Completions.documents)
  var file: String

  @Option(help: "How to write it: text, json or svg.")
  var format = Form.text

  @Option(help: ArgumentHelp("Fail where less than this is covered.", valueName: "percent"))
  var failUnder: String?

  @Option(help: "What --fail-under is about: instructions, tracks (each of them), picture or sound.")
  var of = Coverage.Part.instructions

  @Flag(help: "Open no media; lengths have to be written then.")
  var offline = false

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var rules: RuleOptions

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  /// What coverage itself shows.
  private static let ownRules: Set<String> = [
    "instruction-gap", "instruction-overlap", "instruction-order", "instruction-span-short",
  ]

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  func validate() throws { _ = try least() }

  func run() throws {
    var loader = DocumentLoader(
      isOffline: offline, root: root, settings: parameters.settings, allowsNetwork: network.allowNetwork, trust: trust.trust)
    rules.apply(to: &loader)
    let document = try loader.loadOrStop(file)
    let problems = document.compilation.diagnostics.filter { !CoverageCommand.ownRules.contains($0.id.name) }
    Reporter().report(problems, in: document.sources)
    guard let coverage = Coverage(document) else {
      if !problems.hasErrors { Output.complain("cutlist: error: nothing says how long the programme is") }
      throw ExitStatus.ofErrors(in: [document])
    }
    switch format {
    case .text:
      let text = CoverageText(coverage: coverage, width: Output.columns, isColored: Output.outputIsColored).text
      Output.print(ShownText(styled: text))
    case .json: Output.deliver(CoverageJSON(coverage).text)
    case .svg: Output.deliver(coverage.svg)
    }
    let isEnough = try least().map { coverage.fraction(of: of) >= $0 } ?? true
    if !isEnough { Output.complain("cutlist: error: less than \(failUnder ?? "") of the \(of.rawValue) is covered") }
    if problems.hasErrors || !isEnough { throw ExitStatus.ofErrors(in: [document]) }
  }

  /// From 0 to 1.
  private func least() throws -> Double? {
    guard let failUnder else { return nil }
    let number = failUnder.hasSuffix("%") ? String(failUnder.dropLast()) : failUnder
    guard let percent = Double(number), (0...100).contains(percent) else {
      throw ValidationError("--fail-under takes a percentage from 0% to 100%; `\(failUnder)` is none")
    }
    return percent / 100
  }
}

extension Coverage.Part: ExpressibleByArgument {}
