import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say everything that is wrong with documents, at once and at its place.")

  @Argument(help: ArgumentHelp("The documents, or - for standard input.", valueName: "file"))
  var files: [String]

  @Option(help: "How to write what was found: text or json.")
  var format = ReportFormat.text

  @Flag(help: "Open no media; what depends on them is left unchecked.")
  var offline = false

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"))
  var root: String?

  func run() throws {
    let loader = DocumentLoader(isOffline: offline, root: root)
    var diagnostics: [Diagnostic] = []
    var sources = SourceSet()
    for (index, file) in files.enumerated() {
      let document = try loader.loadOrStop(file, id: FileID(Int32(index)))
      sources.insert(document.compilation.source)
      diagnostics += document.compilation.diagnostics
    }
    Reporter(format: format).report(diagnostics, in: sources)
    if diagnostics.hasErrors { throw ExitStatus.documentHasErrors }
  }
}
