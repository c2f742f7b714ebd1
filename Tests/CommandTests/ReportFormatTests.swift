import Foundation
import TestSupport
import Testing

/// `check` in every format: where it goes, with which exit status, and that it is what its schema says.
@Suite struct ReportFormatTests {
  private static let good =
    "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]\n"
  /// Errors with fixes, notes and emoji.
  private static let bad = """
    timeline: 1
    canvas: { size: 64x64, rate: 29.97 }
    tracks:
      - { id: a, kind: video, segments: [ { clip: { color: red }, duratoin: 1s }, { clip: 🎬.mov } ] }
      - { id: a, kind: video, segments: [ { clip: { color: red }, duration: 5 } ] }
    instructions: [ { over: 0s..1s, layers: [ a ] }, { over: 2s..3s, layers: [ b ] } ]

    """
  private static let warned = good.replacing("duration: 1s", with: "duration: 1.01s")
  private static let script = Program.package.appendingPathComponent("Scripts/validate.py").path

  /// The published schema of SARIF lies in the folder that the environment variable CUTLIST_SCHEMAS names, or beside
  /// the project; without it, the log is not held to it.
  private static let sarifSchema: String? = {
    let folder =
      ProcessInfo.processInfo.environment["CUTLIST_SCHEMAS"]
      ?? Program.package.deletingLastPathComponent().appendingPathComponent("shared/schemas").path
    let path = folder + "/sarif-schema-2.1.0.json"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  private let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.document(Self.good, "good.yaml")
    _ = try folder.document(Self.bad, "bad.yaml")
    _ = try folder.document(Self.warned, "warned.yaml")
  }

  @Test(arguments: ["text", "json", "sarif", "github", "junit"])
  func theStatusIsTheSameInEveryFormat(format: String) throws {
    func check(_ files: String...) throws -> Program.Result {
      try Program.run(["check", "--format", format] + files, in: folder.url.path)
    }
    #expect(try check("good.yaml").status == 0)
    #expect(try check("warned.yaml", "good.yaml").status == 0)
    #expect(try check("good.yaml", "bad.yaml").status == 1)
    let missing = try check("good.yaml", "gone.yaml")
    #expect(missing.status == 2 && missing.errors.contains("cannot read gone.yaml"))
    let mark = ["json": "\"unread\"", "sarif": "\"executionSuccessful\" : false", "junit": "errors=\"1\""][format]
    #expect(mark.map(missing.output.contains) ?? true, "\(missing.output)")
    // People read standard error, programs standard output.
    let found = try check("bad.yaml", "warned.yaml")
    let (read, silent) = format == "text" ? (found.errors, found.output) : (found.output, found.errors)
    #expect(silent.isEmpty)
    for rule in ["rounded-rate", "unknown-key", "duplicate-id", "time-not-on-frame"] {
      #expect(read.contains(rule), "\(read)")
    }
    #expect(read.contains("bad.yaml") && read.contains("warned.yaml"))
  }

  @Test func reportsInJSONAreWhatTheirSchemaSays() throws {
    let committed = Program.package.appendingPathComponent("Schemas/diagnostics.schema.json")
    #expect(
      try Program.run("schema", "diagnostics").output == String(contentsOf: committed, encoding: .utf8),
      "run `make generate`")
    var paths: [String] = []
    for name in ["good", "bad", "warned"] {
      let report = try Program.run("check", "--format", "json", "\(name).yaml", in: folder.url.path).output
      paths.append(try folder.document(report, "\(name).json"))
    }
    #expect(try CommandLineTool.run("/usr/bin/python3", [Self.script, committed.path] + paths).isEmpty)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: paths[1]))) as? [String: Any])
    #expect((report["diagnostics"] as? [Any])?.count ?? 0 > 4)
    // The schema says no to what is not one.
    let wrong = try folder.document(#"{"version": 1, "diagnostics": [{"rule": "a"}], "summary": {}}"#, "wrong.json")
    #expect(throws: CommandLineTool.Failure.self) {
      try CommandLineTool.run("/usr/bin/python3", [Self.script, committed.path, wrong])
    }
  }

  @Test func logsAreWhatThePublishedSchemaSays() throws {
    var paths: [String] = []
    for files in [["good.yaml"], ["bad.yaml", "warned.yaml", "good.yaml"]] {
      let result = try Program.run(
        ["check", "--format", "sarif", "--rules-url", "https://example.org/rules"] + files, in: folder.url.path)
      let log = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(log["version"] as? String == "2.1.0")
      paths.append(try folder.document(result.output, "\(files.count).json"))
      if files.count > 1 { #expect(result.output.contains(#""https://example.org/rules/unknown-key.md""#)) }
    }
    guard let schema = Self.sarifSchema else { return }
    #expect(try CommandLineTool.run("/usr/bin/python3", [Self.script, schema] + paths).isEmpty)
  }

  @Test func rulesAreListed() throws {
    let text = try Program.run("rules")
    #expect(text.status == 0 && text.output.contains("instruction-gap"))
    let json = try Program.run("rules", "--format", "json").output
    let list = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let rules = try #require(list["rules"] as? [[String: Any]])
    #expect(rules.count == text.output.split(separator: "\n").count)
    for rule in rules {
      let page = try #require(rule["page"] as? String)
      #expect(FileManager.default.fileExists(atPath: Program.package.appendingPathComponent(page).path), "\(page)")
    }
    let gap = try #require(rules.first { $0["id"] as? String == "instruction-gap" })
    #expect(gap["level"] as? String == "error" && gap["stage"] as? String == "composition")
    let example = try #require((gap["bad"] as? [[String: Any]])?.first)
    let (document, start) = (try #require(example["document"] as? String), try #require(example["offset"] as? Int))
    #expect(!document.contains("«") && document.utf8.count >= start)
    let rate = try #require(rules.first { $0["id"] as? String == "rate-differs" })
    #expect(rate["stage"] as? String == "plan" && rate["media"] as? [String] == ["boat.mov  10 s  1920x1080  30 fps"])
    let exists = try #require(rules.first { $0["id"] as? String == "output-exists" }?["session"] as? [String: String])
    #expect(exists["document"]?.hasPrefix("timeline: 1\n") == true)
    #expect(exists["transcript"]?.contains("[output-exists]\n") == true)
  }

  /// What commands print for programs is what its schema says, which is made from the types that they print.
  @Test(arguments: ["plan", "inspect", "diff", "coverage", "progress"])
  func reportsHaveSchemas(of subject: String) throws {
    let committed = Program.package.appendingPathComponent("Schemas/\(subject).schema.json")
    #expect(
      try Program.run("schema", subject).output == String(contentsOf: committed, encoding: .utf8),
      "run `make generate`")
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("a.mp4"))
    for (name, more) in [("a.yaml", ""), ("b.yaml", ", speed: 2, transition: { dissolve: 200ms }")] {
      _ = try folder.document(
        """
        timeline: 1
        canvas: { size: 320x180, rate: 25 }
        tracks: [ { kind: av, segments: [ { clip: a.mp4, source: 0s..1s }, { clip: a.mp4, source: 0s..1s\(more) } ] } ]
        mix: { loudness: { target: -16, true-peak: -1 } }
        """, name)
    }
    let command: [String] =
      switch subject {
      case "plan": ["plan", "b.yaml"]
      case "inspect": ["inspect", "a.mp4", "none.mp4", "--precise"]
      case "diff": ["diff", "a.yaml", "b.yaml"]
      case "coverage": ["coverage", "b.yaml"]
      // Held to in the tests of what a render tells.
      default: []
      }
    guard !command.isEmpty else { return }
    let printed = try Program.run(command + ["--format", "json"], in: folder.url.path)
    #expect(printed.output.hasPrefix("{") || printed.output.hasPrefix("["), "\(printed.errors)")
    try printed.output.write(toFile: folder.path("printed.json"), atomically: true, encoding: .utf8)
    #expect(
      try CommandLineTool.run("/usr/bin/python3", [Self.script, committed.path, folder.path("printed.json")]).isEmpty)
  }
}
