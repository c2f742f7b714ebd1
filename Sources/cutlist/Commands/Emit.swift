import ArgumentParser
import Compiler
import CutlistKit
import Planner
import Renderer
import TimelineModel

struct Emit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a stage of the compile: the document as read, the composition, or the filter graphs.")

  enum Stage: String, ExpressibleByArgument, CaseIterable { case document, composition, graph }

  @Argument(help: ArgumentHelp("The document.", valueName: "file"))
  var file: String

  @Option(help: "document, composition or graph.")
  var stage: Stage

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"))
  var root: String?

  func run() throws {
    let loaded = try DocumentLoader(root: root).loadOrStop(file)
    let compilation = loaded.compilation
    switch stage {
    case .document:
      Reporter().report(compilation.diagnostics, in: loaded.sources)
      if let document = compilation.document { Output.print(document.text(place: loaded.place)) }
      if compilation.hasErrors { throw ExitStatus.documentHasErrors }
    case .composition:
      Reporter().report(compilation.diagnostics, in: loaded.sources)
      if let composition = compilation.composition { Output.print(composition.text(place: loaded.place)) }
      if compilation.hasErrors { throw ExitStatus.documentHasErrors }
    case .graph:
      try Reporter().reportOrStop(loaded)
      guard let composition = compilation.composition else { return }
      do throws(RenderFailure) { Output.print(try graphText(renderer(composition, loaded))) } catch {
        throw Reporter().stop(on: error, in: loaded.sources)
      }
    }
  }

  private func renderer(_ composition: Composition, _ loaded: LoadedDocument) -> FrameRenderer {
    FrameRenderer(
      PicturePlan(composition, catalog: loaded.catalog, target: RenderTarget(composition)),
      folder: loaded.mediaFolder)
  }
}
