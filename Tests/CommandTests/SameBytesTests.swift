import Foundation
import TestSupport
import Testing

/// The same document gives the same bytes, whatever the machine did before and however many work on it.
@Suite struct SameBytesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SameBytesTests.makeMedia(in: folder)
  }

  /// Movement that leaves an encoder something to weigh up.
  private static func makeMedia(in folder: TemporaryFolder) throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=5,noise=alls=20:allf=t:all_seed=3", "-f", "lavfi",
      "-i", "anoisesrc=seed=5:duration=5:amplitude=0.3", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "16", "-g",
      "50", "-c:a", "pcm_s16le", "-pix_fmt", "yuv420p", "-fflags", "+bitexact", "-map_metadata", "-1",
      folder.path("a.mov"))
  }

  private func write(_ video: String, size: String = "320x180", to folder: TemporaryFolder) throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: \(size), rate: 25 }
      tracks:
        - kind: av
          segments:
            - { clip: a.mov, source: 0.4s..2.4s }
            - { clip: a.mov, source: 2s..5s, transition: { dissolve: 0.6s } }
      export: { video: { \(video) } }
      """)
  }

  private func render(
    _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> Data {
    let result = try Program.run(
      ["render", "edit.yaml", "-o", "out.mp4", "--overwrite"] + arguments, in: folder.url.path,
      environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: folder.path("out.mp4")))
  }

  @Test(arguments: [
    "codec: h264, options: { preset: veryfast }", "codec: h264", "codec: h264, options: { b_strategy: 0 }",
    "codec: h264, bitrate: 900k, options: { preset: veryfast }", "codec: hevc, options: { preset: ultrafast }",
    "codec: av1, options: { preset: 10 }",
  ])
  func whateverMemoryHeldBefore(_ video: String) throws {
    try write(video, to: folder)
    // The C library fills what it hands out with the complement of this byte.
    let one = try [3, 91].map { filling in
      try render("--no-store", "--jobs", "1", in: folder, environment: ["MALLOC_PERTURB_": "\(filling)"])
    }
    let eight = try render("--no-store", "--jobs", "8", in: folder)
    #expect(Set(one + [eight]).count == 1)
  }

  /// Small frames are those in which it shows: x265 begins threads of its own, which ask for memory as well.
  @Test(arguments: ["codec: hevc, crf: 4, options: { preset: fast }", "codec: hevc, options: { x265-params: fps=1 }"])
  func whateverMemoryTheThreadsOfAnEncoderFind(_ video: String) throws {
    try write(video, size: "96x64", to: folder)
    let movies = try ["", "3", "165"].map { filling in
      try render("--no-store", "--jobs", "1", in: folder, environment: ["MALLOC_PERTURB_": filling])
    }
    #expect(Set(movies).count == 1)
  }

  /// Small frames are those in whose second pass it shows.
  @Test func whateverMemoryHeldBeforeTheSecondPass() throws {
    try write("codec: hevc, bitrate: 200k", size: "96x64", to: folder)
    let movies = try [0, 3, 77, 128].map { filling in
      try render("--no-store", "--jobs", "1", in: folder, environment: ["MALLOC_PERTURB_": "\(filling)"])
    }
    #expect(Set(movies).count == 1)
  }

  @Test func fromTwoCheckoutsWithAnyJobsAndStore() throws {
    let other = try TemporaryFolder()
    try SameBytesTests.makeMedia(in: other)
    for one in [folder, other] { try write("codec: h264, options: { preset: veryfast }", to: one) }
    let renders = [
      try render("--store", folder.path("store"), "--jobs", "1", in: folder),
      try render("--store", folder.path("store"), "--jobs", "2", in: folder),
      try render("--store", folder.path("store"), "--jobs", "2", in: other),
      try render("--no-store", "--jobs", "8", in: other),
    ]
    #expect(Set(renders).count == 1)
  }
}
