import Foundation
import TestSupport
import Testing

/// Single frames as files.
@Suite struct FramesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 2s } ] } ]

      """, "t.yaml")
  }

  /// Times within one frame show one picture, which has one name.
  @Test(arguments: [
    (["0s", "0s"], "0"), (["0s", "0f", "0.01s"], "0"), (["1s", "0s", "25f", "1s"], "25 0"),
  ]) func aFrameIsWrittenOnce(times: [String], frames: String) throws {
    let result = try Program.run(["frames", "t.yaml", "-o", "D", "--at"] + times, in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
    let names = frames.split(separator: " ").map { "t-\($0).png" }
    #expect(result.output == names.map { "D/\($0)\n" }.joined())
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("D"))) == Set(names))
  }

  @Test func aFileIsEnoughForTimesWithinOneFrame() throws {
    func status(_ times: String...) throws -> Int32 {
      try Program.run(["frames", "t.yaml", "-o", "a.png", "--overwrite", "--at"] + times, in: folder.url.path).status
    }
    #expect(try status("0s", "0.01s") == 0)
    #expect(try status("0s", "1s") == 2)
  }
}
