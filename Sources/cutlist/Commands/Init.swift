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
    let document = try FirstDocument(facts, besides: output).text
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

/// A document that plays clips as they are, with every part spelled out that a beginner will want to change.
private struct FirstDocument {
  let clips: [(path: String, name: String, facts: MediaFacts)]

  /// `document` is the file it will be in, which its paths are relative to.
  init(_ files: [(String, MediaFacts)], besides document: String?) throws {
    let base = URL(fileURLWithPath: document ?? ".").standardizedFileURL
    let folder = document == nil ? base.path : base.deletingLastPathComponent().path
    var names: Set<String> = []
    clips = files.map { file, facts in
      let url = URL(fileURLWithPath: file).standardizedFileURL
      var name = url.deletingPathExtension().lastPathComponent.lowercased().map {
        $0.isLetter || $0.isNumber ? $0 : "-"
      }.reduce("") { $0 + String($1) }
      while !names.insert(name).inserted { name += "-2" }
      let path = url.path.hasPrefix(folder + "/") ? String(url.path.dropFirst(folder.count + 1)) : url.path
      return (path, name, facts)
    }
  }

  var text: String {
    get throws {
      let moving = clips.compactMap { clip in clip.facts.isStill ? nil : clip.facts.video }.first
      var lines = ["timeline: 1"]
      if let video = moving {
        let size = video.displaySize
        let rate = video.timing.rate?.description ?? "30"
        lines.append("canvas: { size: \(size.width & ~1)x\(size.height & ~1), rate: \(rate) }")
      } else if clips.contains(where: { $0.facts.video != nil }) {
        lines.append("canvas: { size: 1920x1080, rate: 30 }")
      }
      lines.append("assets:")
      lines += clips.map { "  \($0.name): \(ClipDocument.quoted($0.path))" }
      let isSoundOnly = clips.allSatisfy { $0.facts.video == nil }
      lines += ["tracks:", "  - id: main", "    kind: \(isSoundOnly ? "audio" : "av")", "    segments:"]
      lines += clips.map { clip in
        let extent = clip.facts.isStill ? "duration: 5s" : "source: 0s..\(end(of: clip.facts))"
        return "      - { clip: \(clip.name), \(extent) }"
      }
      if clips.count == 1, moving != nil {
        lines += ["instructions:", "  - { over: 0s..end, layers: [main] }"]
      }
      if isSoundOnly { lines.append("export: audio") }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private func end(of facts: MediaFacts) -> String {
    guard let end = facts.videoEnd ?? facts.audioEnd else { return "" }
    return "\(end.decimal ?? end.description)s"
  }
}
