import Foundation
import TestSupport
import Testing

/// What is drawn, counted and asked of coverage; and `check --range`, which looks at a part.
@Suite struct CoverageCommandTests {
  private let text = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks:
      - id: front
        kind: video
        segments: [ { gap: 4s }, { clip: { color: red }, duration: 2s } ]
      - id: main
        kind: video
        segments: [ { clip: { color: blue }, duration: 8s }, { gap: 2s } ]
    instructions:
      - { over: 0s..1s, layers: [ main ] }
      - { over: 2s..5s, layers: [ front, main ] }
      - { over: 4s..10s, layers: [ front, main ] }

    """

  private func report(_ arguments: String...) throws -> [String: Any] {
    let result = try Program.run(["coverage", "--format", "json", "-"] + arguments, input: text)
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func stretches(_ row: Any?, _ key: String) -> [String] {
    ((row as? [String: Any])?[key] as? [[String: String]] ?? []).map { "\($0["start"] ?? "")..\($0["end"] ?? "")" }
  }

  /// Shows VID-17, VID-18.
  @Test func everyStretchIsCounted() throws {
    let report = try report()
    #expect(report["end"] as? String == "10" && report["writtenInstructions"] as? Bool == true)
    let instructions = report["instructions"]
    #expect(stretches(instructions, "covered") == ["0..1", "2..10"])
    #expect(stretches(instructions, "gaps") == ["1..2"])
    #expect(stretches(instructions, "overlaps") == ["4..5"])
    #expect((instructions as? [String: Any])?["fraction"] as? Double == 0.9)
    let tracks = try #require(report["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["name"] as? String } == ["front", "main"])
    #expect(stretches(tracks[0], "gaps") == ["0..4", "6..10"])
    #expect(stretches(tracks[1], "hidden") == ["4..6"])
    #expect(stretches(tracks[1], "gaps") == ["8..10"])
    #expect(stretches(report["picture"], "gaps") == ["8..10"])
    #expect(stretches(report["sound"], "gaps") == ["0..10"])
  }

  @Test func itIsDrawnToTheWidthOfTheTerminal() throws {
    let result = try Program.run(
      ["coverage", "-"], input: text, environment: ["COLUMNS": "62"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "             0 s                                 10 s",
        "instructions ████····████████╳╳╳╳████████████████████ 90 %",
        "front        ················████████················ 20 %",
        "main         ████████████████▒▒▒▒▒▒▒▒████████········ 80 %",
        "instructions: gap from 1 s to 2 s, 1 s", "instructions: overlap from 4 s to 5 s, 1 s",
        "front: gap from 0 s to 4 s, 4 s", "front: gap from 6 s to 10 s, 4 s", "main: gap from 8 s to 10 s, 2 s",
        "main: hidden from 4 s to 6 s, 2 s",
      ], "\(result.output)")
  }

  /// The shortest gap is seen and counts.
  @Test func oneTickIsNotCovered() throws {
    let almost = text.replacing("2s..5s", with: "90001/90000s..4s").replacing(
      "4s..10s, layers", with: "4s..10s, layers")
    let result = try Program.run("coverage", "--fail-under", "100%", "-", input: almost)
    #expect(result.status == 1 && result.output.contains("·") && result.output.contains("99.9 %"))
    let whole = text.replacing("2s..5s", with: "1s..4s")
    #expect(try Program.run("coverage", "--fail-under", "100%", "-", input: whole).status == 0)
  }

  @Test func leastCoverageIsAskedOfAnyPart() throws {
    func status(_ of: String, _ least: String) throws -> Int32 {
      try Program.run("coverage", "--of", of, "--fail-under", least, "-", input: text).status
    }
    #expect(try status("instructions", "90%") == 0 && status("instructions", "90.1%") == 1)
    #expect(try status("tracks", "20") == 0 && status("tracks", "21%") == 1)
    #expect(try status("picture", "80%") == 0 && status("picture", "81%") == 1)
    #expect(try status("sound", "0%") == 0 && status("sound", "1%") == 1)
    #expect(try status("picture", "120%") == 2)
  }

  @Test func theDrawingIsXML() throws {
    let result = try Program.run("coverage", "--format", "svg", "-", input: text.replacing("front", with: "\"a<b\""))
    let document = try XMLParserCheck(result.output)
    #expect(document.isWellFormed && result.output.contains("a&lt;b"))
    #expect(result.output.components(separatedBy: "<rect").count > 10)
  }

  @Test func otherMistakesAreSaid() throws {
    let wrong = try Program.run(
      "coverage", "-", input: text.replacing("duration: 8s", with: "duration: 8s, opactiy: 1"))
    #expect(wrong.status == 1 && wrong.errors.contains("[unknown-key]") && wrong.output.contains("main"))
    #expect(try Program.run("coverage", "-", input: "timeline: 1\ntracks: [\n").status == 1)
  }

  /// Shows VID-28.
  @Test func aPartIsChecked() throws {
    func rules(_ range: String) throws -> String { try Program.run("check", "--range", range, "-", input: text).errors }
    #expect(try rules("0s..1s").isEmpty)
    #expect(try rules("1s..2s").contains("[instruction-gap]") && !rules("1s..2s").contains("[instruction-overlap]"))
    #expect(try rules("4500ms..6s").contains("[instruction-overlap]"))
    #expect(try Program.run("check", "--range", "0s..1s", "-", input: text).status == 0)
    #expect(try Program.run("check", "--range", "nonsense", "-", input: text).status == 2)
  }
}

/// Whether a text is well-formed XML, as Python's parser has it.
private struct XMLParserCheck {
  let isWellFormed: Bool

  init(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.document(text, "drawing.svg")
    let script = "import sys, xml.etree.ElementTree as e; print(e.parse(sys.argv[1]).getroot().tag)"
    isWellFormed = try CommandLineTool.run("/usr/bin/python3", ["-c", script, path]).contains("svg")
  }
}
