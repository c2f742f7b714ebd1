import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

struct Lock: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write down what the media of documents are, so that check --locked needs none of them.",
    discussion: "The lock of edit.yaml is edit.yaml.lock, beside it.")

  @Argument(help: ArgumentHelp("The documents.", valueName: "file"), completion: Completions.documents)
  var files: [String]

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  /// What has to be right for a lock to be whole.
  private static let mediaRules: Set<String> = [
    "missing-media", "unreadable-media", "path-outside-root", "network-not-allowed", "syntax-error", "limit-exceeded",
  ]

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if files.contains("-") { throw ValidationError("a document from standard input has no place for a lock") }
  }

  func run() throws {
    for file in files {
      var loader = DocumentLoader(
        root: root, settings: parameters.settings, allowsNetwork: network.allowNetwork, trust: trust.trust)
      loader.memory = WorldMemory(holdsForOneRun: true)
      let document = try loader.loadOrStop(file)
      let variants = loader.variants(of: document)
      let found = document.compilation.diagnostics + variants.flatMap { $0.problems(besidesThoseOf: document) }
      let problems = found.filter { Lock.mediaRules.contains($0.id.name) }
      Reporter().report(problems, in: variants.reduce(into: document.sources) { $0.formUnion($1.sources) })
      if problems.hasErrors {
        throw ExitStatus.ofErrors(in: [document] + variants)
      }
      try write(document, variants, to: MediaLock.path(of: file))
    }
  }

  private func write(_ document: LoadedDocument, _ variants: [LoadedDocument], to path: String) throws {
    do throws(LockFailure) {
      let lock = try MediaLock(of: document, variants: variants, path: path)
      try lock.write()
      Output.complain("\(path): \(lock.count) media file\(lock.count == 1 ? "" : "s")")
    } catch {
      Output.complain("cutlist: error: \(error)")
      throw ExitStatus.workFailed
    }
  }
}
