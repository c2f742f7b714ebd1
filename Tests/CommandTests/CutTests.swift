import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Every frame of the output is the right one, none missing, none twice.
@Suite struct CutTests {
  /// Twenty stretches of a source, at frames that no group of pictures begins with.
  private static let cuts: [Range<Int>] = (0..<20).map { index in
    let start = (index * 1301 + 17) % 3300
    return start..<start + 7 + (index * 37) % 90
  }

  private func frames(of path: String) throws -> [Int?] {
    guard case .found(let facts) = MediaProbe.probe(path: path, depth: .precise), let video = facts.video else {
      return []
    }
    let reader = try FrameReader(path: path, facts: video)
    return try (0..<(video.timing.frameCount ?? 0)).map { Barcode.read(try reader.frame($0)) }
  }

  /// 1920x1080 where `CUTLIST_FULL_SIZE` is set, small otherwise: what is tested does not depend on it.
  private static var size: PixelSize {
    ProcessInfo.processInfo.environment["CUTLIST_FULL_SIZE"] == nil
      ? PixelSize(width: 320, height: 180) : PixelSize(width: 1920, height: 1080)
  }

  /// Shows CMP-21, CMP-22.
  @Test func twentyPiecesOfTwoMinutes() throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.frames = 3600
    movie.rate = FrameRate(30)
    movie.size = Self.size
    try movie.write(to: folder.path("source.mp4"))
    let segments = Self.cuts.map { "{ clip: source.mp4, source: \($0.lowerBound)f..\($0.upperBound)f }" }
    let document = try folder.document(
      "timeline: 1\ntracks: [ { kind: av, segments: [ \(segments.joined(separator: ", ")) ] } ]\n")
    let result = try Program.run("render", document, "-o", folder.path("out.mp4"))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try frames(of: folder.path("out.mp4")) == Self.cuts.flatMap { Array($0) })
  }

  /// The frame that shows at n / 30 is the one whose interval holds the mapped time.
  @Test(arguments: [FrameRate(25), FrameRate(30000, 1001), nil])
  func otherRatesOnACanvasOf30(rate: FrameRate?) throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.frames = 600
    movie.rate = rate ?? FrameRate(1000)
    // Uneven, and never two alike in a row.
    movie.ticks = rate == nil ? (0..<600).map { Int64($0 * 40 + ($0 * 7) % 23) } : nil
    try movie.write(to: folder.path("source.mp4"))
    let times =
      movie.ticks?.map { Rational($0 - movie.ticks![0], 1000) }
      ?? (0..<600).map { Rational(Int64($0)) / movie.rate.perSecond }
    let ranges = (0..<20).map { index in
      let start = Rational(Int64((index * 401 + 13) % 1800), 100)
      return (start, start + Rational(Int64(20 + (index * 31) % 100), 100))
    }
    let segments = ranges.map { "{ clip: source.mp4, source: \($0.0)s..\($0.1)s }" }
    let document = try folder.document(
      "timeline: 1\ncanvas: { size: 320x180, rate: 30 }\ntracks: [ { kind: video, segments: [ \(segments.joined(separator: ", ")) ] } ]\n"
    )
    let result = try Program.run("render", document, "-o", folder.path("out.mp4"))
    #expect(result.status == 0, "\(result.errors)")
    var expected: [Int] = []
    var start = Rational.zero
    for (from, to) in ranges {
      let end = start + (to - from)
      for frame in FrameRate(30).frames(in: TimelineRange(TimelineTime(start), TimelineTime(end))) {
        let time = from + (Rational(frame) / Rational(30) - start)
        expected.append(times.lastIndex { $0 <= time } ?? 0)
      }
      start = end
    }
    #expect(try frames(of: folder.path("out.mp4")) == expected)
  }

  /// At the last of 500 cuts, picture and sound are each where arithmetic says.
  /// Shows CMP-11, PLY-24.
  @Test func fiveHundredSegmentsDoNotDrift() throws {
    let folder = try TemporaryFolder()
    let seconds = 40
    var movie = BarcodeMovie()
    movie.frames = seconds * 25
    let mono = TestSound.ramp(count: seconds * 48000)
    movie.sound = [mono, mono]
    movie.container = .mov
    movie.audio = AudioSettings(encoder: "pcm_s16le")
    try movie.write(to: folder.path("source.mov"))
    let starts = (0..<500).map { Rational(Int64(($0 * 733) % 3900), 100) }
    let segments = starts.map { "{ clip: source.mov, source: \($0)s..+370ms }" }
    let document = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 30 }
      tracks: [ { kind: av, segments: [ \(segments.joined(separator: ", ")) ] } ]
      export: { preset: lossless, audio: { codec: pcm } }

      """)
    let result = try Program.run("render", document, "-o", folder.path("out.mkv"))
    #expect(result.status == 0, "\(result.errors)")
    guard case .found(let facts) = MediaProbe.probe(path: folder.path("out.mkv"), depth: .precise) else {
      Issue.record("unreadable")
      return
    }
    let (video, audio) = (try #require(facts.video), try #require(facts.audio))
    #expect(video.timing == .regular(FrameRate(30), count: 5550))
    #expect(audio.duration == Rational(185))
    let reader = try FrameReader(path: folder.path("out.mkv"), facts: video)
    let sound = try SoundReader(path: folder.path("out.mkv"), facts: audio)
    for index in [0, 1, 250, 498, 499] {
      let start = Rational(Int64(index) * 37, 100)
      let frames = FrameRate(30).frames(in: TimelineRange(start: TimelineTime(start), duration: Rational(37, 100)))
      for frame in [frames.lowerBound, frames.upperBound - 1] {
        let time = starts[index] + (Rational(frame) / Rational(30) - start)
        #expect(Barcode.read(try reader.frame(frame)) == Int((time * Rational(25)).floor!), "segment \(index)")
      }
      let first = (start * Rational(48000)).floor!
      let source = Int((starts[index] * Rational(48000)).floor!)
      let heard = try sound.read(from: first, count: 17760)[0]
      // One step of 16 bits is 63 samples of this ramp, so the place is told by where the steps are.
      for offset in stride(from: 0, to: 17760, by: 17759) {
        #expect(
          abs(heard[offset] - (mono[source + offset] * 32768).rounded(.toNearestOrEven) / 32768) < 1e-4,
          "segment \(index)")
      }
      let expected = mono[source..<source + 17760].map { ($0 * 32768).rounded(.toNearestOrEven) / 32768 }
      let steps = { (samples: [Float]) in
        zip(samples, samples.dropFirst()).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      }
      #expect(
        steps(heard) == steps(expected), "segment \(index): \(zip(steps(heard), steps(expected)).map { $0 - $1 })")
    }
  }
}
