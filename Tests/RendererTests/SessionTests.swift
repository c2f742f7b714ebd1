import Foundation
import Media
import Platform
import Renderer
import Store
import Synchronization
import TestSupport
import Testing
import TimelineModel

/// Whole movies: bytes, containers, failure and progress.
@Suite struct SessionTests {
  private let studio: Studio

  init() throws {
    studio = try Studio()
    try studio.addBarcodes("a.mp4") { movie in
      movie.frames = 300
      movie.sound = [TestSound.sweep(count: 576_000), TestSound.sweep(count: 576_000)]
    }
  }

  /// Twelve seconds, so three pieces of picture, with sound.
  private func programme() -> Composition {
    var result = composition([movie("a.mp4", 0.s, 12.s)])
    let mapping = TimeMapping(source: SourceRange(.zero, SourceTime(12, 1)), target: range(0.s, 12.s))
    result.audioTracks = [
      AudioTrack(
        id: "main", segments: [AudioSegment(content: .sound(MediaReference("a.mp4"), mapping), range: range(0.s, 12.s))]
      )
    ]
    result.output.video!.options = ["preset": "ultrafast", "crf": "30"]
    result.output.audio = AudioSettings(encoder: "aac", bitRate: 96000)
    return result
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: studio.folder.path(name))) }

  @Test func theBytesDoNotDependOnTheJobs() throws {
    let report = try studio.session(programme(), "one.mp4", jobs: 1).run()
    _ = try studio.session(programme(), "two.mp4", jobs: 2).run()
    _ = try studio.session(programme(), "five.mp4", jobs: 5).run()
    #expect(report.frames == 300 && report.samples == 576_000)
    #expect(try bytes("one.mp4") == bytes("two.mp4"))
    #expect(try bytes("one.mp4") == bytes("five.mp4"))
    #expect(try studio.barcodes(of: "two.mp4") == Array(0..<300))
  }

  /// Some players lose the last frames of a movie whose decoding begins earlier than it has to.
  @Test(arguments: [1, 2, 3, 5, 20]) func shortMoviesBeginToBeDecodedNoEarlierThanTheyHaveTo(frames: Int) throws {
    var short = composition([movie("a.mp4", 0.s, Rational(Int64(frames), 25))])
    short.output.video!.options = ["preset": "medium", "crf": "30"]
    _ = try studio.session(short, "short.mp4").run()
    let times = try CommandLineTool.ffprobe(
      studio.folder.path("short.mp4"), "-select_streams", "v", "-show_entries", "packet=pts,dts")
    #expect(times.count == frames)
    // As soon as one frame is shown when it is decoded, none can be decoded later.
    #expect(times.contains { Set($0.split(separator: ",").prefix(2)).count == 1 })
  }

  @Test func theBytesOfComposedPicturesDoNotDependOnTheJobs() throws {
    let turn = Curve(0.0, pieces: [CurvePiece(range(1.s, 9.s), from: 0, to: 90)])
    let small = Placement(scale: Curve(Point(x: 0.4, y: 0.4)), rotation: turn)
    let opacity = Curve(1.0, pieces: [CurvePiece(range(4.s, 6.s), from: 1, to: 0.2)])
    var composed = programme()
    composed.videoTracks.insert(
      VideoTrack(id: "small", segments: [movie("a.mp4", 0.s, 11.s, from: 1.s, placement: small, opacity: opacity)]),
      at: 0)
    composed.instructions[0].layers.insert(Layer(content: .track("small")), at: 0)
    _ = try studio.session(composed, "one.mp4", jobs: 1).run()
    _ = try studio.session(composed, "three.mp4", jobs: 3).run()
    #expect(try bytes("one.mp4") == bytes("three.mp4"))
  }

  /// Shows VID-13.
  @Test(arguments: [["bf": "0"], ["bf": "3", "x264-params": "b-adapt=0:b-pyramid=normal"]])
  func timesAreExactAcrossPieces(_ options: [String: String]) throws {
    var cut = programme()
    cut.output.video!.options = options.merging(["preset": "veryfast"]) { own, _ in own }
    cut.canvas.rate = FrameRate(30000, 1001)
    _ = try studio.session(cut, "out.mp4", jobs: 2).run()
    let path = studio.folder.path("out.mp4")
    let lines = try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "packet=pts,dts,duration")
    let packets = lines.map { $0.split(separator: ",").compactMap { Int($0) } }
    #expect(packets.count == 360)
    #expect(Set(packets.map { $0[0] }) == Set((0..<360).map { $0 * 1001 }))
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $1[1] - $0[1] == 1001 })
    #expect(packets.allSatisfy { $0[2] == 1001 && $0[1] <= $0[0] })
    let streams = try CommandLineTool.ffprobe(path, "-show_entries", "stream=start_time,duration")
    #expect(streams.map { $0.hasPrefix("0.000000,") } == [true, true], "\(streams)")
  }

  @Test func theIndexStandsInFront() throws {
    _ = try studio.session(programme(), "out.mp4").run()
    let data = try bytes("out.mp4")
    let (moov, mdat) = (data.range(of: Data("moov".utf8)), data.range(of: Data("mdat".utf8)))
    #expect(try #require(moov).lowerBound < #require(mdat).lowerBound)
  }

  /// Shows CHP-01.
  @Test func chaptersAndMetadata() throws {
    var titled = programme()
    titled.metadata = ["title": "Harbour", "artist": "Anna"]
    titled.chapters = [Chapter(at: .zero, title: "One"), Chapter(at: TimelineTime(4, 1), title: "Two")]
    _ = try studio.session(titled, "out.mp4").run()
    let path = studio.folder.path("out.mp4")
    #expect(try CommandLineTool.ffprobe(path, "-show_entries", "format_tags=title,artist") == ["Harbour,Anna"])
    #expect(
      try CommandLineTool.ffprobe(path, "-show_entries", "chapter=start_time,end_time:chapter_tags=title")
        == ["0.000000,4.000000,One", "4.000000,12.000000,Two"])
    _ = try studio.session(titled, "part.mp4", range: range(3.s, 6.s)).run()
    #expect(
      try CommandLineTool.ffprobe(
        studio.folder.path("part.mp4"), "-show_entries", "chapter=start_time,end_time:chapter_tags=title")
        == ["0.000000,1.000000,One", "1.000000,3.000000,Two"])
  }

  @Test func aRangeIsTheSameFramesAndSamples() throws {
    _ = try studio.session(programme(), "part.mp4", range: range(3.s, 6.s)).run()
    #expect(try studio.barcodes(of: "part.mp4") == Array(75..<150))
    let facts = try #require(studio.catalog.facts(for: MediaReference("part.mp4"))?.audio)
    #expect(facts.duration == 3.s)
  }

  @Test func cancellingLeavesNothing() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: studio.folder.url.path)
    var session = studio.session(programme(), "out.mp4", jobs: 2)
    let flag = session.cancellation
    let pressed = Mutex<ContinuousClock.Instant?>(nil)
    session.progress = { _ in
      flag.cancel()
      pressed.withLock { $0 = $0 ?? .now }
    }
    #expect { try session.run() } throws: { ($0 as? RenderFailure)?.kind == .cancelled }
    let waited = try ContinuousClock.now - #require(pressed.withLock { $0 })
    #expect(waited < .seconds(2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.url.path).sorted() == before.sorted())
  }

  @Test func failingLeavesNothingAndNamesWhat() throws {
    let broken = programme()
    let media = studio.folder.path("a.mp4")
    try Data(bytes("a.mp4").prefix(20000)).write(to: URL(filePath: media))
    #expect { try studio.session(broken, "out.mp4").run() } throws: { error in
      guard let failure = error as? RenderFailure else { return false }
      return failure.kind == .media && failure.message.contains("a.mp4") && failure.time != nil
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.url.path) == ["a.mp4"])
  }

  @Test func progressGrowsToOne() throws {
    let seen = Mutex<[RenderProgress]>([])
    var session = studio.session(programme(), "out.mp4", jobs: 2)
    session.progress = { progress in seen.withLock { $0.append(progress) } }
    _ = try session.run()
    let fractions = seen.withLock { $0.map(\.fraction) }
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1 && fractions.count(where: { $0 == 1 }) == 1)
    #expect(seen.withLock { $0.last?.framesDone } == 300)
  }

  @Test func soundAlone() throws {
    var heard = programme()
    heard.output.video = nil
    heard.output.container = .wav
    heard.output.audio = AudioSettings(encoder: "pcm_s16le")
    _ = try studio.session(heard, "out.wav").run()
    let lines = try CommandLineTool.ffprobe(
      studio.folder.path("out.wav"), "-show_entries", "stream=codec_type,duration_ts")
    #expect(lines == ["audio,576000"])
  }

  @Test func soundAloneInAContainerForBoth() throws {
    var heard = programme()
    (heard.videoTracks, heard.instructions) = ([], [])
    _ = try studio.session(heard, "out.mp4").run()
    let lines = try CommandLineTool.ffprobe(
      studio.folder.path("out.mp4"), "-show_entries", "stream=codec_type,start_time")
    #expect(lines == ["audio,0.000000"])
  }

  @Test func pictureAlone() throws {
    var seen = programme()
    seen.audioTracks = []
    _ = try studio.session(seen, "out.mp4").run()
    #expect(
      try CommandLineTool.ffprobe(studio.folder.path("out.mp4"), "-show_entries", "stream=codec_type") == ["video"])
  }

  @Test func withoutPermissionNothingIsReplaced() throws {
    let path = studio.folder.path("out.mp4")
    var session = studio.session(programme(), "out.mp4", jobs: 2)
    session.replacing = .nothing
    _ = try session.run()
    #expect(try studio.barcodes(of: "out.mp4") == Array(0..<300))
    let present = try bytes("out.mp4")
    #expect(throws: RenderFailure(.output, "\(path) is already there")) { try session.run() }
    #expect(try bytes("out.mp4") == present)
    try FileManager.default.removeItem(atPath: path)
    // Somebody else's file, while this one is being made.
    session.progress = { _ in try? Data("mine".utf8).write(to: URL(filePath: path)) }
    #expect(throws: RenderFailure(.output, "\(path) is already there")) { try session.run() }
    #expect(try bytes("out.mp4") == Data("mine".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: studio.folder.url.path).sorted() == ["a.mp4", "out.mp4"])
  }

  /// What stands beside a movie and has its name already goes back where the movie cannot have its own.
  @Test func whatStandsBesideAMovieThatFailsIsWhatItWas() throws {
    let (movie, beside) = (studio.folder.path("out.mp4"), studio.folder.path("out.d"))
    try Data("old".utf8).write(to: URL(filePath: beside))
    var session = studio.session(programme(), "out.mp4", jobs: 2)
    session.companions = { _ throws(RenderFailure) in
      // A movie does not take the place of a folder.
      try? FileManager.default.createDirectory(atPath: movie, withIntermediateDirectories: false)
      return [try? WrittenFile.begin(Array("new".utf8), to: beside, .named)].compactMap(\.self)
    }
    #expect { try session.run() } throws: { ($0 as? RenderFailure)?.kind == .output }
    #expect(try bytes("out.d") == Data("old".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: studio.folder.url.path).sorted()
        == ["a.mp4", "out.d", "out.mp4"])
  }

  /// Libraries go on without memory that they do not get, and make something else. In a process of its own, since it
  /// counts for all that the process does.
  @Test func aMovieThatLackedMemoryIsNotWritten() async {
    await #expect(processExitsWith: .success) {
      let tests = try SessionTests()
      let store = ArtifactStore(folder: tests.studio.folder.path("store"))
      let asked = Mutex(false)
      var session = tests.studio.session(tests.programme(), "out.mp4", jobs: 2)
      session.store = store
      session.progress = { _ in
        asked.withLock { asked in
          if !asked { #expect(RefusedAllocation.ask()) }
          asked = true
        }
      }
      let failure = #expect(throws: RenderFailure.self) { try session.run() }
      #expect(failure?.kind == .output && failure?.detail == "cannot allocate memory")
      #expect(store.statistics.writes == 0)
      #expect(!FileManager.default.fileExists(atPath: tests.studio.folder.path("out.mp4")))
    }
  }
}
