import Foundation
import TestSupport
import Testing

/// What `.cutlist.yaml` and the options of the command line say about rules.
@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder
  /// With one warning, `animation-past-end`.
  private let text = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
    titles: [ { text: Hello, over: 0s..3s } ]

    """

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("a/b"), withIntermediateDirectories: true)
    _ = try folder.document(text, "a/b/edit.yaml")
    // Whatever lies further up has no say.
    _ = try folder.document("root: true\n", ".cutlist.yaml")
  }

  private func check(_ arguments: String...) throws -> Program.Result {
    try Program.run(["check"] + arguments + [folder.path("a/b/edit.yaml")])
  }

  /// Whoever made the link meant rules that are not there.
  @Test func aLinkThatLeadsToNothingIsTold() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("a/b/.cutlist.yaml"), withDestinationPath: "rules.yaml")
    let checked = try check()
    #expect(checked.status == 2 && checked.errors.contains("it is a link that leads to nothing"), "\(checked)")
  }

  @Test func theNearestFileWins() throws {
    #expect(try check().errors.contains("warning: the title lasts"))
    _ = try folder.document("root: true\nrules: { animation-past-end: error }\n", ".cutlist.yaml")
    #expect(try check().status == 1)
    _ = try folder.document("rules: { animation-past-end: remark }\n", "a/.cutlist.yaml")
    let remark = try check()
    #expect(remark.status == 0 && remark.errors.contains("remark: the title lasts"))
    _ = try folder.document("rules: { animation-past-end: off }\n", "a/b/.cutlist.yaml")
    #expect(try check().errors.isEmpty)
    #expect(try check("--no-config").errors.contains("warning: the title lasts"))
    #expect(try check("--config", folder.path("a/.cutlist.yaml")).errors.contains("remark: the title lasts"))
    #expect(try check("--config", folder.path("none.yaml")).status == 2)
  }

  @Test func aRootEndsTheSearch() throws {
    _ = try folder.document("root: true\nrules: { animation-past-end: error }\n", ".cutlist.yaml")
    _ = try folder.document("root: true\n", "a/.cutlist.yaml")
    #expect(try check().status == 0)
  }

  @Test func theCommandLineHasTheLastWord() throws {
    #expect(try check("--deny", "animation-past-end").status == 1)
    #expect(try check("--deny", "warnings").status == 1)
    #expect(try check("--allow", "animation-past-end").errors.isEmpty)
    let unknown = try check("--deny", "animation-past-ent")
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean animation-past-end?"))
    #expect(try check("--allow", "unknown-key").status == 2)
    _ = try folder.document("root: true\nrules: { animation-past-end: error }\n", ".cutlist.yaml")
    #expect(try check("--allow", "animation-past-end").status == 0)
  }

  /// What is allowed in the document stays allowed, however loud the rule is.
  @Test func commentsCountBeforeLevels() throws {
    _ = try folder.document(
      text.replacing("0s..3s } ]", with: "0s..3s } ] # cutlist: allow animation-past-end"), "a/b/edit.yaml")
    #expect(try check("--deny", "warnings").status == 0)
  }

  @Test func limitsMoveTheLines() throws {
    _ = try folder.document("root: true\nlimits: { programme: 500ms }\n", ".cutlist.yaml")
    let result = try check()
    #expect(result.status == 1 && result.errors.contains("the programme lasts 1 s [programme-too-long]"))
  }

  /// Letters end 5 percent from the edges of the picture unless something else is said, and their boxes 3.5.
  @Test func safeAreasMoveTheLines() throws {
    func check(_ limits: String, position: String, style: String = "{ size: 10% }") throws -> String {
      _ = try folder.document("root: true\nlimits: \(limits)\n", ".cutlist.yaml")
      let text = """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        titles: [ { text: Hi, over: 0s..1s, position: \(position), style: \(style) } ]

        """
      _ = try folder.document(text, "a/b/edit.yaml")
      return try self.check().errors
    }
    let (low, lower) = ("[50%, 89%]", "[50%, 93%]")
    #expect(try check("{}", position: low).isEmpty)
    #expect(try check("{}", position: lower).contains("the bottom edge of the picture, where 18 are safe"))
    #expect(try check("{ title-safe: 80% }", position: low).contains("where 36 are safe [text-outside-safe]"))
    #expect(try check("{ title-safe: [2%, 90%] }", position: low).contains("the left edge of the picture"))
    #expect(try check("{ title-safe: 96% }", position: lower).isEmpty)
    let boxed = "{ size: 10%, box: { color: black, padding: 10px } }"
    #expect(try check("{}", position: low, style: boxed).contains("warning: its box ends"))
    #expect(try check("{ action-safe: 100% }", position: low, style: boxed).isEmpty)
    #expect(try check("{ action-safe: 110% }", position: low).contains("error: `110%` is not a part"))
    #expect(try check("{ action-safe: [90%] }", position: low).contains("error:"))
  }

  @Test func mistakesHavePlaces() throws {
    _ = try folder.document(
      """
      root: true
      rules:
        animation-past-ent: off
        unknown-key: off
        opacity-range: quiet
      limits: { programme: 10f, distort: 5% }

      """, ".cutlist.yaml")
    let result = try Program.run("check", "edit.yaml", in: folder.path("a/b"))
    #expect(result.status == 1)
    for line in [
      ".cutlist.yaml:3:3: error: there is no rule `animation-past-ent` [unknown-rule]",
      "help: did you mean `animation-past-end`?",
      ".cutlist.yaml:4:16: error: `unknown-key` is an error, which cannot be switched off [error-not-allowed]",
      ".cutlist.yaml:5:18: error: `quiet` is not a level",
      ".cutlist.yaml:6:22: error: a limit is a length in seconds",
      ".cutlist.yaml:6:27: error: `limits` has no key `distort` [unknown-key]",
    ] {
      #expect(result.errors.contains(line), "\(line)\n\(result.errors)")
    }
  }

  @Test func itIsAmongWhatAStampDependsOn() throws {
    let document = folder.path("a/b/edit.yaml")
    let result = try Program.run(
      "check", document, "--stamp", folder.path("ok"), "--depfile", folder.path("ok.d"))
    #expect(result.status == 0)
    #expect(try String(contentsOfFile: folder.path("ok.d"), encoding: .utf8).contains(".cutlist.yaml"))
  }

  @Test func theSchemaIsWhatTheGrammarSays() throws {
    let committed = try String(
      contentsOf: Program.package.appendingPathComponent("Schemas/configuration.schema.json"), encoding: .utf8)
    #expect(try Program.run("schema", "configuration").output == committed, "run `make generate`")
  }
}
