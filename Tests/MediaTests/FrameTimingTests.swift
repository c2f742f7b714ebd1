import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Where frames stand whose container's times are not quite even.
@Suite struct FrameTimingTests {
  private static let clock = FrameRate(90000)

  private func timing(_ movie: BarcodeMovie, _ name: String = "movie.mp4") throws -> FrameTiming {
    let folder = try TemporaryFolder()
    var movie = movie
    movie.container = name.hasSuffix("mkv") ? .mkv : .mp4
    try movie.write(to: folder.path(name))
    let video = try #require(try facts(folder.path(name)).video)
    let reader = try FrameReader(path: folder.path(name), facts: video)
    for number in [50, 3, 98, 0, 77, 4] where number < movie.frames {
      #expect(Barcode.read(try reader.frame(Int64(number))) == number)
    }
    return video.timing
  }

  /// Times of frames at a rate, each up to so many milliseconds early or late, in ticks of 1/90000 s.
  private func jittered(_ rate: Rational, by milliseconds: Double, count: Int = 100) -> [Int64] {
    var dice = Dice()
    let most = Int64(milliseconds * 90)
    return (0..<Int64(count)).map { number in
      guard number > 0 else { return 0 }
      let even = (Rational(number) / rate * Rational(90000)).rounded ?? 0
      return even + Int64.random(in: -most...most, using: &dice)
    }
  }

  /// Phones note when a picture came, and the clip has the rate that its times have on average.
  @Test(
    arguments: [FrameRate(24000, 1001), FrameRate(25), FrameRate(30000, 1001), FrameRate(30), FrameRate(60)],
    [0.1, 1, 4])
  func timesThatTremble(rate: FrameRate, milliseconds: Double) throws {
    for name in ["movie.mp4", "movie.mkv"] {
      var movie = BarcodeMovie()
      (movie.rate, movie.ticks) = (Self.clock, jittered(rate.perSecond, by: rate == FrameRate(60) ? min(milliseconds, 3.4) : milliseconds))
      #expect(try timing(movie, name) == .regular(rate, count: 100), "\(name)")
    }
  }

  /// A clock that is not quite right does not leave a common rate.
  @Test func aClockThatIsSlow() throws {
    var movie = BarcodeMovie()
    movie.frames = 1500
    movie.size = PixelSize(width: 96, height: 54)
    (movie.rate, movie.ticks) = (Self.clock, jittered(Rational(2991, 100), by: 2, count: 1500))
    let folder = try TemporaryFolder()
    try movie.write(to: folder.path("movie.mp4"))
    guard case .regular(let rate, 1500)? = try facts(folder.path("movie.mp4")).video?.timing else {
      Issue.record("it varies")
      return
    }
    #expect((rate.perSecond - Rational(2991, 100)).magnitude < Rational(1, 100), "\(rate)")
  }

  /// Film on tape for NTSC shows its frames for two and three fields in turn.
  @Test func filmWithSoftTelecine() throws {
    var movie = BarcodeMovie()
    (movie.rate, movie.ticks) = (FrameRate(60000), (0..<100).map { Int64($0) * 5 / 2 * 1001 })
    for name in ["movie.mp4", "movie.mkv"] {
      let found = try timing(movie, name)
      #expect(found == .regular(FrameRate(24000, 1001), count: 100), "\(name)")
    }
  }

  /// Frames that a recorder left out leave their places empty.
  @Test(arguments: [0, 3]) func framesThatWereLeftOut(milliseconds: Double) throws {
    var movie = BarcodeMovie()
    let even = jittered(Rational(30), by: milliseconds, count: 120)
    let places = (0..<120).filter { $0 % 6 != 4 }
    movie.frames = places.count
    (movie.rate, movie.ticks) = (Self.clock, places.map { even[$0] })
    guard case .sparse(FrameRate(30), let found, _) = try timing(movie) else {
      Issue.record("no places")
      return
    }
    #expect(found == places.map(Int64.init))
  }

  /// Times that keep to nothing stay as they are, and so do those of a drawn picture.
  @Test func timesThatAreMeant() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("drawn.gif")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=2", "-vf",
      "settb=1/100,setpts='N*10+3*mod(N*N,3)'", "-r", "100", "-vsync", "vfr", path)
    guard case .irregular(let times, _)? = try facts(path).video?.timing else {
      Issue.record("it is even")
      return
    }
    let meant = (0..<20).map { (number: Int64) in Rational(number * 10 + 3 * (number * number % 3), 100) }
    #expect(times == meant)
  }

  /// What is decoded at equal distances may be shown at others, of which the index of MP4 says nothing.
  @Test(arguments: ["0.03", "0.233"], [0, 2]) func framesThatAreShownLate(by shift: String, bFrames: Int) throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.video = BarcodeMovie.h264(bFrames: bFrames)
    try movie.write(to: folder.path("movie.mp4"))
    for name in ["late.mp4", "late.mov"] {
      let path = folder.path(name)
      try CommandLineTool.ffmpeg(
        "-i", folder.path("movie.mp4"), "-c", "copy", "-bsf:v",
        "setts=pts='PTS+if(between(PTS*TB,1.001,1.401),\(shift)/TB,0)':dts=DTS", path)
      let video = try #require(try facts(path).video)
      let shown = try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "frame=pts_time")
      guard case .irregular(let times, _) = video.timing else {
        Issue.record("\(name): \(video.timing)")
        continue
      }
      #expect(times.count == shown.count)
      let reader = try FrameReader(path: path, facts: video)
      for number in [10, 26, 30, 40] { #expect(Barcode.read(try reader.frame(Int64(number))) != nil) }
    }
  }

  // MARK: The last frame

  @Test func theLastFrameLastsAsItsContainerSays() throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    (movie.frames, movie.video) = (50, BarcodeMovie.h264(bFrames: 0))
    try movie.write(to: folder.path("movie.mp4"))
    for (frames, end) in [(76, Rational(5)), (1, Rational(2))] {
      let path = folder.path("\(frames).mp4")
      try CommandLineTool.ffmpeg(
        "-i", folder.path("movie.mp4"), "-c", "copy", "-bsf:v",
        "setts=duration='if(eq(N,49),\(frames),1)*0.04/TB'", path)
      let timing = try #require(try facts(path).video?.timing)
      #expect(timing.duration == end && timing.rate == FrameRate(25) && timing.frameCount == 50, "\(timing)")
      #expect(timing.frame(at: end - Rational(1, 100)) == 49)
    }
  }

  @Test(arguments: [(8, 100), (8, 2), (2, 10)]) func theLastFrameOfAGIF(frames: Int, last: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("last.gif")
    let rate = frames == 2 ? "1/3" : "10"
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=64x48:r=\(rate)", "-frames:v", "\(frames)", "-final_delay", "\(last)", path)
    let before = frames == 2 ? Rational(3) : Rational(Int64(frames - 1), 10)
    let timing = try #require(try facts(path).video?.timing)
    #expect(timing.duration == before + Rational(Int64(last), 100), "\(timing)")
    #expect(timing.seconds(ofFrame: Int64(frames - 1)) == before)
  }

  /// What is cut in the order of decoding lacks some of the frames before the last ones that it holds.
  @Test func anExcerptThatWasCutByCopying() throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    let path = folder.path("cut.mp4")
    try CommandLineTool.ffmpeg("-i", folder.path("movie.mp4"), "-t", "2", "-c", "copy", path)
    let timing = try #require(try facts(path).video?.timing)
    #expect(timing.rate == FrameRate(25), "\(timing)")
    let reader = try FrameReader(path: path, facts: #require(try facts(path).video))
    for place in 0..<50 {
      let shown = try #require(Barcode.read(try reader.frame(at: Rational(Int64(place), 25))))
      let isHeld = place > 40 && (place - 2..<place).contains(shown)
      #expect(shown == place || isHeld, "\(place): \(shown)")
    }
  }
}
