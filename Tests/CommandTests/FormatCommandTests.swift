import Foundation
import TestSupport
import Testing

/// `cutlist fmt` as editors and hooks call it.
@Suite struct FormatCommandTests {
  private let folder: TemporaryFolder
  private let loose = "timeline:   1\ntracks: [{kind: video,segments: []}] # none\n"
  private let tidy = "timeline: 1\ntracks: [ { kind: video, segments: [] } ] # none\n"

  init() throws { folder = try TemporaryFolder() }

  @Test func filesAreRewritten() throws {
    let path = try folder.document(loose)
    let result = try Program.run("fmt", path)
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == tidy)
    #expect(try Program.run("fmt", "--check", path).status == 0)
  }

  @Test func checkingAndShowingWriteNothing() throws {
    let path = try folder.document(loose)
    let check = try Program.run("fmt", "--check", "edit.yaml", in: folder.url.path)
    #expect(check.status == 1 && check.output.isEmpty && check.errors == "edit.yaml is not laid out canonically\n")
    let diff = try Program.run("fmt", "--diff", "edit.yaml", in: folder.url.path)
    #expect(
      diff.status == 1 && diff.output.hasPrefix("--- edit.yaml\n+++ edit.yaml\n@@ -1,2 +1,2 @@\n-timeline:   1\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == loose)
  }

  @Test func standardInputIsFiltered() throws {
    let result = try Program.run("fmt", "-", input: loose)
    #expect(result.status == 0 && result.output == tidy)
    #expect(try Program.run("fmt", "-", input: "").output.isEmpty)
  }

  @Test func whatCannotBeReadStays() throws {
    let path = try folder.document("timeline: 1\ntracks: [\n")
    let result = try Program.run("fmt", path)
    #expect(result.status == 1 && result.errors.contains("[syntax-error]"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "timeline: 1\ntracks: [\n")
    #expect(try Program.run("fmt", folder.path("none.yaml")).status == 2)
    #expect(try Program.run("fmt", folder.path("clip.mov")).status == 2)
  }

  @Test func whatIsMissingHidesNothingOfTheOthers() throws {
    let path = try folder.document(loose)
    let result = try Program.run("fmt", "none.yaml", "edit.yaml", in: folder.url.path)
    #expect(result.status == 2 && result.errors.contains("cannot read none.yaml"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == tidy)
  }
}
