import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say everything that is wrong with documents, at once and at its place.")

  @Argument(help: ArgumentHelp("The documents, or - for standard input.", valueName: "file"))
  var files: [String]

  @Option(help: "How to write what was found: text, json, sarif, github or junit.")
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp("Where the pages of docs/rules are published, for --format sarif to link to.", valueName: "url"))
  var rulesURL: String?

  @Flag(help: "Open no media; what depends on them is left unchecked.")
  var offline = false

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"))
  var root: String?

  @OptionGroup var damage: DamageOption

  @OptionGroup var network: NetworkOption

  @OptionGroup var parameters: ParameterOptions

  @Option(help: ArgumentHelp("Touch this file where there are no errors.", valueName: "file"))
  var stamp: String?

  @Option(
    help: ArgumentHelp("Say in this file, for Make or Ninja, what the stamp depends on.", valueName: "file"))
  var depfile: String?

  func validate() throws {
    if depfile != nil, stamp == nil { throw ValidationError("--depfile needs --stamp, which it is about") }
  }

  func run() throws {
    var loader = DocumentLoader(isOffline: offline, root: root, settings: parameters.settings)
    loader.concealsDamage = damage.policy == .conceal
    loader.allowsNetwork = network.allowNetwork
    var documents: [LoadedDocument] = []
    var checked: [CheckedDocument] = []
    var sources = SourceSet()
    for (index, file) in files.enumerated() {
      let document = try loader.loadOrStop(file, id: FileID(Int32(index)))
      documents.append(document)
      sources.formUnion(document.sources)
      let variants = loader.variants(of: document)
      documents += variants
      for variant in variants { sources.formUnion(variant.sources) }
      checked.append(
        CheckedDocument(
          name: document.compilation.source.name,
          diagnostics: document.compilation.diagnostics
            + variants.flatMap { $0.problems(besidesThoseOf: document) }))
    }
    Reporter(format: format, rulesURL: rulesURL).report(checked, in: sources)
    if checked.contains(where: \.diagnostics.hasErrors) { throw ExitStatus.documentHasErrors }
    guard let stamp else { return }
    // The stamp comes last: with it everything is done.
    try depfile.map { try DependencyFile(target: stamp, documents: documents).writeOrStop(to: $0) }
    try StampFile(stamp).touchOrStop()
  }
}
