import Foundation
import TestSupport
import Testing

/// `check --watch` over the real program: it stays, looks again when something changes, and ends when it is asked to.
@Suite struct CheckWatchTests {
  private let folder: TemporaryFolder
  private let good = """
    timeline: 1
    canvas: { size: 320x180, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: a.mp4, source: 0s..2s } ] } ]

    """

  init() throws {
    folder = try TemporaryFolder()
    try movie(seconds: 3)
    _ = try folder.document(good)
  }

  private func movie(seconds: Int) throws {
    var movie = BarcodeMovie()
    movie.frames = seconds * 25
    let scratch = try TemporaryFolder()
    try movie.write(to: scratch.path("a.mp4"))
    try? FileManager.default.removeItem(atPath: folder.path("a.mp4"))
    try FileManager.default.moveItem(atPath: scratch.path("a.mp4"), toPath: folder.path("a.mp4"))
  }

  private func said() -> String { (try? String(contentsOfFile: folder.path("said"), encoding: .utf8)) ?? "" }

  /// How often it has looked.
  private func rounds() -> Int { said().components(separatedBy: "waiting for changes").count - 1 }

  /// What is said next once `change` is made.
  private func next(_ change: () throws -> Void) throws -> String {
    let (before, count) = (said(), rounds())
    try change()
    waitUntil { rounds() > count }
    return String(said().dropFirst(before.count))
  }

  @Test func everythingThatDecidesIsWatched() throws {
    let process = try Program.start(["check", "edit.yaml", "--watch"], in: folder.url.path, errors: "said")
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    waitUntil { rounds() == 1 }
    #expect(said() == "waiting for changes\n")
    #expect(
      try next { _ = try folder.document(good.replacing("0s..2s", with: "0s..4s")) }.contains("[segment-beyond-source]")
    )
    // The media are long enough now.
    #expect(try next { try movie(seconds: 5) } == "waiting for changes\n")
    // A configuration comes to be, and goes again.
    let strict = try next { _ = try folder.document("rules: { no-such-rule: error }\n", ".cutlist.yaml") }
    #expect(strict.contains("no-such-rule"), "\(strict)")
    #expect(
      try next { try FileManager.default.removeItem(atPath: folder.path(".cutlist.yaml")) } == "waiting for changes\n")
    // So does the document itself.
    #expect(try next { try FileManager.default.removeItem(atPath: folder.path("edit.yaml")) }.contains("no such file"))
    #expect(try next { _ = try folder.document(good) } == "waiting for changes\n")
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGINT)
    waitUntil { !process.isRunning }
    #expect(!process.isRunning && process.terminationReason == .exit && process.terminationStatus == 130)
  }

  /// A picture more is another edit, though no file that was named has changed.
  @Test func aSequenceThatGrowsIsLookedAtAgain() throws {
    for number in 1...2 {
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", folder.path("p\(number).png"))
    }
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { images: p%d.png, rate: 25 }, source: 0f..3f } ] } ]

      """)
    let process = try Program.start(["check", "edit.yaml", "--watch"], in: folder.url.path, errors: "said")
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    waitUntil { rounds() == 1 }
    #expect(said().contains("[segment-beyond-source]"))
    let grown = try next {
      try FileManager.default.copyItem(atPath: folder.path("p1.png"), toPath: folder.path("p3.png"))
    }
    #expect(grown == "waiting for changes\n")
  }

  @Test func whatCannotBeWatchedIsRefused() throws {
    #expect(try Program.run("check", "-", "--watch", in: folder.url.path, input: good).status == 2)
    #expect(try Program.run("check", "edit.yaml", "--watch", "--fix", in: folder.url.path).status == 2)
    #expect(try Program.run("check", "nothing.yaml", "--watch", in: folder.url.path).status == 2)
    #expect(try Program.run("check", "edit.yaml", "--jobs", "0", in: folder.url.path).status == 2)
  }
}
