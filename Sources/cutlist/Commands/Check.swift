import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import TimelineModel

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

  @Flag(help: "Open no media, and believe what cutlist lock wrote down of them; those that are there are compared.")
  var locked = false

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"))
  var root: String?

  @Option(
    help: ArgumentHelp(
      "Say only what has to do with this stretch of the timeline, as in 2s..10s.", valueName: "range"))
  var range: String?

  @OptionGroup var fixes: FixOptions

  @OptionGroup var damage: DamageOption

  @OptionGroup var rules: RuleOptions

  @OptionGroup var network: NetworkOption

  @OptionGroup var parameters: ParameterOptions

  @Option(help: ArgumentHelp("Touch this file where there are no errors.", valueName: "file"))
  var stamp: String?

  @Option(
    help: ArgumentHelp("Say in this file, for Make or Ninja, what the stamp depends on.", valueName: "file"))
  var depfile: String?

  func validate() throws {
    if locked, files.contains("-") { throw ValidationError("a document from standard input has no lock beside it") }
    if locked, offline { throw ValidationError("--locked knows the media, and --offline leaves them out") }
    if range != nil, stamp != nil { throw ValidationError("--stamp is about whole documents, --range about a part") }
    if depfile != nil, stamp == nil { throw ValidationError("--depfile needs --stamp, which it is about") }
    if format != .text, fixes.diff || fixes.fix && files.contains("-") {
      throw ValidationError(
        "standard output is for the \(fixes.diff ? "differences" : "fixed document"), not for --format")
    }
  }

  func run() throws {
    var loader = DocumentLoader(isOffline: offline, root: root, settings: parameters.settings)
    rules.apply(to: &loader)
    loader.concealsDamage = damage.policy == .conceal
    loader.allowsNetwork = network.allowNetwork
    var documents: [LoadedDocument] = []
    var checked: [CheckedDocument] = []
    var sources = SourceSet()
    var (fixedCount, hadErrors) = (0, false)
    var seen: Set<Diagnostic> = []
    for (index, file) in files.enumerated() {
      if locked { loader.lock = try MediaLock.ofDocumentOrStop(file) }
      var document = try loader.loadOrStop(file, id: FileID(Int32(index)))
      var variants = loader.variants(of: document)
      if fixes.isOn, DocumentLoader.isDocument(file) {
        let fixed = loader.fix(document, upTo: fixes.limit)
        try fixes.deliver(fixed, from: file)
        fixedCount += fixed.count
        hadErrors = hadErrors || document.compilation.hasErrors || variants.contains(where: \.compilation.hasErrors)
        (document, variants) = (fixed.document, fixed.variants)
      }
      documents += [document] + variants
      for loaded in [document] + variants { sources.formUnion(loaded.sources) }
      // What is wrong with a configuration is wrong for each document that it is about.
      let found =
        try inRange(document.compilation.diagnostics, of: document)
        + variants.flatMap { try inRange($0.problems(besidesThoseOf: document), of: $0) }
      checked.append(
        CheckedDocument(
          name: document.compilation.source.name, diagnostics: found.filter { seen.insert($0).inserted }))
    }
    Reporter(format: format, rulesURL: rulesURL).report(checked, in: sources)
    let diagnostics = checked.flatMap(\.diagnostics)
    if format == .text { reportFixes(of: diagnostics, fixedCount) }
    // Where nothing was written, the documents are as they were.
    if diagnostics.hasErrors || fixes.diff && hadErrors { throw ExitStatus.documentHasErrors }
    guard let stamp else { return }
    // The stamp comes last: with it everything is done.
    try depfile.map { try DependencyFile(target: stamp, documents: documents).writeOrStop(to: $0) }
    try StampFile(stamp).touchOrStop()
  }

  /// Those that have to do with the stretch that was asked for; all where the document has no timeline to speak of.
  private func inRange(_ diagnostics: [Diagnostic], of document: LoadedDocument) throws -> [Diagnostic] {
    guard let range, let composition = document.compilation.composition, composition.end > .zero else {
      return diagnostics
    }
    let stretch = try CommandLineValues.range(range, in: composition)
    return diagnostics.filter { document.concerns($0, stretch) }
  }

  private func reportFixes(of diagnostics: [Diagnostic], _ fixedCount: Int) {
    if fixedCount > 0, fixes.fix { Output.complain(FixOptions.summary(fixedCount)) }
    let files = zip(0..., files).filter { DocumentLoader.isDocument($1) }.map { FileID(Int32($0.0)) }
    if let offer = FixOptions.offer(diagnostics, in: files) { Output.complain(offer) }
  }
}
