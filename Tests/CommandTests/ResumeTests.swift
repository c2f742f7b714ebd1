import Foundation
import TestSupport
import Testing
import TimelineModel

/// A render that was killed goes on where it was, and what was made once is not made again.
@Suite struct ResumeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var clip = BarcodeMovie()
    clip.frames = 150
    clip.size = PixelSize(width: 640, height: 360)
    clip.sound = [TestSound.sweep(count: 288_000)]
    try clip.write(to: folder.path("a.mp4"))
    try write("Hello")
  }

  /// Twelve cuts of a second and a title, all of them to be encoded and none like another.
  private func write(_ title: String) throws {
    let segments = (0..<12).map { "      - { clip: a, source: \($0 % 4)s..\($0 % 4 + 1)s, opacity: 0.\(90 - $0) }" }
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      assets: { a: a.mp4 }
      tracks:
        - id: main
          kind: av
          segments:
      \(segments.joined(separator: "\n"))
      titles:
        - { text: \(title), over: 2s..4s, style: { font: DejaVu Sans, size: 20%, color: white }, position: [50%, 50%] }
      export: { video: { codec: h264, crf: 30, options: { preset: medium } } }
      """)
  }

  private func render(_ arguments: String...) throws -> Program.Result {
    try Program.run(["render", "edit.yaml", "--overwrite", "--progress", "plain"] + arguments, in: folder.url.path)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.path(name))) }

  private var objects: Set<String> {
    let all = FileManager.default.enumerator(atPath: folder.path("store/objects"))?.compactMap { $0 as? String } ?? []
    return Set(all.filter { $0.count > 60 && !$0.contains(".part") })
  }

  /// `CUTLIST_KILLS` says how often; at moments that are spread over a whole render.
  @Test func killedAtAnyMomentAndStartedAgain() throws {
    let kills = ProcessInfo.processInfo.environment["CUTLIST_KILLS"].flatMap { Int($0) } ?? 8
    let whole = ContinuousClock.now
    #expect(try render("-o", "whole.mp4", "--no-store", "--jobs", "2").status == 0)
    let length = ContinuousClock.now - whole
    var rounds = 0
    var before: Set<String> = []
    var random = SystemRandomNumberGenerator()
    for _ in 0..<kills {
      // What has come together so far would end the render too early to be killed.
      if before.count > 8 {
        try FileManager.default.removeItem(atPath: folder.path("store"))
        (before, rounds) = ([], rounds + 1)
      }
      let process = try Program.start(
        ["render", "edit.yaml", "-o", "out.mp4", "--overwrite", "--store", "store", "--jobs", "2"],
        in: folder.url.path)
      usleep(UInt32(length / .microseconds(1) * Double.random(in: 0.05...0.9, using: &random)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(objects.isSuperset(of: before), "what was kept is still there")
      before = objects
    }
    let last = try render("-o", "out.mp4", "--store", "store", "--jobs", "2")
    #expect(last.status == 0, "\(last.errors)")
    #expect(try bytes("out.mp4") == bytes("whole.mp4"))
    #expect(objects.isSuperset(of: before))
  }

  @Test func theSecondRenderEncodesNothing() throws {
    #expect(try render("-o", "one.mp4", "--store", "store").errors.contains("300 encoded"))
    let kept = objects
    let second = try render("-o", "two.mp4", "--store", "store", "--jobs", "8")
    #expect(second.errors.contains("300 frames: 300 from the store"), "\(second.errors)")
    #expect(try bytes("one.mp4") == bytes("two.mp4"))
    // The clip's fingerprint is kept once its file is old enough to be told from one that is still written.
    #expect(objects.isSuperset(of: kept) && objects.count <= kept.count + 1)
  }

  /// Shows AST-11.
  @Test func aMovedProjectWithARenamedAssetIsTheSame() throws {
    #expect(try render("-o", "one.mp4", "--store", "store").status == 0)
    let other = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path("a.mp4"), toPath: other.path("b.mp4"))
    let text = try String(contentsOfFile: folder.path("edit.yaml"), encoding: .utf8)
      .replacing("assets: { a: a.mp4 }", with: "# A comment.\nassets: { clip: b.mp4 }").replacing(
        "clip: a", with: "clip: clip")
    let path = try other.document(text)
    let moved = try Program.run(
      "render", path, "-o", other.path("out.mp4"), "--store", folder.path("store"), "--progress", "plain")
    #expect(moved.errors.contains("300 from the store"), "\(moved.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.path("out.mp4"))) == bytes("one.mp4"))
  }

  /// Shows ANI-11.
  @Test func oneTitleCostsItsSpan() throws {
    #expect(try render("-o", "one.mp4", "--store", "store").status == 0)
    try write("Bye")
    let changed = try render("-o", "two.mp4", "--store", "store")
    #expect(changed.errors.contains("300 frames: 50 encoded, 250 from the store"), "\(changed.errors)")
  }
}
