import Foundation
import TestSupport
import Testing

/// A document in Examples, as the cookbook shows it. Its head comment is a line with its title and some with words about
/// it (in JSON, the keys `x-title` and `x-words`), and the key `x-still` says what picture the book has of it.
struct Example: Sendable, CustomTestStringConvertible {
  /// The file's name.
  let name: String
  let title: String
  let words: String
  let still: Still
  /// The document without what is said of it.
  let body: String

  /// The name without its ending.
  var stem: String { String(name.prefix { $0 != "." }) }
  var isJSON: Bool { name.hasSuffix(".json") }
  var path: String { Self.folder.appendingPathComponent(name).path }

  /// What the book says its picture is.
  var caption: String {
    switch still {
    case .frame(let arguments): "`cutlist frames \(name) --at \(arguments.joined(separator: " "))`"
    case .waveform: "its sound"
    case .waveforms: "the channels of its sound"
    case .spectrum: "its sound, up to 6 kHz"
    }
  }

  var testDescription: String { stem }

  static let folder = Program.package.appendingPathComponent("Examples")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()

  static let all = names.compactMap { try? Example(named: $0) }

  /// The clips that the examples cut; made once where `make footage` has not.
  static let footage: Result<Void, any Error> = Result {
    _ = try CommandLineTool.run("sh", [folder.appendingPathComponent("footage.sh").path])
  }

  init(named name: String) throws {
    self.name = name
    let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var said: [String: String] = [:]
    if name.hasSuffix(".json") {
      lines.removeAll { line in
        guard let match = line.wholeMatch(of: /\ \ "(x-title|x-words|x-still)": "(.*)",/) else { return false }
        said[String(match.1)] = String(match.2)
        return true
      }
    } else {
      let head = lines.prefix { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
      said["x-title"] = head.first
      said["x-words"] = head.dropFirst().joined(separator: " ")
      lines.removeFirst(head.count)
      lines.removeAll { line in
        guard let match = line.wholeMatch(of: /x-still: (.+)/) else { return false }
        said["x-still"] = String(match.1)
        return true
      }
    }
    guard let title = said["x-title"], let words = said["x-words"], !words.isEmpty, let still = said["x-still"] else {
      throw CommandLineTool.Failure(description: "\(name) has no title, no words or no `x-still`")
    }
    (self.title, self.words, self.still) = (title, words, Still(still))
    body = lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}
