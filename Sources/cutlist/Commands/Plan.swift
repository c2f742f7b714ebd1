import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Planner
import Renderer
import TimelineModel

struct PlanCommand: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Say what a render would copy and encode, and why.",
    discussion: """
      Frames that show one source as it is are copied from the first picture that decoding can begin with; all others \
      are encoded. Each reason is a remark that `cutlist explain` explains. Transitions are listed with the sums by \
      which they come about.
      """)

  @Argument(help: ArgumentHelp("The document.", valueName: "file"), completion: Completions.documents)
  var file: String

  @Option(help: "How to write it: text or json.")
  var format = ListFormat.text

  @OptionGroup var part: StretchOptions

  @Option(help: ArgumentHelp("The picture's size against the canvas, as in 1/2.", valueName: "factor"))
  var scale: String?

  @Option(help: ArgumentHelp("The export preset, in place of the document's.", valueName: "name"), completion: Completions.presets)
  var preset: String?

  @OptionGroup var optimiser: OptimiserOptions

  @Option(
    help: ArgumentHelp("Fail where more movies than this have to be decoded for one frame.", valueName: "count"))
  var maxDecoders: Int?

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    _ = try CommandLineValues.scale(scale)
    try CommandLineValues.check(preset: preset)
  }

  func run() throws {
    let loaded = try DocumentLoader(
      root: root, preset: preset, settings: parameters.settings, allowsNetwork: network.allowNetwork, trust: trust.trust
    )
    .loadOrStop(file)
    let reporter = Reporter()
    try reporter.reportOrStop(loaded)
    guard var composition = loaded.compilation.composition else { throw ExitStatus.ofErrors(in: [loaded]) }
    let stretch = try part.stretch(of: composition)
    if let stretch { composition.extend(to: stretch.end) }
    let maker = PlanMaker(
      composition, folder: loaded.mediaFolder, range: stretch, scale: try CommandLineValues.scale(scale),
      level: optimiser.level)
    let report: PlanReport
    do throws(RenderFailure) { report = try maker.report() } catch { throw reporter.stop(on: error, in: loaded.sources) }
    switch format {
    case .text:
      let text = PlanText(
        report: report, composition: composition, transitions: loaded.compilation.transitions,
        moves: loaded.compilation.moves)
      Output.print(ShownText(lines: text.text))
      reporter.report(report.remarks + [Diagnostic(sampleEntry: report.sampleEntry)].compactMap(\.self), in: loaded.sources)
    case .json:
      Output.deliver(PlanJSON(report, composition, loaded.compilation, place: loaded.place).text)
    }
    if let maxDecoders, report.peakDecoders > maxDecoders {
      let page = DiagnosticPage.tooManyStreams
      reporter.report(
        [
          Diagnostic(
            page.severity, page.id,
            "\(report.peakDecoders) movies are decoded at once, and --max-decoders allows \(maxDecoders)",
            at: report.busiestShot?.origin.span)
        ], in: loaded.sources)
      throw ExitStatus.documentHasErrors
    }
  }
}
