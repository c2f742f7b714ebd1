import ArgumentParser
import CutlistKit
import Foundation
import Media
import TimelineModel

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a first document for clips: one after another, on the first one's canvas.")

  @Argument(help: ArgumentHelp("Media files, in the order they are to play.", valueName: "media"))
  var files: [String]

  @Option(
    name: [.short, .long], help: ArgumentHelp("Where to write it; standard output unless said.", valueName: "file"))
  var output: String?

  func run() throws {
    let findings = files.map { ($0, MediaProbe.probe(path: $0, depth: .precise)) }
    for (file, finding) in findings {
      if case .found = finding { continue }
      Output.complain("cutlist: error: \(file): \(finding.complaint)")
      throw ExitStatus.workFailed
    }
    let facts = findings.compactMap { file, finding -> (String, MediaFacts)? in
      if case .found(let facts) = finding { (file, facts) } else { nil }
    }
    let document = FirstDocument(facts, besides: output).text
    guard let output else { return Output.print(document) }
    guard !FileManager.default.fileExists(atPath: output) else {
      Output.complain("cutlist: error: \(output) is already there")
      throw ExitStatus.commandLineIsWrong
    }
    do { try Data(document.utf8).write(to: URL(fileURLWithPath: output), options: .atomic) } catch {
      Output.complain("cutlist: error: cannot write \(output): \((error as NSError).reason)")
      throw ExitStatus.workFailed
    }
  }
}
