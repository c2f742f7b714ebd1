import Foundation
import Media
import Planner
import Renderer
import Store
import Synchronization
import TestSupport
import Testing
import TimelineModel

/// Bit rates and lengths of files are what was asked for.
@Suite struct SizeTests {
  private let studio: Studio

  init() throws {
    studio = try Studio()
    try writeNoise("hard.mp4")
    try studio.addColor("easy.mp4", Color(red: 30, green: 120, blue: 90), frames: 150)
  }

  /// Six seconds of moving noise, which no encoder can foretell.
  private func writeNoise(_ name: String) throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6,noise=alls=30:allf=t:all_seed=7", "-c:v",
      "libx264", "-preset", "ultrafast", "-crf", "12", "-pix_fmt", "yuv420p", studio.folder.path(name))
    studio.add(name)
  }

  /// Five seconds that are hard, and five that are easy.
  private func programme(bitRate: Int? = nil, limit: Int64? = nil, sound: Bool = false) throws -> Composition {
    var result = composition([movie("hard.mp4", 0.s, 5.s), movie("easy.mp4", 5.s, 10.s)])
    result.output.video!.options = ["preset": "veryfast"]
    result.output.video!.bitRate = bitRate
    result.output.fileLengthLimit = limit
    if sound {
      try studio.addSound("a.wav", [TestSound.sweep(count: 480_000), TestSound.sweep(count: 480_000)])
      let mapping = TimeMapping(source: SourceRange(.zero, SourceTime(10, 1)), target: range(0.s, 10.s))
      result.audioTracks = [
        AudioTrack(
          id: "s", segments: [AudioSegment(content: .sound(MediaReference("a.wav"), mapping), range: range(0.s, 10.s))])
      ]
      result.output.audio = AudioSettings(encoder: "aac", bitRate: 96_000)
    }
    return result
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: studio.folder.path(name))) }

  /// Bytes of the picture's packets, in the order of the file.
  private func packets(_ name: String) throws -> [Int] {
    try CommandLineTool.ffprobe(
      studio.folder.path(name), "-select_streams", "v", "-show_entries", "packet=size"
    ).compactMap { Int($0.prefix { $0.isNumber }) }
  }

  @Test(arguments: ["libx264", "libx265"])
  func theBitRateIsMet(encoder: String) throws {
    var sized = try programme(bitRate: 1_000_000)
    sized.output.video!.encoder = encoder
    if encoder == "libx265" { sized.output.video!.options = ["preset": "ultrafast"] }
    let report = try studio.session(sized, "out.mp4", jobs: 2).run()
    let rate = try packets("out.mp4").reduce(0, +) * 8 / 10
    #expect((950_000...1_050_000).contains(rate), "\(rate)")
    #expect(report.encodedFrames == 250 && report.measuredFrames == 250)
  }

  @Test func whatIsHardGetsMore() throws {
    _ = try studio.session(try programme(bitRate: 800_000), "out.mp4", jobs: 2).run()
    let sizes = try packets("out.mp4")
    #expect(sizes.count == 250)
    #expect(sizes.prefix(125).reduce(0, +) > 20 * sizes.suffix(125).reduce(0, +))
  }

  @Test(arguments: [Int64(400_000), 900_000])
  func theLimitIsKeptAndUsed(limit: Int64) throws {
    _ = try studio.session(try programme(limit: limit, sound: true), "out.mp4", jobs: 2).run()
    let length = Int64(try bytes("out.mp4").count)
    #expect(length <= limit && length > limit * 9 / 10, "\(length)")
  }

  @Test func aWideLimitIsNotFilled() throws {
    _ = try studio.session(try programme(limit: 100_000_000), "out.mp4", jobs: 2).run()
    #expect(try bytes("out.mp4").count < 10_000_000)
  }

  @Test func aLimitBelowTheBitRateCounts() throws {
    _ = try studio.session(try programme(bitRate: 2_000_000, limit: 500_000), "out.mp4", jobs: 2).run()
    let length = try bytes("out.mp4").count
    #expect(length <= 500_000 && length > 450_000, "\(length)")
  }

  @Test func whatCannotBeMadeSmallEnoughFailsAndLeavesNothing() throws {
    let sized = try programme(limit: 8000)
    let before = try FileManager.default.contentsOfDirectory(atPath: studio.folder.url.path).sorted()
    #expect { try studio.session(sized, "out.mp4", jobs: 2).run() } throws: { error in
      guard let failure = error as? RenderFailure else { return false }
      return failure.kind == .output && failure.message == "the movie cannot be made as small as 8000 bytes"
        && failure.detail?.hasPrefix("it came to ") == true
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.url.path).sorted() == before)
  }

  @Test func anEncoderWithOnePassIsHeldToTheLimitToo() throws {
    var sized = try programme(limit: 700_000)
    sized.output.video!.encoder = "mpeg2video"
    sized.output.video!.options = [:]
    sized.output.container = .mkv
    let report = try studio.session(sized, "out.mkv", jobs: 2).run()
    #expect(try bytes("out.mkv").count <= 700_000)
    #expect(report.measuredFrames == 0)
  }

  @Test func theBytesDependNeitherOnTheJobsNorOnTheStore() throws {
    let sized = try programme(bitRate: 700_000, limit: 800_000, sound: true)
    let store = ArtifactStore(folder: studio.folder.path("store"))
    for (name, jobs, store) in [
      ("one", 1, nil), ("two", 2, nil), ("eight", 8, nil), ("cold", 2, store), ("warm", 8, store),
    ] as [(String, Int, ArtifactStore?)] {
      var session = studio.session(sized, "\(name).mp4", jobs: jobs)
      session.store = store
      _ = try session.run()
      #expect(try bytes("\(name).mp4") == bytes("one.mp4"), "\(name)")
    }
  }

  @Test func theSecondTimeNothingIsEncodedOrMeasured() throws {
    let sized = try programme(bitRate: 700_000)
    let store = ArtifactStore(folder: studio.folder.path("store"))
    var session = studio.session(sized, "one.mp4", jobs: 2)
    session.store = store
    _ = try session.run()
    let again = try session.run()
    #expect(again.storedFrames == 250 && again.encodedFrames == 0 && again.measuredFrames == 0)
    // Another bit rate is spread by what was measured before.
    session.composition.output.video!.bitRate = 500_000
    let other = try session.run()
    #expect(other.encodedFrames > 0 && other.measuredFrames == 0)
  }

  @Test func progressGrowsThroughBothPasses() throws {
    let seen = Mutex<[RenderProgress]>([])
    var session = studio.session(try programme(bitRate: 700_000), "out.mp4", jobs: 2)
    session.progress = { progress in seen.withLock { $0.append(progress) } }
    _ = try session.run()
    let fractions = seen.withLock { $0.map(\.fraction) }
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1 && fractions.count(where: { $0 == 1 }) == 1)
    #expect(seen.withLock { $0.allSatisfy { $0.framesDone <= 250 } && $0.last?.framesDone == 250 })
  }
}
