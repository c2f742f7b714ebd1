import Foundation
import Testing

/// Whatever is said goes through one door, at which it is made harmless.
@Suite struct OutputTests {
  /// What writes to a stream of the process.
  private static var writing: [Regex<Substring>] {
    [
    /(?:^|[^\w.])(?:print|debugPrint|dump|fputs|puts|fprintf|vprintf|printf|perror|NSLog|putchar|fwrite)\(/,
    /FileHandle\.standard(?:Output|Error)/, /\bSTD(?:OUT|ERR)_FILENO\b/, /\b(?:stdout|stderr)\b/,
    /\bwrite\((?:1|2),/,
    ]
  }

  private func sources() throws -> [(path: String, text: String)] {
    let folder = LevelTests.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)!
    var found: [(String, String)] = []
    for case let url as URL in files where url.pathExtension == "swift" {
      found.append((String(url.path.dropFirst(folder.path.count + 1)), try String(contentsOf: url, encoding: .utf8)))
    }
    return found
  }

  @Test func nothingElseWritesToTheStreams() throws {
    let sources = try sources()
    #expect(sources.count > 300)
    // The one writes, the other reads what librsvg writes.
    let doors = ["cutlist/Support/Output.swift", "Media/Trial/DrawingComplaint.swift"]
    for (path, text) in sources where !doors.contains(path) && !path.hasPrefix("TestSupport/") {
      for line in text.split(separator: "\n") {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//"), !code.contains("func print(") else { continue }
        for pattern in Self.writing {
          #expect(code.firstMatch(of: pattern) == nil, "\(path) writes to a stream of its own: \(code)")
        }
      }
    }
  }

  /// What is delivered as it is are forms for programs, and documents.
  @Test func whatIsNotShownIsForPrograms() throws {
    for (path, text) in try sources() where path.hasPrefix("cutlist/") && path != "cutlist/Support/Output.swift" {
      for line in text.split(separator: "\n") where line.contains("Output.deliver(") {
        let isForPrograms = [
          "JSON", ".json", "Printer(", "printer.print", "Schema", "document:", ".svg", "Preset.all", "findings.map",
        ].contains(where: line.contains)
        #expect(isForPrograms || line.hasSuffix("Output.deliver("), "\(path): \(line)")
      }
    }
  }
}
