import ArgumentParser
import CutlistKit
import Foundation
import Media
import TimelineModel

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what is inside media files, reading no more than their headers.")

  @Argument(help: ArgumentHelp("Media files.", valueName: "media"))
  var files: [String]

  @Flag(help: "Find out exact durations and frame times, reading all of the file where its index does not tell.")
  var precise = false

  @Flag(help: "Only the languages of their chapters' titles, one a line; of documents as well.")
  var chapterLocales = false

  @Option(help: "How to write it: text or json.")
  var format = ReportFormat.text

  func run() throws {
    if chapterLocales { return try listChapterLocales() }
    var reports: [MediaReport] = []
    var hasFailed = false
    for file in files {
      switch MediaProbe.probe(path: file, depth: precise ? .precise : .header) {
      case .found(let facts): reports.append(MediaReport(file: file, facts: facts))
      case let finding:
        Output.complain("cutlist: error: \(file): \(finding.complaint)")
        hasFailed = true
      }
    }
    switch format {
    case .text: if !reports.isEmpty { Output.print(reports.map(\.text).joined(separator: "\n")) }
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      Output.print(String(decoding: try encoder.encode(reports), as: UTF8.self))
    }
    if hasFailed { throw ExitStatus.workFailed }
  }

  private func listChapterLocales() throws {
    let lists = try files.map { file in
      ChapterLocales(
        file: file, locales: try ChapterList.loadOrStop(file, DocumentLoader()).locales.map(\.description))
    }
    switch format {
    case .text:
      let lines = lists.flatMap(\.locales)
      if !lines.isEmpty { Output.print(lines.joined(separator: "\n")) }
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      Output.print(String(decoding: try encoder.encode(lists), as: UTF8.self))
    }
  }
}

private struct ChapterLocales: Encodable {
  var file: String
  var locales: [String]
}
