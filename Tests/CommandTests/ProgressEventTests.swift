import Foundation
import TestSupport
import Testing

/// What a render tells programs: lines of JSON, and nothing but them.
@Suite struct ProgressEventTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      assets: { unused: { color: blue } }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 2s } ] } ]

      """, "edit.yaml")
    _ = try folder.document("timeline: 1\ntracks: [ { kind: video, segments: [ none.mp4 ] } ]\n", "bad.yaml")
  }

  /// The names of the events in their order, each once, after every line was held to the schema.
  private func events(_ text: String) throws -> [String] {
    var names: [String] = []
    var paths: [String] = []
    for (number, line) in text.split(separator: "\n").enumerated() {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      let name = try #require(event["event"] as? String)
      if names.last != name { names.append(name) }
      paths.append(folder.path("\(number).json"))
      try String(line).write(toFile: paths[number], atomically: true, encoding: .utf8)
    }
    let schema = Program.package.appendingPathComponent("Schemas/progress.schema.json").path
    let script = Program.package.appendingPathComponent("Scripts/validate.py").path
    #expect(try CommandLineTool.run("/usr/bin/python3", [script, schema] + paths).isEmpty)
    return names
  }

  @Test func standardErrorIsPure() throws {
    let arguments = ["--no-store", "--progress", "json"]
    let good = try Program.run(["render", "edit.yaml", "-o", "a.mp4"] + arguments, in: folder.url.path)
    #expect(good.status == 0 && good.output.isEmpty)
    #expect(try events(good.errors) == ["diagnostic", "progress", "result"], "\(good.errors)")
    let bad = try Program.run(["render", "bad.yaml", "-o", "b.mp4"] + arguments, in: folder.url.path)
    #expect(bad.status == 1)
    #expect(try events(bad.errors) == ["diagnostic", "error"], "\(bad.errors)")
    #expect(bad.errors.contains(#"{"event":"error","message":"there is no file `none.mp4`","status":1}"#), "\(bad.errors)")
    let gone = try Program.run(["render", "gone.yaml", "-o", "b.mp4"] + arguments, in: folder.url.path)
    #expect(gone.status == 2)
    #expect(try events(gone.errors) == ["message", "error"], "\(gone.errors)")
    #expect(
      gone.errors.contains(#"{"event":"error","message":"cannot read gone.yaml: there is no such file","status":2}"#),
      "\(gone.errors)")
  }

  /// A reader that goes away misses the rest; the movie is the same.
  @Test func aReaderThatGoesAway() throws {
    func render(_ output: String, _ rest: String) throws {
      try CommandLineTool.run(
        "sh", ["-c", "cd '\(folder.path("."))'; '\(Program.url.path)' render edit.yaml -o \(output) --no-store \(rest)"])
    }
    try render("whole.mp4", "--progress none")
    try render("left.mp4", "--progress json 2>&1 >/dev/null | head -c 1; sleep 1")
    try render("right.mp4", "--progress-fd 5 5>&1 >/dev/null 2>&1 | head -c 1; sleep 1")
    let whole = try Data(contentsOf: URL(filePath: folder.path("whole.mp4")))
    for name in ["left.mp4", "right.mp4"] { #expect(try Data(contentsOf: URL(filePath: folder.path(name))) == whole) }
  }

  @Test func aDescriptorOfTheCallers() throws {
    func render(_ document: String, _ more: String = "") throws -> (status: Int32, errors: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", "'\(Program.url.path)' render \(document) -o c.mp4 --overwrite --no-store --progress-fd 5 5>events 2>said \(more)",
      ]
      process.currentDirectoryURL = folder.url
      try process.run()
      process.waitUntilExit()
      return (process.terminationStatus, try String(contentsOfFile: folder.path("said"), encoding: .utf8))
    }
    let good = try render("edit.yaml")
    #expect(good.status == 0 && good.errors.contains("unused-asset"), "\(good.errors)")
    #expect(
      try events(String(contentsOfFile: folder.path("events"), encoding: .utf8)) == ["diagnostic", "progress", "result"])
    let bad = try render("bad.yaml")
    #expect(bad.status == 1 && bad.errors.contains("missing-media"), "\(bad.errors)")
    let told = try String(contentsOfFile: folder.path("events"), encoding: .utf8)
    #expect(try events(told) == ["diagnostic", "error"])
    #expect(told.contains(#"{"event":"error","message":"there is no file `none.mp4`","status":1}"#), "\(told)")
    #expect(try render("edit.yaml", "5<&-").status == 2)
  }
}
