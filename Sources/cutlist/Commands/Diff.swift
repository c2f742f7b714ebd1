import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Platform
import Renderer

struct Diff: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what differs between two versions of a document: not in the text, but in the movie.",
    discussion: """
      Segments that were added, removed, moved, trimmed or changed, what else changed, and which frames and which \
      seconds of sound are other ones. Exit status: 0 both make the same movie; 1 they do not; 2 they cannot be \
      compared.
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable { case text, json, markdown }

  @Argument(
    help: ArgumentHelp(
      "The old and the new version; - is standard input, and /dev/null no document at all.", valueName: "file"),
    completion: Completions.documents)
  var files: [String]

  @Option(help: "How to write it: text, json or markdown.")
  var format = Form.text

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Take both for versions of this document: what they name is looked for beside it.", valueName: "file"),
    completion: .file())
  var place: String?

  @Flag(help: "Take the seven arguments that git gives to a program that shows differences, and end with 0.")
  var git = false

  @Flag(help: "Open no media; frames and sounds are compared only where there are none.")
  var offline = false

  @Flag(help: "Open no media, and believe what cutlist lock wrote down of them; those that are there are compared.")
  var locked = false

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var damage: DamageOption

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if git {
      if place != nil { throw ValidationError("--git names the document itself, so --as has no place") }
      guard files.count == 7 || files.count == 9 else {
        throw ValidationError("--git is for git, which gives seven arguments, or nine for a file that was renamed")
      }
    } else {
      guard files.count == 2 else { throw ValidationError("there are two versions to compare, and not \(files.count)") }
      if files == ["-", "-"] { throw ValidationError("only one of the two can come through standard input") }
    }
    if locked, offline { throw ValidationError("--locked knows the media, and --offline leaves them out") }
    if locked, place == nil, files.contains("-") {
      throw ValidationError("a document from standard input has no lock beside it")
    }
  }

  var statusBeyondLimits: ExitStatus { git ? .done : .commandLineIsWrong }

  /// The new name of a document that git renamed, or `nil` if git did not rename the document.
  private var newName: String? { git && files.count == 9 ? files[7] : nil }

  /// The document that both versions are of, as the working tree names it, and the two versions.
  private var versions: (place: String?, before: String, after: String) {
    git ? (newName ?? files[0], files[1], files[4]) : (place, files[0], files[1])
  }

  /// The names of the document for git, the old one first; `nil` without `--git`.
  private var heading: String? { git ? [files[0], newName].compactMap(\.self).joined(separator: " → ") : nil }

  func run() throws {
    let (place, old, new) = versions
    let before = try load(old, as: place, id: 0)
    let after = try load(new, as: place, id: 1)
    guard !before.isWrong, !after.isWrong else { throw git ? ExitStatus.done : ExitStatus.commandLineIsWrong }
    let difference: EditDifference
    do throws(RenderFailure) { difference = try EditDifference(from: before.document, to: after.document) } catch {
      Output.complain("cutlist: error: \(error.message)\(error.detail.map { ": \($0)" } ?? "")")
      throw ExitStatus.workFailed
    }
    write(difference, heading: heading)
    if !difference.isEmpty, !git { throw ExitStatus.documentHasErrors }
  }

  private func write(_ difference: EditDifference, heading: String?) {
    let words = DifferenceWords(difference: difference)
    switch format {
    case .json: Output.deliver(DifferenceJSON(difference).readableJSON)
    case .markdown: Output.print(ShownText(lines: (heading.map { "### \($0.shown)\n\n" } ?? "") + words.markdown))
    case .text:
      guard !difference.isEmpty else { return }
      let isColored = Output.outputIsColored
      let title = heading.map { isColored ? "\u{1B}[1m\($0.shown)\u{1B}[0m\n" : "\($0.shown)\n" } ?? ""
      Output.print(ShownText(styled: title + words.text(isColored: isColored)))
    }
  }

  /// A version that has errors is wrong, which is said; one that is no document is nothing.
  private func load(_ path: String, as place: String?, id: Int32) throws -> (document: LoadedDocument?, isWrong: Bool) {
    guard path != "/dev/null" else { return (nil, false) }
    var loader = DocumentLoader(isOffline: offline, root: root, settings: parameters.settings)
    loader.concealsDamage = damage.policy == .conceal
    loader.allowsNetwork = network.allowNetwork
    loader.trust = trust.trust
    // How loud rules are makes no difference to the movie.
    loader.configuration = .nowhere
    if locked { loader.lock = try MediaLock.ofDocumentOrStop(place ?? path) }
    let document: LoadedDocument
    if let place {
      let source = try loader.sourceOrStop(path, id: FileID(id))
      let folder = AbsolutePath.of(PathName.folder(of: place))
      document = try loader.loadOrStop(source, in: folder)
    } else {
      document = try loader.loadOrStop(path, id: FileID(id))
    }
    let errors = document.compilation.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, document.compilation.composition != nil else {
      Reporter().report(errors, in: document.sources)
      // Nothing is proven of it.
      if document.isRefused { throw ExitStatus.workFailed }
      return (nil, true)
    }
    return (document, false)
  }
}
