import Foundation
import TestSupport
import Testing

/// docs/compare.md is written by a script; what cutlist says there is what it says now.
@Suite struct ComparisonPageTests {
  private static let mistakes = Program.package.appendingPathComponent("Scripts/mistakes")

  static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: mistakes.path))?.sorted() ?? []

  @Test func thereAreTen() { #expect(Self.names.count == 10) }

  @Test(arguments: names) func cutlistStillSaysSo(name: String) throws {
    let folder = try TemporaryFolder()
    for media in ["harbour.mp4", "beach.mp4"] { try BarcodeMovie().write(to: folder.path(media)) }
    let document = Self.mistakes.appendingPathComponent("\(name)/edit.yaml")
    try FileManager.default.copyItem(atPath: document.path, toPath: folder.path("edit.yaml"))
    let result = try Program.run("check", "edit.yaml", in: folder.url.path)
    let page = try String(
      contentsOf: Program.package.appendingPathComponent("docs/compare.md"), encoding: .utf8)
    let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
    let said = result.errors.isEmpty ? ", without a word\n" : "\n\n```\n\(lines)\n```\n"
    let expected = "**cutlist**, [edit.yaml](../Scripts/mistakes/\(name)/edit.yaml): exit \(result.status)\(said)"
    #expect(page.contains(expected), "run `make compare`: it says\n\(expected)")
  }
}
