import Foundation
import TestSupport
import Testing

/// The example projects for Make and Ninja: built once, nothing is left to do; where a file changes, what is made of it is
/// made again and nothing else.
@Suite struct BuildTests {
  /// A copy of the examples, so that clips can be touched.
  private let folder: TemporaryFolder
  private let project: String

  init() throws {
    try Example.footage.get()
    folder = try TemporaryFolder()
    project = folder.path("build")
    let examples = Example.folder
    try FileManager.default.createDirectory(atPath: project, withIntermediateDirectories: true)
    for name in ["Makefile", "build.ninja", "opening.yaml", "flight.yaml", "card.yaml"] {
      try FileManager.default.copyItem(
        atPath: examples.appendingPathComponent("build/\(name)").path, toPath: "\(project)/\(name)")
    }
    try FileManager.default.copyItem(
      atPath: examples.appendingPathComponent("media").path, toPath: folder.path("media"))
  }

  enum Tool: CaseIterable { case make, ninja }

  /// Which movies were rendered.
  private func build(with tool: Tool) throws -> Set<String> {
    let before = times()
    switch tool {
    case .make:
      // The tests themselves may be run by a Make, whose child this one is not to be.
      let make = ["-u", "MAKELEVEL", "-u", "MAKEFLAGS", "-u", "MFLAGS", "make"]
      let output = try CommandLineTool.run(
        "env", make + ["-C", project, "-j2", "--no-print-directory", "CUTLIST=\(Program.url.path)"])
      if times() == before { #expect(output == "make: Nothing to be done for 'all'.\n", "\(output)") }
    case .ninja:
      let path = "PATH=\(Program.url.deletingLastPathComponent().path):/usr/local/bin:/usr/bin:/bin"
      let output = try CommandLineTool.run("env", [path, "ninja", "-C", project, "-j2"])
      if times() == before { #expect(output.hasSuffix("ninja: no work to do.\n"), "\(output)") }
    }
    let after = times()
    return Set(after.keys.filter { after[$0] != before[$0] }).filter { $0.hasSuffix(".mp4") }
  }

  /// Of all that was made.
  private func times() -> [String: Date] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: project + "/build")) ?? []
    let made = names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".checked") }
    return Dictionary(
      uniqueKeysWithValues: made.compactMap { name in
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(project)/build/\(name)")
        return (attributes?[.modificationDate] as? Date).map { (name, $0) }
      })
  }

  private func touch(_ name: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: folder.path(name))
  }

  @Test(arguments: Tool.allCases) func onlyWhatChangedIsMadeAgain(tool: Tool) throws {
    #expect(try build(with: tool) == ["opening.mp4", "flight.mp4", "card.mp4"])
    #expect(times().count == 6)
    #expect(try build(with: tool) == [])
    try touch("media/sea.mp4")
    #expect(try build(with: tool) == ["opening.mp4", "flight.mp4"])
    #expect(try build(with: tool) == [])
    try touch("media/postcard.png")
    #expect(try build(with: tool) == ["card.mp4"])
    try touch("build/flight.yaml")
    #expect(try build(with: tool) == ["flight.mp4"])
    #expect(try build(with: tool) == [])
  }

  /// A clip that is no longer there does not stop a build that no longer needs it.
  @Test(arguments: Tool.allCases) func aClipMayGo(tool: Tool) throws {
    _ = try build(with: tool)
    let document = "\(project)/card.yaml"
    let text = try String(contentsOfFile: document, encoding: .utf8)
    try text.replacing("../media/postcard.png", with: "../media/badge.png")
      .write(toFile: document, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: folder.path("media/postcard.png"))
    #expect(try build(with: tool) == ["card.mp4"])
    #expect(try build(with: tool) == [])
  }

  @Test func anErrorLeavesNoStamp() throws {
    try "timeline: 1\ntracks: [{ kind: video, segments: [{ clip: ../media/gone.mp4 }] }]\n"
      .write(toFile: project + "/card.yaml", atomically: true, encoding: .utf8)
    #expect(throws: CommandLineTool.Failure.self) { try build(with: .make) }
    let names = try FileManager.default.contentsOfDirectory(atPath: project + "/build")
    #expect(!names.contains { $0.hasPrefix("card") }, "\(names)")
  }

  /// The rules as the page on build systems has them.
  @Test func rulesOfThePageLeaveNothingToDo() throws {
    let page = try String(contentsOf: Program.package.appendingPathComponent("docs/build-systems.md"), encoding: .utf8)
    let rules = try #require(page.components(separatedBy: "```make\n").dropFirst().first?.components(separatedBy: "```")[0])
    try rules.write(toFile: project + "/Makefile", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: project + "/build", withIntermediateDirectories: false)
    try "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]\n"
      .write(toFile: project + "/black.yaml", atomically: true, encoding: .utf8)
    let path = "PATH=\(Program.url.deletingLastPathComponent().path):/usr/local/bin:/usr/bin:/bin"
    func make() throws -> String {
      try CommandLineTool.run(
        "env", ["-u", "MAKELEVEL", "-u", "MAKEFLAGS", "-u", "MFLAGS", path, "make", "-C", project, "build/black.mp4"])
    }
    #expect(try make().contains("cutlist render"))
    let second = try make()
    #expect(second.contains("up to date") && !second.contains("cutlist check") && !second.contains("cutlist render"), "\(second)")
  }
}
