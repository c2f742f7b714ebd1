import Foundation
import TestSupport
import Testing
import TimelineModel

/// `cutlist plan`, `emit --stage plan` and the levels of the optimiser, as their users run them.
@Suite struct PlanTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var clip = BarcodeMovie()
    clip.frames = 96
    clip.keyInterval = 12
    try clip.write(to: folder.path("a.mp4"))
    clip.rate = FrameRate(30)
    try clip.write(to: folder.path("b.mp4"))
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      assets: { a: a.mp4, b: b.mp4 }
      tracks:
        - id: main
          kind: video
          segments:
            - { clip: a, source: 0.2s..2.2s }
            - { clip: b, source: 0s..1s }
            - { clip: a, source: 0s..2s, speed: 2 }
            - { clip: a, source: 0s..1s, opacity: 50% }
            - { clip: { color: red }, duration: 1s }
            - { gap: 1s }
      titles:
        - { text: Over, over: 5.2s..6.2s, style: { font: DejaVu Sans, size: 20%, color: white }, position: [50%, 50%] }
      export: { video: { codec: h264, crf: 25, options: { preset: veryfast } } }
      """)
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: folder.url.path)
  }

  /// Pictures in files of their own have no packets to be looked at.
  @Test func picturesThatFollowOneAnotherAreNoMovie() throws {
    for number in 1...3 {
      try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "color=red:s=64x48", "-frames:v", "1", folder.path("p\(number).png"))
    }
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { images: "p*.png", rate: 25 } } ] } ]
      """)
    for level in ["-O0", "-O1", "-O2"] { #expect(try run("plan", "edit.yaml", level).status == 0, "\(level)") }
  }

  @Test func itSaysWhatIsCopiedAndWhyNot() throws {
    let plan = try run("plan", "edit.yaml")
    #expect(plan.status == 0, "\(plan.errors)")
    for line in ["0-6 ", "7-", "copy", "speed", "opacity", "color", "title", "background"] {
      #expect(plan.output.contains(line), "\(plan.output)")
    }
    #expect(plan.errors.contains("b.mp4 is 30 fps, the canvas 25: 25 frames are encoded [rate-differs]"))
    #expect(plan.errors.contains("edit.yaml:9:9: remark:"))
    #expect(plan.errors.contains("help: write `canvas: { rate: 30 }`"))
  }

  @Test func itSaysSoToPrograms() throws {
    let plan = try run("plan", "edit.yaml", "--format", "json")
    #expect(plan.status == 0 && plan.errors.isEmpty)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(plan.output.utf8)) as? [String: Any])
    let shots = try #require(report["shots"] as? [[String: Any]])
    let copied = shots.filter { $0["work"] as? String == "copy" }
    #expect(copied.count == 1)
    let frames = try #require(copied.first?["frames"] as? [Int])
    #expect(report["copiedFrames"] as? Int == frames[1] - frames[0])
    #expect(shots.allSatisfy { ($0["work"] as? String == "copy") != ($0["reason"] != nil) })
    #expect(shots.compactMap { $0["place"] as? String }.contains("edit.yaml:9"))
    let total = try #require(report["frames"] as? Int)
    #expect(total == shots.compactMap { ($0["frames"] as? [Int]).map { $0[1] - $0[0] } }.reduce(0, +))
  }

  /// The clip has a key frame every twelve frames.
  /// Shows CMP-22.
  @Test func itSaysHowFarEachCutLiesBehindAKeyFrame() throws {
    _ = try folder.cuts(
      "{ clip: a.mp4, source: 12f..20f }", "{ clip: a.mp4, source: 53f..60f }", size: "320x180")
    let json = try run("plan", "edit.yaml", "-O1", "--format", "json").output
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let shots = try #require(report["shots"] as? [[String: Any]])
    let catchUps = shots.flatMap { $0["reads"] as? [[String: Any]] ?? [] }.map { $0["catchUp"] as? Int }
    #expect(catchUps == [0, 5])
    #expect(report["catchUpFrames"] as? Int == 5)
  }

  /// Shows CMP-27.
  @Test func itShowsTheArithmeticOfTransitions() throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks:
        - id: main
          kind: video
          segments:
            - { clip: a.mp4, source: 0s..2s }
            - { clip: b.mp4, source: 1s..2s, transition: { dissolve: 400ms } }
            - { clip: a.mp4, source: 1s..2s, transition: { wipe: 200ms, use: handles } }
      """)
    let plan = try run("plan", "edit.yaml").output
    #expect(plan.contains("main   1.6 s to 2 s      dissolve, overlap: 2 s + 1 s - 0.4 s = 2.6 s\n"), "\(plan)")
    let sum = "wipe left, handles: cut at 2.6 s, 0.12 s of b.mp4 after it, 0.08 s of a.mp4 before it"
    #expect(plan.contains("main   2.52 s to 2.72 s  \(sum)\n"), "\(plan)")
    #expect(try run("plan", "edit.yaml", "--format", "json").output.contains(sum))
  }

  @Test func itListsWhatMovedToAFrame() throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25, snap: nearest }
      tracks:
        - id: main
          kind: video
          segments: [ { clip: a.mp4, source: 0s..1.01s }, { clip: b.mp4, source: 0s..1s, transition: { dissolve: 0.41s } } ]

      """)
    let plan = try run("plan", "edit.yaml").output
    #expect(plan.contains("main: length of a transition  0.41 s  0.4 s\n"), "\(plan)")
    #expect(plan.contains("main: cut                     1.01 s  1 s\n"), "\(plan)")
    #expect(try run("plan", "edit.yaml", "--format", "json").output.contains("\"from\" : \"0.41\""))
  }

  @Test func itSaysWhatBecomesOfTheSound() throws {
    var clip = BarcodeMovie()
    clip.sound = [TestSound.sweep(count: 96_000), TestSound.sweep(count: 96_000)]
    try clip.write(to: folder.path("s.mp4"))
    func plan(_ segments: String, _ format: String) throws -> String {
      _ = try folder.document(
        """
        timeline: 1
        canvas: { size: 320x180, rate: 25 }
        tracks: [ { kind: av, segments: [ \(segments) ] } ]
        export: { audio: { codec: aac } }
        """, "sound.yaml")
      return try run("plan", "sound.yaml", "--format", format).output
    }
    let one = "{ clip: s.mp4, source: 0s..1s }"
    #expect(try plan("\(one), \(one)", "text").contains("2 s of sound encoded: several-segments (2 are heard)"))
    let json = try JSONSerialization.jsonObject(with: Data(plan("\(one), \(one)", "json").utf8)) as? [String: Any]
    let sound = try #require(json?["sound"] as? [String: Any])
    let obstacle = try #require((sound["obstacles"] as? [[String: Any]])?.first)
    #expect(sound["work"] as? String == "encode" && sound["samples"] as? [Int] == [0, 96_000])
    #expect(obstacle["reason"] as? String == "several-segments" && obstacle["place"] as? String == "sound.yaml:3")
    _ = try run("render", "sound.yaml", "-o", "coded.mp4", "--no-store")
    #expect(try plan("{ clip: coded.mp4, source: 0s..1s }", "text").contains("1 s of sound copied from coded.mp4"))
  }

  /// A level keeps frames of a higher one out, however it is written.
  @Test(arguments: [
    ("level: \"1\"", 0), ("level: \"5\"", 96), ("x264-params: level=1:me=dia", 0), ("x264-params: me=dia:level-idc=10", 0),
    ("x264opts: level=10", 0), ("x264-params: level=1:level=51", 96), ("x264-params: me=dia", 96),
  ])
  func aLevelIsKept(option: String, copied: Int) throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks: [ { kind: video, segments: [ a.mp4 ] } ]
      export: { video: { options: { \(option) } } }
      """, "level.yaml")
    let plan = try run("plan", "level.yaml")
    #expect(plan.output.contains(": \(copied) copied"), "\(plan)")
    #expect(plan.errors.contains("[profile-differs]") == (copied == 0))
  }

  @Test func everyReasonIsExplained() throws {
    for reason in ["rate-differs", "cut-inside-gop", "end-inside-gop", "title", "opacity"] {
      #expect(try run("explain", reason).output.contains("are encoded"))
    }
  }

  @Test func aRenderKeepsToThePlan() throws {
    let report = try run("plan", "edit.yaml", "--format", "json").output
    let plan = try #require(try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
    let render = try run("render", "edit.yaml", "-o", "out.mp4", "--remarks", "--no-store", "--progress", "plain")
    #expect(render.status == 0)
    #expect(
      render.errors.contains("\(plan["copiedFrames"] ?? "") copied, \(plan["encodedFrames"] ?? "") encoded"),
      "\(render.errors)")
    #expect(render.errors.contains("[rate-differs]"))
  }

  @Test func everyPassCanBeLookedAt() throws {
    for pass in ["start", "drop-invisible", "fold-constants", "join-neighbours", "find-untouched", "copy-groups"] {
      let shots = try run("emit", "edit.yaml", "--stage", "plan", "--after", pass)
      #expect(shots.status == 0 && shots.output.hasPrefix("shot: frames 0 to "), "\(shots.errors)")
      #expect(shots.output.contains("copy: frames 12 to") == (pass == "copy-groups"))
    }
    let unknown = try run("emit", "edit.yaml", "--after", "inline")
    #expect(unknown.status == 2 && unknown.errors.contains("join-neighbours"))
    #expect(try run("emit", "edit.yaml", "--after", "copy-groups", "-O1").status == 2)
  }

  @Test func levels() throws {
    #expect(try run("plan", "edit.yaml", "-O1").errors.contains("[copying-off]"))
    #expect(try run("plan", "edit.yaml", "--no-copy").output.contains(" 0 copied"))
    #expect(try run("plan", "edit.yaml", "-O", "0").output.contains(" 0 copied"))
    #expect(try run("plan", "edit.yaml", "-O3").status == 2)
  }

  /// Shows VID-21.
  @Test func tooManyStreams() throws {
    #expect(try run("plan", "edit.yaml", "--max-decoders", "1").status == 0)
    let strict = try run("plan", "edit.yaml", "--max-decoders", "0")
    #expect(strict.status == 1 && strict.errors.contains("[too-many-streams]"))
  }

  @Test func anExportLikeAnAsset() throws {
    try CommandLineTool.run(
      "ffmpeg",
      [
        "-v", "error", "-i", folder.path("a.mp4"), "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
        "keyint=12:log-level=error", folder.path("c.mp4"),
      ])
    let text = """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      assets: { camera: c.mp4 }
      tracks: [ { kind: video, segments: [ { clip: camera } ] } ]
      export: { like: LIKE }
      """
    _ = try folder.document(text.replacing("LIKE", with: "camera"), "like.yaml")
    let render = try run("render", "like.yaml", "-o", "like.mp4", "--no-store", "--progress", "plain")
    #expect(render.errors.contains("96 frames: 96 copied"), "\(render.errors)")
    #expect(
      try CommandLineTool.ffprobe(folder.path("like.mp4"), "-show_entries", "stream=codec_name") == ["hevc"])
    _ = try folder.document(text.replacing("LIKE", with: "camra"), "unlike.yaml")
    let unknown = try run("check", "unlike.yaml")
    #expect(unknown.status == 1 && unknown.errors.contains("did you mean `camera`"), "\(unknown.errors)")
  }
}
