import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

struct Expand: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a document in full: every default, every transition as instructions.",
    discussion: "What comes out is itself a document, with the same meaning.")

  @Argument(help: ArgumentHelp("The document.", valueName: "file"), completion: Completions.documents)
  var file: String

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let document = try DocumentLoader(root: root, settings: parameters.settings, allowsNetwork: network.allowNetwork, trust: trust.trust)
      .loadOrStop(file)
    try Reporter().reportOrStop(document)
    guard let composition = document.compilation.composition else { return }
    Output.deliver(document: composition.namingArtwork(from: document.folder).expanded)
  }
}
