import Foundation
import TestSupport
import Testing

/// Stamps, and files that say what something is made of.
@Suite struct BuildFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("my clips"), withIntermediateDirectories: true)
    try BarcodeMovie().write(to: folder.path("my clips/a.mp4"))
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ my clips/a.mp4, { clip: my clips/a.mp4, source: 0s..1s } ] } ]
      titles: [ { text: Hello, over: 0s..1s, style: { font: DejaVu Sans, bold: true } } ]

      """)
  }

  private func run(_ arguments: String...) throws -> Program.Result { try Program.run(arguments, in: folder.url.path) }
  private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }

  /// A configuration above is called as a build calls it that runs below, and a document that is no timeline yet may
  /// become one.
  @Test func whatDecidesIsInTheListAsTheBuildNamesIt() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("docs/sub"), withIntermediateDirectories: true)
    let text = "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]\n"
    _ = try folder.document(text, "docs/sub/edit.yaml")
    _ = try folder.document(text.replacing("timeline", with: "timelin"), "docs/sub/later.yaml")
    _ = try folder.document("root: true\n", ".cutlist.yaml")
    let checked = try Program.run("check", "sub", "--stamp", "st", "--depfile", "st.d", in: folder.path("docs"))
    #expect(checked.status == 0, "\(checked)")
    let list = try String(contentsOfFile: folder.path("docs/st.d"), encoding: .utf8)
    let names = list.split { $0.isWhitespace || $0 == "\\" }.filter { !$0.hasSuffix(":") }
    #expect(Set(names) == ["sub/edit.yaml", "sub/later.yaml", "../.cutlist.yaml"], "\(list)")
  }

  @Test func documentsMediaAndFontsAreNamed() throws {
    #expect(try run("render", "edit.yaml", "-o", "out.mp4", "--depfile", "out.d").status == 0)
    let lines = try text("out.d").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(3) == ["out.mp4: \\", "  edit.yaml \\", "  my\\ clips/a.mp4 \\"])
    #expect(lines[3].hasPrefix("  /") && lines[3].hasSuffix("/DejaVuSans-Bold.ttf"), "\(lines)")
    #expect(lines.dropFirst(4).prefix(4) == ["", "edit.yaml:", "", "my\\ clips/a.mp4:"])
    // From another folder the paths are others.
    let above = folder.url.deletingLastPathComponent()
    let name = folder.url.lastPathComponent
    let result = try Program.run(
      ["check", "\(name)/edit.yaml", "--stamp", "\(name)/ok", "--depfile", "\(name)/ok.d"], in: above.path)
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    #expect(try text("ok.d").hasPrefix("\(name)/ok: \\\n  \(name)/edit.yaml \\\n  \(name)/my\\ clips/a.mp4 \\\n"))
    #expect(try text("ok") == "")
  }

  /// It would always be newer than what was made before.
  @Test func noDocumentIsItsStamp() throws {
    let before = try FileManager.default.attributesOfItem(atPath: folder.path("edit.yaml"))[.modificationDate] as? Date
    for name in ["edit.yaml", "./edit.yaml"] {
      let result = try run("check", "edit.yaml", "--stamp", name)
      #expect(result.status == 3 && result.errors.contains("cannot touch \(name): it is edit.yaml"), "\(result.errors)")
    }
    let after = try FileManager.default.attributesOfItem(atPath: folder.path("edit.yaml"))[.modificationDate] as? Date
    #expect(before == after)
  }

  /// The media of nested timelines have paths from the outer document's folder, without `..`, as in a Makefile.
  @Test func mediaOfTimelinesWithinAreNamedTheSame() throws {
    try FileManager.default.createDirectory(atPath: folder.path("parts/more"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.path("linked"), withDestinationPath: "parts/more")
    for name in ["parts/b.mp4", "parts/more/c.mp4"] { try BarcodeMovie().write(to: folder.path(name)) }
    func document(_ name: String, _ clips: String) throws {
      _ = try folder.document(
        "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ \(clips) ] } ]\n", name)
    }
    try document("parts/more/inner.yaml", "c.mp4, ../b.mp4")
    try document("parts/middle.yaml", "more/inner.yaml, ../my clips/a.mp4, ./b.mp4, ../linked/../b.mp4")
    try document("outer.yaml", "parts/middle.yaml, my clips/a.mp4")
    #expect(try run("check", "outer.yaml", "--stamp", "ok", "--depfile", "ok.d").status == 0)
    let rule = try #require(try text("ok.d").components(separatedBy: "\n\n").first)
    #expect(
      rule.components(separatedBy: " \\\n  ") == [
        "ok:", "outer.yaml", "my\\ clips/a.mp4", "parts/middle.yaml", "linked/../b.mp4", "parts/b.mp4",
        "parts/more/c.mp4", "parts/more/inner.yaml",
      ])
  }

  @Test func aStampIsTouchedWhereThereAreNoErrors() throws {
    let made = try run("check", "edit.yaml", "--stamp", "ok", "--format", "json")
    #expect(made.status == 0 && made.output.hasPrefix("{"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: folder.path("ok"))
    func stamp() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: folder.path("ok"))[.modificationDate] as? Date
    }
    _ = try folder.document("timeline: 1\ntracks: 5\n", "wrong.yaml")
    let wrong = try run("check", "edit.yaml", "wrong.yaml", "--stamp", "ok", "--depfile", "ok.d")
    #expect(wrong.status == 1)
    #expect(try stamp() == Date(timeIntervalSince1970: 1000))
    #expect(!folder.names.contains("ok.d"))
    #expect(try run("check", "edit.yaml", "--stamp", "ok").status == 0)
    #expect(try #require(try stamp()) > Date(timeIntervalSince1970: 1000))
  }

  @Test func whatCannotBeWrittenIsSaid() throws {
    #expect(try run("check", "edit.yaml", "--depfile", "ok.d").status == 2)
    let stamp = try run("check", "edit.yaml", "--stamp", "nowhere/ok")
    #expect(stamp.status == 3 && stamp.errors.contains("cannot touch nowhere/ok: no such file or directory"))
    let depfile = try run("check", "edit.yaml", "--stamp", "ok", "--depfile", "nowhere/ok.d")
    #expect(depfile.status == 3 && depfile.errors.contains("cannot write nowhere/ok.d") && !folder.names.contains("ok"))
    try FileManager.default.moveItem(atPath: folder.path("edit.yaml"), toPath: folder.path("a;b.yaml"))
    let name = try run("check", "a;b.yaml", "--stamp", "ok", "--depfile", "ok.d")
    #expect(name.status == 3 && name.errors.contains("cannot name `a;b.yaml`") && !folder.names.contains("ok"))
  }

  /// What can be said against a depfile is said before anything is rendered or checked.
  @Test(arguments: ["out.mp4", "./out.mp4", "edit.yaml", "my clips/a.mp4"])
  func aDepfileInTheWrongPlaceIsSaidFirst(name: String) throws {
    let document = try text("edit.yaml")
    let result = try run("render", "edit.yaml", "-o", "out.mp4", "--depfile", name, "--store", "store")
    #expect(result.status == 3 && result.errors.contains("cannot write \(name): it is what"), "\(result.errors)")
    let after = try text("edit.yaml")
    #expect(folder.names == ["edit.yaml", "my clips"] && after == document)
    let checked = try run("check", "edit.yaml", "--stamp", "ok", "--depfile", name == "edit.yaml" ? name : "ok")
    #expect(checked.status == 3 && checked.errors.contains("it is what") && !folder.names.contains("ok"))
  }

  @Test func whatFailsLeavesNone() throws {
    let failed = try run("render", "edit.yaml", "-o", "nowhere/out.mp4", "--depfile", "out.d")
    #expect(failed.status == 3 && !folder.names.contains("out.d"))
  }

  /// What a name would fit as a pattern is looked for in its own folders alone: not where a link leads that it fits.
  @Test func patternsAreNotFollowed() throws {
    for name in ["[o]ut", "*", "inner"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path("out"), withDestinationPath: "/etc")
    let picture = ["-v", "error", "-f", "lavfi", "-i", "color=s=16x16", "-frames:v", "1", folder.path("p.png")]
    try CommandLineTool.run("ffmpeg", picture)
    func status(_ name: String) throws -> Int32 {
      try? FileManager.default.removeItem(atPath: folder.path(name))
      try FileManager.default.copyItem(atPath: folder.path("p.png"), toPath: folder.path(name))
      _ = try folder.document(
        "timeline: 1\ncanvas: { size: 16x16, rate: 5 }\ntracks: [ { kind: video, segments: [ "
          + "{ clip: { image: \"\(name)\" }, duration: 1s } ] } ]\n", "pattern.yaml")
      return try run("check", "pattern.yaml", "--stamp", "ok", "--depfile", "ok.d").status
    }
    let refused = ["[o]ut/[p]asswd.png", "[o]ut/[n]osuch.png", "*/[x].png"]
    for name in refused { #expect(try status(name) == 3, "\(name)") }
    for name in ["inner/[x].png", "[y].png"] { #expect(try status(name) == 0, "\(name)") }
    try Data().write(to: folder.url.appending(path: "inner/x.png"))
    #expect(try status("inner/[x].png") == 3)
  }
}
