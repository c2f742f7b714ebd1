import Foundation
import TestSupport
import Testing

/// How documents are named on the command line: files, folders, lists, standard input.
@Suite struct DocumentArgumentsTests {
  private let folder: TemporaryFolder
  private static let good = """
    timeline: 1
    canvas: { size: 64x48, rate: 10 }
    tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]

    """
  private static let bad = good.replacing("duration", with: "duratoin")

  init() throws {
    folder = try TemporaryFolder()
    for name in ["sub/deep", "old", ".hidden", "ok"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["good.yaml", "sub/good.yaml", "sub/deep/draft.yaml", "old/a.yaml", ".hidden/b.yaml"] {
      _ = try folder.document(Self.good, name)
    }
    _ = try folder.document(Self.bad, "sub/bad.yaml")
    _ = try folder.document("{\n\t\"timeline\"\n\t: 1, \"tracks\": [ ]\n}\n", "sub/empty.json")
    _ = try folder.document(#"{ "a": "\#(String(repeating: "x", count: 2_000_000))", "timeline": 1 }"#, "sub/data.json")
    // What is no timeline is nobody's business here.
    _ = try folder.document("services: { web: 1 }\ntitle: timeline\n", "sub/compose.yaml")
    _ = try folder.document("rulse: 1\n", "sub/.cutlist.yaml")
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> Program.Result {
    try Program.run(arguments, in: folder.url.path, input: input)
  }

  /// The names of the files of which something is said.
  private func named(_ errors: String) -> Set<String> {
    Set(errors.split(separator: "\n").compactMap { $0.firstMatch(of: #/^([^ :]+):\d+:\d+: /#).map { String($0.1) } })
  }

  @Test func aFolderMeansTheTimelinesInIt() throws {
    let result = try run("check", ".")
    #expect(result.status == 1)
    #expect(named(result.errors) == ["sub/bad.yaml", "sub/empty.json", "sub/.cutlist.yaml"], "\(result.errors)")
    let json = try run("check", "old", "good.yaml", "old/a.yaml", "--format", "junit")
    #expect(json.status == 0 && json.output.components(separatedBy: "<testsuite ").count == 3, "\(json.output)")
  }

  @Test func patternsLeaveOut() throws {
    let result = try run("check", ".", "--exclude", "sub/*.json", "--exclude", "bad.yaml", "--exclude", ".cutlist.yaml")
    #expect(result.status == 1, "its configuration is read all the same")
    #expect(named(result.errors) == ["sub/.cutlist.yaml"])
    #expect(try run("check", ".", "--exclude", "sub").status == 0)
    #expect(try run("check", "sub/bad.yaml", "--exclude", "bad.*").status == 2)
    #expect(try run("check", "sub", "good.yaml", "--exclude", "./sub/").status == 0)
    #expect(try run("check", folder.path("sub/bad.yaml"), "good.yaml", "--exclude", "sub/*").status == 0)
  }

  @Test func aListNamesFiles() throws {
    _ = try folder.document("good.yaml\r\n\nsub/bad.yaml\n", "list.txt")
    let result = try run("check", "@list.txt")
    #expect(result.status == 1 && named(result.errors).contains("sub/bad.yaml"), "\(result.errors)")
    #expect(try run("check", "@-", input: "good.yaml\n").status == 0)
    #expect(try run("check", "@none.txt").status == 2)
    #expect(try run("check", "@-", input: "-\n").status == 2)
    #expect(try run("check", "@-", "-", input: "").status == 2)
  }

  /// A file that cannot be read hides nothing of the others.
  @Test func allOthersAreReported() throws {
    for order in [["none.yaml", "sub/bad.yaml"], ["sub/bad.yaml", "none.yaml"]] {
      let result = try Program.run(["check"] + order + ["--no-config"], in: folder.url.path)
      #expect(result.status == 2 && named(result.errors) == ["sub/bad.yaml"], "\(result.errors)")
      #expect(result.errors.contains("cannot read none.yaml: there is no such file"))
    }
  }

  /// Nor do fixes and layouts stop at one that is not there.
  @Test func allOthersAreMended() throws {
    _ = try folder.document(Self.good + "allow: [ animation-past-end ]\n", "ok/mend.yaml")
    let result = try run("check", "none.yaml", "ok/mend.yaml", "--fix", "--no-config")
    #expect(result.status == 2 && result.errors.contains("1 problem fixed"), "\(result.errors)")
    #expect(result.errors.contains("cannot read none.yaml"))
  }

  /// Where two configurations differ, the graver of two reports decides.
  @Test func theSameProblemMayBeGraverForOne() throws {
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      let playing = Self.good.replacing("{ color: red }, duration: 1s", with: "../part.yaml")
      _ = try folder.document(playing, "\(name)/edit.yaml")
    }
    _ = try folder.document(
      Self.good.replacing("tracks", with: "assets: { spare: { color: blue } }\ntracks"), "part.yaml")
    _ = try folder.document("rules: { unused-asset: error }\n", "two/.cutlist.yaml")
    for order in [["one/edit.yaml", "two/edit.yaml"], ["two/edit.yaml", "one/edit.yaml"]] {
      let result = try Program.run(["check", "--root", "."] + order, in: folder.url.path)
      #expect(result.status == 1 && result.errors.contains("error: "), "\(result.errors)")
    }
  }

  @Test func aConfigurationIsCheckedAsOne() throws {
    let result = try run("check", "sub/.cutlist.yaml")
    #expect(result.status == 1 && result.errors.contains("did you mean `rules`?"), "\(result.errors)")
    #expect(!result.errors.contains("timeline"))
    _ = try folder.document("rules: { unused-asset: off }\n", "ok/.cutlist.yaml")
    #expect(try run("check", "ok/.cutlist.yaml").status == 0)
  }

  @Test func standardInputHasTheNameThatItIsGiven() throws {
    let bad = try run("check", "-", "--stdin-filename", "sub/new.yaml", "--no-config", input: Self.bad)
    #expect(bad.status == 1 && named(bad.errors) == ["sub/new.yaml"], "\(bad.errors)")
    // A name that ends in .json makes it JSON.
    let json = try run("check", "-", "--stdin-filename", "a.json", input: Self.good)
    #expect(json.status == 1 && json.errors.contains("a.json:1:1"), "\(json.errors)")
    #expect(try run("check", "good.yaml", "--stdin-filename", "a.yaml").status == 2)
    let laid = try run("fmt", "-", "--stdin-filename", "a.json", input: #"{"timeline":1,"tracks":[]}"#)
    #expect(laid.status == 0 && laid.output.hasPrefix("{"))
  }

  @Test func fmtTakesFolders() throws {
    let result = try run("fmt", "--check", "old", "sub/deep")
    #expect(result.status == 0, "\(result.errors)")
    _ = try folder.document("timeline:   1\ntracks:    []\n", "old/b.yaml")
    #expect(try run("fmt", "--check", "old").errors == "old/b.yaml is not laid out canonically\n")
  }

  /// What is wrong with a timeline that several play is said once, under the path from here.
  @Test func aProblemIsSaidOnce() throws {
    let playing = Self.good.replacing("{ color: red }, duration: 1s", with: "sub/bad.yaml")
    _ = try folder.document(playing, "a.yaml")
    _ = try folder.document(playing, "b.yaml")
    let result = try run("check", "a.yaml", "b.yaml", "--format", "sarif", "--no-config")
    #expect(result.output.components(separatedBy: "\"ruleId\" : \"unknown-key\"").count == 2, "\(result.output)")
    #expect(!result.output.contains("file://"))
    let prints = result.output.matches(of: /"primaryLocationLineHash" : "([^"]+)"/).map { String($0.1) }
    #expect(prints.count == 3 && Set(prints).count == 3)
    // Lines above make no difference.
    _ = try folder.document("# moved\n\n" + playing, "a.yaml")
    let moved = try run("check", "a.yaml", "b.yaml", "--format", "sarif", "--no-config")
    #expect(moved.output.matches(of: /"primaryLocationLineHash" : "([^"]+)"/).map { String($0.1) } == prints)
  }

  @Test func colourIsAsItIsAskedFor() throws {
    let escape = "\u{1B}["
    func errors(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
      try Program.run(["check", "sub/bad.yaml"] + arguments, in: folder.url.path, environment: environment).errors
    }
    #expect(try !errors([]).contains(escape))
    #expect(try errors(["--color", "always"]).contains(escape))
    #expect(try errors([], ["FORCE_COLOR": "1"]).contains(escape))
    #expect(try !errors([], ["FORCE_COLOR": "0"]).contains(escape))
    #expect(try !errors(["--color", "never"], ["FORCE_COLOR": "1"]).contains(escape))
    #expect(try errors(["--color", "always"], ["NO_COLOR": "1"]).contains(escape))
    #expect(try !errors([], ["CLICOLOR_FORCE": "0"]).contains(escape))
  }

  /// Mended documents are no newer than the stamp, and what is written meanwhile is.
  @Test func stampsAreAsOldAsTheCheck() throws {
    func time(_ name: String) throws -> Date {
      try #require(try FileManager.default.attributesOfItem(atPath: folder.path(name))[.modificationDate] as? Date)
    }
    let before = Date()
    #expect(try run("check", "good.yaml", "--stamp", "s").status == 0)
    #expect(try time("s") >= before.addingTimeInterval(-0.03) && time("s") < Date())
    _ = try folder.document(Self.good + "allow: [ animation-past-end ]\n", "mend.yaml")
    let mended = try run("check", "mend.yaml", "--fix", "--stamp", "s")
    #expect(mended.status == 0, "\(mended.errors)")
    #expect(try time("s") >= time("mend.yaml"))
  }
}
