import ArgumentParser
import CutlistKit
import Diagnostics
import Platform
import Foundation
import Media
import TimelineModel

struct Inspect: LimitedCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what is inside media files, reading no more than their headers.")

  @Argument(help: ArgumentHelp("Media files.", valueName: "media"), completion: .file())
  var files: [String]

  @Flag(help: "Find out exact durations and frame times, reading all of the file where its index does not tell.")
  var precise = false

  @Flag(help: "Only the languages of their chapters' titles, one a line; of documents as well.")
  var chapterLocales = false

  @Option(help: "How to write it: text or json.")
  var format = ListFormat.text

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "List the names of the metadata, and read none of their values.")
  var metadataKeys = false

  @Option(
    help: ArgumentHelp(
      "Write the cover image that is in the one file there; - is standard output.", valueName: "picture"),
    completion: .file())
  var artwork: String?

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if artwork != nil, files.count != 1 { throw ValidationError("--artwork takes the cover of one file") }
    let jobs = [
      ("--chapter-locales", chapterLocales), ("--metadata-keys", metadataKeys), ("--artwork", artwork != nil),
    ]
    .filter(\.1).map(\.0)
    if jobs.count > 1 { throw ValidationError("\(jobs.joined(separator: " and ")) are different things: take one") }
    if artwork != nil, json || format == .json { throw ValidationError("--artwork writes a picture and no JSON") }
  }

  func run() throws {
    if chapterLocales { return try listChapterLocales() }
    if metadataKeys { return try listKeys() }
    if let artwork { return try writeArtwork(to: artwork) }
    let findings = files.map {
      ($0, MediaProbe.probe(path: ConfinedPath(anywhere: $0), depth: precise ? .precise : .header))
    }
    let inspected = findings.map { InspectedFile(file: $0, finding: $1) }
    for file in inspected { file.problem.map { complain(file.file, $0) } }
    if json || format == .json {
      Output.deliver(inspected.readableJSON)
    } else {
      let texts = inspected.compactMap(\.report?.text)
      if !texts.isEmpty { Output.print(ShownText(lines: texts.joined(separator: "\n"))) }
    }
    if inspected.contains(where: { $0.report == nil }) { throw ExitStatus.workFailed }
  }

  private func listKeys() throws {
    var hasFailed = false
    var found: [FileKeys] = []
    for file in files {
      do throws(LibAVError) {
        found.append(FileKeys(file: file, keys: try MetadataKeys.keys(ofFile: ConfinedPath(anywhere: file))))
      } catch {
        complain(file, error.text)
        hasFailed = true
      }
    }
    if json || format == .json {
      Output.deliver(found.readableJSON)
    } else {
      for entry in found { Output.print("\(entry.file): \(entry.keys.joined(separator: ", "))") }
    }
    if hasFailed { throw ExitStatus.workFailed }
  }

  private func listChapterLocales() throws {
    let lists = try files.map { file in
      ChapterLocales(
        file: file, locales: try ChapterList.loadOrStop(file, DocumentLoader()).locales.map(\.description))
    }
    if json || format == .json { return Output.deliver(lists.readableJSON) }
    for locale in lists.flatMap(\.locales) { Output.print("\(locale)") }
  }

  private struct FileKeys: Encodable {
    var file: String
    var keys: [String]
  }

  private func writeArtwork(to path: String) throws {
    guard path == "-" || !WrittenFile.wouldBeReplaced(path) else {
      Output.complain("cutlist: error: \(path) is already there")
      throw ExitStatus.commandLineIsWrong
    }
    do {
      guard let picture = try Artwork.bytes(inFile: ConfinedPath(anywhere: files[0])) else {
        complain(files[0], "there is no cover image in it")
        throw ExitStatus.workFailed
      }
      if path == "-" { return Output.deliver(document: picture) }
      try WrittenFile.write(picture, to: path, .named, replacing: .nothing)
    } catch let error as LibAVError {
      complain(files[0], error.text)
      throw ExitStatus.workFailed
    } catch let error as SystemFailure {
      complain(path, "\(error)")
      throw ExitStatus.workFailed
    }
  }

  private func complain(_ file: String, _ reason: String) { Output.complain("cutlist: error: \(file): \(reason)") }
}

extension MediaFinding {
  fileprivate var facts: MediaFacts? { if case .found(let facts) = self { facts } else { nil } }
}

private struct ChapterLocales: Encodable {
  var file: String
  var locales: [String]
}
