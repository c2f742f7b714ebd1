import ArgumentParser
import CutlistKit
import Diagnostics

struct Format: LimitedCommand, ColoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Lay documents out canonically, with all their comments.",
    discussion: "What cannot be read stays as it is. A document from standard input goes to standard output.")

  @OptionGroup var documents: DocumentArguments

  @Flag(help: "Write nothing; say which documents would change, and fail if there are any.")
  var check = false

  @Flag(help: "Write nothing; show what would change as a unified diff, and fail if anything does.")
  var diff = false

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  func run() throws {
    var (hasErrors, wouldChange) = (false, false)
    var unreadable: [ExitStatus] = []
    var loader = DocumentLoader()
    loader.standardInputPath = documents.standardInputName
    for (index, file) in try documents.listedOrStop().enumerated() {
      guard DocumentLoader.isDocument(file) else {
        Output.complain("cutlist: error: \(file) is no document: its name ends neither in .yaml nor in .json")
        throw ExitStatus.commandLineIsWrong
      }
      let source: SourceFile
      do throws(UnreadableDocument) { source = try loader.source(file, id: FileID(Int32(index))) } catch {
        unreadable.append(ExitStatus.reporting(error))
        continue
      }
      let formatted = FormattedDocument(source)
      Reporter().report(formatted.diagnostics, in: SourceSet([source]))
      hasErrors = hasErrors || formatted.diagnostics.hasErrors
      wouldChange = wouldChange || formatted.hasChanged
      try deliver(formatted, of: source, to: file)
    }
    if let worst = unreadable.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
    if hasErrors || wouldChange && (check || diff) { throw ExitStatus.documentHasErrors }
  }

  private func deliver(_ formatted: FormattedDocument, of source: SourceFile, to file: String) throws {
    if check, formatted.hasChanged { Output.complain("\(source.name) is not laid out canonically") }
    if diff, formatted.hasChanged {
      Output.deliver(
        document: UnifiedDiff(of: source.bytes, and: formatted.bytes, name: source.name).text)
    }
    guard !check, !diff else { return }
    if file == "-" { return Output.deliver(document: formatted.bytes) }
    guard formatted.hasChanged else { return }
    do throws(RewriteFailure) { try RewrittenFile(file).write(formatted.bytes, replacing: source.bytes) } catch {
      Output.complain("cutlist: error: \(error)")
      throw ExitStatus.workFailed
    }
  }
}
