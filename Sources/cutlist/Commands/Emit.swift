import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Planner
import Renderer
import TimelineModel

struct Emit: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Print a stage of the compile: the document as read, the composition, the plan's shots, the filter graphs.")

  enum Stage: String, ExpressibleByArgument, CaseIterable { case document, composition, plan, graph }

  @Argument(help: ArgumentHelp("The document.", valueName: "file"), completion: Completions.documents)
  var file: String

  @Option(help: "document, composition, plan or graph.")
  var stage = Stage.plan

  @Option(
    help: ArgumentHelp(
      "With the stage plan: the shots as they are after this pass of the optimiser, start before the first.",
      valueName: "pass"))
  var after: String?

  @OptionGroup var optimiser: OptimiserOptions

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    let names = [Pass.start] + Pass.passes(at: optimiser.level).map(\.name)
    if let after, !names.contains(after) {
      throw ValidationError(
        "-O\(optimiser.level.rawValue) has no pass \(after); there are \(names.joined(separator: ", "))")
    }
    if after != nil, stage != .plan { throw ValidationError("--after goes with --stage plan") }
  }

  func run() throws {
    let loaded = try DocumentLoader(root: root, settings: parameters.settings, allowsNetwork: network.allowNetwork, trust: trust.trust)
      .loadOrStop(file)
    let compilation = loaded.compilation
    switch stage {
    case .document:
      Reporter().report(compilation.diagnostics, in: loaded.sources)
      if let document = compilation.document { Output.print(ShownText(lines: document.text(place: loaded.place))) }
      if compilation.hasErrors { throw ExitStatus.ofErrors(in: [loaded]) }
    case .composition:
      Reporter().report(compilation.diagnostics, in: loaded.sources)
      if let composition = compilation.composition { Output.print(ShownText(lines: composition.text(place: loaded.place))) }
      if compilation.hasErrors { throw ExitStatus.ofErrors(in: [loaded]) }
    case .plan:
      try Reporter().reportOrStop(loaded)
      guard let composition = compilation.composition else { return }
      let maker = PlanMaker(composition, folder: loaded.mediaFolder, level: optimiser.level)
      do throws(RenderFailure) {
        Output.print(ShownText(lines: try maker.picture(through: after)?.text ?? "no picture\n"))
      } catch {
        throw Reporter().stop(on: error, in: loaded.sources)
      }
    case .graph:
      try Reporter().reportOrStop(loaded)
      guard let composition = compilation.composition else { return }
      do throws(RenderFailure) { Output.print(ShownText(lines: try graphText(renderer(composition, loaded)))) } catch {
        throw Reporter().stop(on: error, in: loaded.sources)
      }
    }
  }

  private func renderer(_ composition: Composition, _ loaded: LoadedDocument) -> FrameRenderer {
    FrameRenderer(
      PicturePlan(
        composition, catalog: loaded.catalog, target: RenderTarget(composition), level: optimiser.level),
      folder: loaded.mediaFolder)
  }
}
