import Foundation
import TestSupport
import Testing

/// What `check --fix` writes, and what it leaves alone.
@Suite struct FixCommandTests {
  private let folder: TemporaryFolder
  /// A mistake with a safe fix, and one that can only be guessed at.
  private let broken = """
    timeline: 1
    canvas: { size: 64x64, rate: 29.97 } # television
    tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 30f, opactiy: 1 } ] } ]

    """
  private var safelyFixed: String { broken.replacing("29.97", with: "30000/1001") }
  private var fullyFixed: String { safelyFixed.replacing("opactiy", with: "opacity") }

  init() throws { folder = try TemporaryFolder() }

  @Test func safeFixesAreWrittenAndTheRestDecides() throws {
    let path = try folder.document(broken)
    let safe = try Program.run("check", "--fix", path)
    #expect(safe.status == 1 && safe.output.isEmpty)
    #expect(safe.errors.contains("1 problem fixed") && safe.errors.contains("[unknown-key]"))
    #expect(safe.errors.contains("1 fixable with --fix --unsafe") && !safe.errors.contains("[rounded-rate]"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == safelyFixed)
    let all = try Program.run("check", "--fix", "--unsafe", path)
    #expect(all.status == 0 && all.errors == "1 problem fixed\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == fullyFixed)
    #expect(try Program.run("check", "--fix", path).errors.isEmpty)
  }

  @Test func differencesAreShownAndNothingIsWritten() throws {
    let path = try folder.document(broken)
    let result = try Program.run("check", "--diff", "edit.yaml", in: folder.url.path)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("--- edit.yaml\n+++ edit.yaml\n@@ -1,3 +1,3 @@\n timeline: 1\n-canvas"),
      "\(result.output)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == broken)
    let all = try Program.run("check", "--diff", "--unsafe", "edit.yaml", in: folder.url.path)
    #expect(all.status == 1, "the document as it stands has errors")
    let patch = try folder.document(all.output, "fix.patch")
    let patching = Process()
    patching.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    patching.arguments = ["patch", "-s", "-p0", "-i", patch]
    patching.currentDirectoryURL = folder.url
    try patching.run()
    patching.waitUntilExit()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == fullyFixed)
  }

  @Test func standardInputGoesToStandardOutput() throws {
    let result = try Program.run("check", "--fix", "--unsafe", "-", input: broken)
    #expect(result.status == 0 && result.output == fullyFixed)
    let untouched = try Program.run("check", "--fix", "-", input: fullyFixed)
    #expect(untouched.status == 0 && untouched.output == fullyFixed)
    #expect(try Program.run("check", "--fix", "--format", "json", "-", input: broken).status == 2)
    #expect(try Program.run("check", "--unsafe", "-", input: broken).status == 2)
  }

  @Test func rightsStayAndNothingIsWrittenThroughALink() throws {
    let path = try folder.document(broken)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.yaml"), withDestinationPath: "edit.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    _ = try folder.document("timeline:   1\n" + broken.dropFirst("timeline: 1\n".count), "spaced.yaml")
    try FileManager.default.createSymbolicLink(atPath: folder.path("spaces.yaml"), withDestinationPath: "spaced.yaml")
    #expect(try Program.run("fmt", folder.path("spaces.yaml")).status == 3)
    for name in ["spaced.yaml", "spaces.yaml"] { try FileManager.default.removeItem(atPath: folder.path(name)) }
    let refused = try Program.run(["check", "--fix", "--unsafe", "link.yaml"], in: folder.url.path)
    #expect(refused.status == 3)
    #expect(refused.errors.contains("cutlist: error: cannot write link.yaml: it is a symbolic link"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.yaml")) == "edit.yaml")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == broken)
    #expect(try Program.run("check", "--fix", "--unsafe", path).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == fullyFixed)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    #expect(folder.names.filter { !$0.hasPrefix(".") } == ["edit.yaml", "link.yaml"])
  }

  @Test func documentsWithinAreChangedOnlyIfTheyAreNamed() throws {
    let inner = try folder.document(broken, "inner.yaml")
    let outer = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 29.97 }
      tracks: [ { kind: video, segments: [ { clip: inner.yaml } ] } ]

      """, "outer.yaml")
    #expect(try Program.run("check", "--fix", "--unsafe", outer).status == 1)
    #expect(try String(contentsOfFile: outer, encoding: .utf8).contains("30000/1001"))
    #expect(try String(contentsOfFile: inner, encoding: .utf8) == broken)
    _ = try Program.run("check", "--fix", "--unsafe", outer, inner)
    #expect(try String(contentsOfFile: inner, encoding: .utf8) == fullyFixed)
    #expect(try Program.run("check", outer, inner).status == 0)
  }

  @Test func aMediaFileIsNeverWritten() throws {
    try TestSound.write([TestSound.tone(300, count: 4800)], to: folder.path("a.wav"))
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.wav")))
    _ = try Program.run("check", "--fix", "--unsafe", folder.path("a.wav"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("a.wav"))) == before)
  }

  @Test func fixesAreInTheReport() throws {
    let result = try Program.run("check", "--format", "json", "-", input: broken)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let found = try #require(report["diagnostics"] as? [[String: Any]])
    let fixes = found.compactMap { ($0["fixes"] as? [[String: Any]])?.first }
    #expect(fixes.compactMap { $0["safety"] as? String } == ["safe", "unsafe"])
    let edit = try #require((fixes[0]["edits"] as? [[String: Any]])?.first)
    #expect(edit["text"] as? String == "30000/1001")
    #expect((edit["place"] as? [String: Any])?["line"] as? Int == 2)
  }
}
