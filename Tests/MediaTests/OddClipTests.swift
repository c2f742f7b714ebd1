import Media
import Platform
import TestSupport
import Testing
import TimelineModel

/// Clips that are wrong about themselves, and what is right.
@Suite(.enabled(if: OddClips.areThere)) struct OddClipTests {
  /// Sound stands where the file has it, and ends where its last sample does.
  @Test(arguments: [
    ("five-fps-sound-90ms-late.mkv", Rational(90, 1000), nil),
    ("moviepy__big_buck_bunny_432_433.webm", Rational(3, 1000), nil),
    ("shaka__360p30_h264_48k_160_aac_ts-0000000025.ts", Rational(185, 24) - Rational(86641, 11250), nil),
    ("mux.js__test-segment.ts", Rational(209, 9000), nil),
    ("media__sample_edit_list_only_preroll_sync_sample.mp4", Rational(-64, 48000), nil),
    ("media__bbb_1ch_8kHz_aac_lc.m4a", .zero, Rational(24576, 8000)),
    ("media__sample_shorter_audio.mp4", Rational(1024, 44100), Rational(32768, 44100)),
    ("jcodec__37.mp4", .zero, Rational(172_032, 44100)),
    ("mp4parser__count-deutsch-audio.mp4", .zero, Rational(495_616, 22050)),
    ("mp4parser__multiTrack.3gp", .zero, Rational(559_200, 8000)),
    ("pydub__bach.ogg", .zero, Rational(133_632, 44100)),
    ("mdhd-155ms-short.m4a", .zero, Rational(97280, 48000)),
  ] as [(String, Rational, Rational?)])
  func soundStandsWhereItIs(name: String, start: Rational, length: Rational?) throws {
    let facts = try facts(OddClips.path(name))
    #expect(facts.audioStart == start)
    if let length { #expect(facts.audio?.duration == length) }
  }

  @Test(arguments: [("colors_sdr_srgb.avif", true), ("white_1x1.avif", true)])
  func stillsAreStills(name: String, isStill: Bool) throws {
    #expect(try facts(OddClips.path(name)).isStill == isStill)
  }

  @Test func aRateThatTimesKeepExactlyIsTheRate() throws {
    #expect(try facts(OddClips.path("two-frames-23fps.ivf")).video?.timing == .regular(FrameRate(23), count: 2))
  }

  @Test func anAccessUnitWithoutAPictureIsNoFrame() throws {
    #expect(try facts(OddClips.path("mp4parser__h264-sample.h264")).video?.timing.frameCount == 59)
  }

  @Test func bareStreamsWithoutARateHaveAllFrames() throws {
    #expect(try facts(OddClips.path("mp4parser__count.h264")).video?.timing == .regular(FrameRate(25), count: 245))
  }

  @Test func timesOfDecodingAreNotThoseOfShowing() throws {
    let path = OddClips.path("flv-b-frames-without-composition-times.flv")
    let video = try #require(try facts(path).video)
    #expect(video.timing == .regular(FrameRate(25), count: 75))
    let reader = try FrameReader(path: ConfinedPath(anywhere: path), facts: video)
    for index in 0..<75 as Range<Int64> { #expect(throws: Never.self, "\(index)") { try reader.frame(index) } }
  }

  @Test(arguments: ["dvb-mpeg2-last-500kB.ts", "dvb-h264-first-1.3MB.ts", "streamio__weird_aspect.small.mpg"])
  func aPictureThatIsCutOffIsNotShown(name: String) throws {
    let path = OddClips.path(name)
    let facts = try facts(path)
    #expect(facts.breaksOff != nil)
    let video = try #require(facts.video)
    let reader = try FrameReader(path: ConfinedPath(anywhere: path), facts: video)
    for index in 0..<(video.timing.frameCount ?? 0) {
      #expect(throws: Never.self, "\(index)") { try reader.frame(index) }
    }
  }

  @Test func headersTellTheFieldThatIsShownFirst() throws {
    for depth in [MediaProbe.Depth.header, .precise] {
      #expect(try facts(OddClips.path("format__xdcam-hd-1080i60.mov"), depth: depth).video?.fields == .top)
    }
  }

  /// Packets that only the index calls keyframes are none.
  @Test func readingBeginsWithTrueKeyFrames() throws {
    let path = OddClips.path("mp4parser__MOV00006.3gp")
    let onward = try reader(path)
    for index in Int64(0)...110 {
      let frame = try onward.frame(index)
      guard index > 60, index % 10 == 0 else { continue }
      #expect(try pixels(reader(path).frame(index), 176, 144) == pixels(frame, 176, 144), "\(index)")
    }
  }

  @Test(arguments: [
    ("media__bear_32bit.flac", "no sound can be decoded"),
    ("media__large_stbl_truncated_after_moov.m4b", "it breaks off before its first sample"),
  ])
  func whatCannotBeHeardSaysWhy(name: String, words: String) {
    guard case .unreadable(let why) = MediaProbe.probe(path: OddClips.path(name), depth: .precise) else {
      Issue.record("it is taken for readable")
      return
    }
    #expect(why.contains(words), "\(why)")
  }
}
