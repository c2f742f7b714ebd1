import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Every example checks, renders and decodes; what is generated is what the sources say.
@Suite struct ExampleTests {
  @Test func thereAreEnough() { #expect(Example.names.count >= 80) }

  /// Shows VID-13, ARC-18.
  @Test(arguments: Example.names) func rendersAndDecodes(name: String) throws {
    try Example.footage.get()
    let scratch = try TemporaryFolder()
    let document = Example.folder.appendingPathComponent(name).path
    // As long as the composition says, to the frame.
    let composition = try Program.run("emit", "--stage", "composition", document).output
    let text = try String(contentsOfFile: document, encoding: .utf8)
    let isSound = !composition.contains("\n  video ") || text.contains("preset: audio")
    let output = scratch.path(text.contains("export: prores") ? "out.mov" : "out.mp4")
    let rendered = try Program.run("render", document, "-o", output, "--scale", "1/4")
    #expect(rendered.status == 0 && !rendered.errors.contains("error"), "\(rendered.errors)")
    let complaints = try CommandLineTool.run("ffmpeg", ["-v", "error", "-i", output, "-f", "null", "-"])
    #expect(complaints.isEmpty, "\(complaints)")
    let head = try #require(composition.firstMatch(of: /composition \S+ (\S+) fps.*channels, (\S+)s/))
    guard case .found(let facts) = MediaProbe.probe(path: output, depth: .precise) else {
      Issue.record("unreadable")
      return
    }
    func exact(_ text: Substring) -> Rational {
      let parts = text.split(separator: "/").map { Rational(decimal: $0)! }
      return parts.count == 2 ? parts[0] / parts[1] : parts[0]
    }
    let (rate, end) = (exact(head.1), exact(head.2))
    if isSound {
      #expect(facts.video == nil && facts.audio != nil)
    } else {
      #expect(facts.video?.timing.frameCount == (end * rate).ceiling)
      #expect(facts.video?.timing.rate?.perSecond == rate)
    }
  }

  @Test func expandedExamplesMeanTheSame() throws {
    try Example.footage.get()
    func rules(_ file: String, input: String? = nil) throws -> Set<String> {
      let checked = try Program.run("check", file, "--format", "json", in: Example.folder.path, input: input)
      let report = try JSONSerialization.jsonObject(with: Data(checked.output.utf8)) as? [String: Any]
      return Set(try #require(report?["diagnostics"] as? [[String: Any]]).compactMap { $0["rule"] as? String })
    }
    for name in Example.names {
      let expanded = try Program.run("expand", name, in: Example.folder.path)
      #expect(expanded.status == 0)
      #expect(try rules("-", input: expanded.output).isSubset(of: rules(name)), "\(name)")
      let difference = try Program.run("diff", name, "-", in: Example.folder.path, input: expanded.output)
      #expect(difference.status == 0, "\(name): \(difference.output)")
    }
  }

  @Test func theyAreLaidOutCanonically() throws {
    let builds = ["build/card.yaml", "build/flight.yaml", "build/opening.yaml"]
    let result = try Program.run(["fmt", "--diff"] + Example.names + builds, in: Example.folder.path)
    #expect(result.status == 0, "run `cutlist fmt` on \(result.output)")
  }

  @Test func anIndependentValidatorAcceptsThem() throws {
    let schema = Program.package.appendingPathComponent("Schemas/timeline.schema.json").path
    let script = Program.package.appendingPathComponent("Scripts/validate.py").path
    let paths = Example.names.map { Example.folder.appendingPathComponent($0).path }
    #expect(try CommandLineTool.run("/usr/bin/python3", [script, schema] + paths).isEmpty)
    let scratch = try TemporaryFolder()
    for wrong in ["opactiy: 1", "duration: 5", "fit: fill", "volume: [ { over: 1s } ], at: { x: 1 }"] {
      let path = try scratch.document(
        "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: a, \(wrong) } ] } ]\n")
      #expect(throws: CommandLineTool.Failure.self, "\(wrong)") {
        try CommandLineTool.run("/usr/bin/python3", [script, schema, path])
      }
    }
  }

  @Test func theSchemaIsWhatTheGrammarSays() throws {
    let committed = try String(
      contentsOf: Program.package.appendingPathComponent("Schemas/timeline.schema.json"), encoding: .utf8)
    let actual = try Program.run("schema").output
    #expect(committed == actual, "run `make generate`")
  }

  /// Whole documents in the reference are documents.
  @Test func theReferenceIsRight() throws {
    let page = try String(contentsOf: Program.package.appendingPathComponent("docs/language.md"), encoding: .utf8)
    let documents = page.matches(of: /```yaml\n([\s\S]*?)```/).map { String($0.1) }
    #expect(documents.count >= 3)
    for document in documents {
      let result = try Program.run("check", "--offline", "-", input: document)
      #expect(result.status == 0, "\(document)\n\(result.errors)")
    }
  }
}
