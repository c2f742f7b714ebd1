import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Platform
import Media
import TimelineModel

struct Chapters: LimitedCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the chapters of a document or a movie.",
    discussion: "Of a movie also what its sidecar says, where cutlist wrote one beside it.")

  @Argument(help: ArgumentHelp("A document or a movie.", valueName: "file"), completion: Completions.documents)
  var file: String

  @Option(
    help: ArgumentHelp("Those with a title in this language, and none where there is none.", valueName: "language"))
  var locale: LanguageList?

  @Option(
    help: ArgumentHelp(
      "All of them, in what suits best who prefers these languages, as in en-US,it.", valueName: "languages"))
  var prefer: LanguageList?

  @Option(help: ArgumentHelp("What is listed of them, as in title,artwork.", valueName: "keys"))
  var keys = "title,artwork"

  @Option(help: "How to write it: text or json.")
  var format = ListFormat.text

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if locale != nil, prefer != nil { throw ValidationError("--locale and --prefer both choose a language") }
    if locale?.tags.count ?? 1 != 1 { throw ValidationError("--locale takes one language; --prefer takes several") }
  }

  func run() throws {
    let loader = DocumentLoader(
      root: root, settings: parameters.settings, allowsNetwork: network.allowNetwork, trust: trust.trust)
    let list = try ChapterList.loadOrStop(file, loader)
    let items = locale.map { list.items(in: $0.tags[0]) } ?? list.items(bestFor: prefer?.tags ?? [])
    let keys = keys.split(separator: ",").map(String.init)
    let rows = items.map { ChapterRow($0, keys: keys) }
    switch format {
    case .text: for row in rows { Output.print("\(row.text(keys: keys))") }
    case .json: Output.deliver(rows.readableJSON)
    }
  }
}

/// A chapter as scripts read it.
private struct ChapterRow: Encodable {
  var number: Int
  /// Seconds, as a decimal or a fraction.
  var start: String
  var end: String
  /// The title's language.
  var locale: String?
  /// What was asked for, null where there is nothing.
  var items: [String: String?]

  init(_ item: ChapterList.Item, keys: [String]) {
    number = item.number
    start = item.start.decimal ?? item.start.description
    end = item.end.decimal ?? item.end.description
    locale = item.content.locale?.description
    let known = ["title": item.content.title, "artwork": item.content.artwork?.path]
    items = Dictionary(keys.map { ($0, known[$0] ?? nil) }, uniquingKeysWith: { first, _ in first })
  }

  func text(keys: [String]) -> String {
    let texts = keys.compactMap { items[$0] ?? nil }
    return (["\(number)", "\(start) s to \(end) s"] + texts).joined(separator: "  ")
  }
}

extension ChapterList {
  /// Those of a document or a movie; ends the command where it cannot be read.
  static func loadOrStop(_ path: String, _ loader: DocumentLoader) throws -> ChapterList {
    guard DocumentLoader.isDocument(path) else {
      let finding = MediaProbe.probe(path: ConfinedPath(anywhere: path), depth: .header)
      guard case .found(let facts) = finding else {
        Output.complain("cutlist: error: \(path): \(finding.complaint)")
        throw ExitStatus.workFailed
      }
      do throws(UnreadableDocument) { return try ChapterList(facts, path: path) } catch {
        throw ExitStatus.reporting(error)
      }
    }
    let loaded = try loader.loadOrStop(path)
    try Reporter().reportOrStop(loaded)
    guard let composition = loaded.compilation.composition else { throw ExitStatus.ofErrors(in: [loaded]) }
    return ChapterList(composition)
  }
}
