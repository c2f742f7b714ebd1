import ArgumentParser
import CutlistKit
import Diagnostics
import Foundation
import Media
import Platform
import TimelineModel

struct Init: LimitedCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a first document for clips: one after another, on the first one's canvas.",
    discussion: """
      A folder stands for the media files in it, in the order of their names. It is looked into once: what the document \
      plays does not change when the folder does.
      """)

  @Argument(help: ArgumentHelp("Media files and folders, in the order they are to play.", valueName: "media"), completion: .file())
  var files: [String]

  @Option(help: "Only files of one kind: video, audio or image.")
  var kind: MediaBin.Kind?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only files whose metadata say this; may be given again.", valueName: "name=text"))
  var conditions: [String] = []

  @Option(
    name: [.short, .long], help: ArgumentHelp("Where to write it; standard output unless said.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if let text = conditions.first(where: { !$0.contains("=") }) {
      throw ValidationError("--where takes NAME=TEXT; `\(text)` has no =")
    }
  }

  func run() throws {
    var bin = MediaBin(kind: kind)
    for condition in conditions {
      let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      bin.conditions[String(parts[0])] = String(parts[1])
    }
    let media: [(String, MediaFacts)]
    do throws(MediaBinFailure) { media = try bin.media(at: files) } catch {
      Output.complain("cutlist: error: \(error.path): \(error.reason)")
      throw ExitStatus.workFailed
    }
    let first = SourceFile(name: output ?? "edit.yaml", text: FirstDocument(media, besides: output).text)
    let document = FormattedDocument(first).bytes
    guard let output else { return Output.deliver(document: document) }
    guard !WrittenFile.wouldBeReplaced(output) else {
      Output.complain("cutlist: error: \(output) is already there")
      throw ExitStatus.commandLineIsWrong
    }
    do throws(SystemFailure) { try WrittenFile.write(document, to: output, .named, replacing: .nothing) } catch {
      Output.complain("cutlist: error: cannot write \(output): \(error)")
      throw ExitStatus.workFailed
    }
  }
}

extension MediaBin.Kind: ExpressibleByArgument {}
