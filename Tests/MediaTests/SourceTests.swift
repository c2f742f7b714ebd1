import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Files as cameras, phones and other programs make them: every frame and sample where the file puts it.
@Suite struct SourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.sound = [TestSound.ramp(count: 192_000)]
    movie.audio = AudioSettings(encoder: "pcm_s16le")
    movie.container = .mov
    try movie.write(to: folder.path("movie.mov"))
  }

  private func shown(_ name: String) throws -> [Int?] {
    let reader = try reader(folder.path(name))
    return try (0..<(reader.facts.timing.frameCount ?? 0)).map { Barcode.read(try reader.frame($0)) }
  }

  // MARK: Edit lists

  /// Times in seconds; a media time of nil is an empty edit.
  private func writeEdits(_ edits: [(duration: Double, media: Double?)], to name: String) throws {
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-map", "0:v", "-c:v", "libx264", "-bf", "0", "-g", "10",
      "-video_track_timescale",
      "12800", "-movie_timescale", "1000", folder.path("plain.mp4"))
    try EditList.write(
      edits.map { EditList.Part(duration: $0.duration, media: $0.media) }, movieScale: 1000, mediaScale: 12800, into: folder.path("plain.mp4"),
      as: folder.path(name))
  }

  @Test func anEditListThatTrims() throws {
    try writeEdits([(2, 1.2)], to: "a.mp4")
    #expect(try shown("a.mp4") == Array(30..<80))
    #expect(try facts(folder.path("a.mp4")).video?.timing == .regular(FrameRate(25), count: 50))
  }

  @Test func anEmptyEditComesFirst() throws {
    try writeEdits([(1, nil), (2, 0.4)], to: "a.mp4")
    let video = try #require(try facts(folder.path("a.mp4")).video)
    #expect(video.start == Rational(1))
    #expect(try shown("a.mp4") == Array(10..<60))
  }

  @Test func anEditListOfSeveralParts() throws {
    try writeEdits([(1, 0.4), (1, 2.4)], to: "a.mp4")
    #expect(try shown("a.mp4") == Array(10..<35) + Array(60..<85))
    #expect(try facts(folder.path("a.mp4")).video?.timing == .regular(FrameRate(25), count: 50))
  }

  // MARK: Times

  @Test(arguments: ["0.52", "7.2"]) func firstTimestampsThatAreNotZero(offset: String) throws {
    let path = folder.path("a.mkv")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-c:v", "libx264", "-bf", "2", "-c:a", "flac", "-output_ts_offset", offset, path)
    let facts = try facts(path)
    #expect(facts.video?.timing.rate == FrameRate(25))
    #expect(facts.videoStart == .zero && facts.audioStart == .zero)
    #expect(try shown("a.mkv").last == 99)
    #expect(
      try facts.audio.map { try SoundReader(path: path, facts: $0, channels: 1).read(from: 96000, count: 1)[0][0] }
        .map { abs($0 - 0.5) < 0.001 } == true)
  }

  @Test(arguments: ["before zero", "across the wrap", "composition offsets"])
  func firstTimestampsThatAreNegative(kind: String) throws {
    let name = kind == "composition offsets" ? "a.mp4" : "a.ts"
    let path = folder.path(name)
    var arguments = ["-i", folder.path("movie.mov"), "-c:v", "libx264", "-bf", "2", "-c:a", "aac", "-b:a", "192k"]
    switch kind {
    case "before zero":
      arguments += ["-output_ts_offset", "-1", "-avoid_negative_ts", "disabled", "-muxdelay", "0", "-muxpreload", "0"]
    case "across the wrap":
      // Its clock has 33 bits and 90000 ticks a second.
      arguments += ["-output_ts_offset", "95442.5", "-muxdelay", "0", "-muxpreload", "0"]
    default: arguments += ["-movflags", "+negative_cts_offsets", "-use_editlist", "0"]
    }
    try CommandLineTool.run("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    let times = try CommandLineTool.ffprobe(path, "-show_entries", "packet=pts,dts")
    #expect(times.contains { $0.contains("-") }, "nothing is negative in it")
    let facts = try facts(path)
    #expect(facts.video?.timing == .regular(FrameRate(25), count: 100))
    #expect(try shown(name) == Array(0..<100))
    let audio = try #require(facts.audio)
    // The ramp says what time it is; AAC gives it back roughly, and what it puts before it counts as sound in TS.
    let moment = 96000
    let heard = try SoundReader(path: path, facts: audio, channels: 1).read(from: Int64(moment), count: 1000)[0]
    let offset = (facts.videoStart - facts.audioStart).approximate
    let expected = (Double(moment + 500) / 48000 - offset) / 4
    #expect(abs(Double(heard[500]) - expected) < 0.01, "\(heard[500]), not \(expected)")
  }

  @Test func variableRateWithGaps() throws {
    var movie = BarcodeMovie()
    movie.frames = 6
    movie.rate = FrameRate(1000)
    // A phone in the dark, a still screen for five seconds, and going on.
    movie.ticks = [0, 33, 150, 5150, 5183, 9000]
    movie.container = .mp4
    try movie.write(to: folder.path("a.mp4"))
    let reader = try reader(folder.path("a.mp4"))
    #expect(reader.facts.timing.frameCount == 6)
    for (time, number) in [(0, 0), (32, 0), (33, 1), (149, 1), (150, 2), (5149, 2), (5150, 3), (8999, 4), (9000, 5)] {
      #expect(Barcode.read(try reader.frame(at: Rational(Int64(time), 1000))) == number, "at \(time) ms")
    }
  }

  // MARK: Codecs

  /// Shows AST-22.
  @Test(arguments: [
    ["-c:v", "libx264", "-x264-params", "bframes=8:b-pyramid=normal:b-adapt=0:keyint=50:ref=4"],
    ["-c:v", "libx264", "-x264-params", "bframes=3:b-pyramid=strict:open-gop=1:keyint=16:min-keyint=16:scenecut=0"],
    ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=error:keyint=25:bframes=4:b-pyramid=1"],
    ["-c:v", "libx265", "-pix_fmt", "yuv422p10le", "-x265-params", "log-level=error:keyint=20:open-gop=1"],
    ["-c:v", "mpeg2video", "-g", "15", "-bf", "2", "-q:v", "3"],
    ["-c:v", "mpeg4", "-g", "30", "-bf", "2", "-q:v", "3"],
  ])
  func orderOfDecoding(arguments: [String]) throws {
    for container in ["mp4", "mkv", "ts"] {
      let path = folder.path("a.\(container)")
      try CommandLineTool.run(
        "ffmpeg", ["-v", "error", "-y", "-i", folder.path("movie.mov"), "-an"] + arguments + [path])
      let reader = try reader(path)
      #expect(reader.facts.timing == .regular(FrameRate(25), count: 100), "\(container)")
      var dice = Dice()
      for number in (0..<100).shuffled(using: &dice).prefix(30) {
        #expect(Barcode.read(try reader.frame(Int64(number))) == number, "\(container)")
      }
    }
  }

  // MARK: Packets that do not say when they are shown

  /// A container that numbers its packets, one that gives a time to some, and none at all.
  static let untimed: [(name: String, arguments: [String])] = [
    ("a.avi", ["-c:v", "mpeg4", "-bf", "2", "-g", "12", "-q:v", "3", "-c:a", "pcm_s16le"]),
    ("b.avi", ["-c:v", "libx264", "-bf", "3", "-x264-params", "b-pyramid=normal:keyint=25", "-c:a", "pcm_s16le"]),
    (
      "c.avi",
      ["-c:v", "libx264", "-x264-params", "open-gop=1:bframes=8:b-adapt=0:keyint=20:min-keyint=20:scenecut=0", "-an"]
    ),
    ("d.avi", ["-c:v", "libx264", "-bf", "0", "-g", "25", "-c:a", "pcm_s16le"]),
    ("a.mpg", ["-c:v", "mpeg2video", "-q:v", "3", "-bf", "2", "-c:a", "mp2"]),
    ("b.mpg", ["-c:v", "mpeg1video", "-q:v", "3", "-bf", "2", "-c:a", "mp2"]),
    ("a.vob", ["-c:v", "mpeg2video", "-q:v", "3", "-bf", "2", "-b_strategy", "0", "-c:a", "ac3"]),
    ("b.vob", ["-c:v", "libx264", "-bf", "3", "-g", "25", "-an"]),
    ("a.m2v", ["-c:v", "mpeg2video", "-q:v", "3", "-bf", "2"]),
    ("a.h264", ["-c:v", "libx264", "-bf", "3", "-g", "25"]),
    ("a.hevc", ["-c:v", "libx265", "-x265-params", "log-level=error:bframes=4:b-pyramid=1:keyint=25:open-gop=1"]),
  ]

  /// Shows AST-22.
  @Test(arguments: untimed.map(\.name)) func packetsWithoutTimes(name: String) throws {
    let path = folder.path(name)
    let arguments = try #require(Self.untimed.first { $0.name == name }).arguments
    try CommandLineTool.run("ffmpeg", ["-v", "error", "-y", "-i", folder.path("movie.mov")] + arguments + [path])
    let times = try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "packet=pts")
    #expect(times.contains { $0.contains("N/A") }, "every packet says its time")
    let found = try facts(path)
    #expect(found.video?.timing == .regular(FrameRate(25), count: 100))
    if name.hasSuffix("avi") { #expect(found.videoStart == .zero) }
    #expect(try shown(name) == Array(0..<100))
    let reader = try reader(path)
    var dice = Dice()
    for number in (0..<100).shuffled(using: &dice).prefix(40) {
      #expect(Barcode.read(try reader.frame(Int64(number))) == number)
    }
    let index = try PacketIndexer(path: path, facts: #require(found.video)).index(of: [0..<100])
    #expect(index.runs.flatMap(\.packets).compactMap(\.frame).sorted() == Array(0..<100))
  }

  /// Old servers wrote the times of decoding for both, and other files were made of theirs.
  @Test(arguments: ["a.flv", "a.mkv", "a.mp4", "a.ts"])
  func packetsShownWhenTheyAreDecoded(name: String) throws {
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-an", "-c:v", "libx264", "-bf", "2", "-g", "25", folder.path("right.flv"))
    try CommandLineTool.ffmpeg(
      "-i", folder.path("right.flv"), "-c", "copy", "-bsf:v", "setts=pts=DTS", folder.path("a.flv"))
    let path = folder.path(name)
    if name != "a.flv" { try CommandLineTool.ffmpeg("-i", folder.path("a.flv"), "-c", "copy", path) }
    #expect(try facts(path).video?.timing == .regular(FrameRate(25), count: 100))
    #expect(try shown(name) == Array(0..<100))
    let reader = try reader(path)
    var dice = Dice()
    for number in (0..<100).shuffled(using: &dice).prefix(30) {
      #expect(Barcode.read(try reader.frame(Int64(number))) == number)
    }
  }

  /// A bare stream for varying rates has a clock and no rate.
  @Test func packetsOfABareStreamWithoutRate() throws {
    let path = folder.path("a.h264")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-c:v", "libx264", "-bf", "2", "-g", "25", "-bsf:v",
      "h264_metadata=tick_rate=2000:fixed_frame_rate_flag=0,filter_units=remove_types=6", path)
    let timing = try facts(path).video?.timing
    #expect(timing == .regular(FrameRate(25), count: 100), "\(String(describing: timing))")
    #expect(try shown("a.h264") == Array(0..<100))
  }

  /// A file that was cut by its bytes ends before its first picture that is not whole.
  @Test(arguments: ["a.mpg", "b.mpg", "a.m2v", "a.h264", "a.hevc"], [3, 17, 50])
  func streamsThatAreCut(name: String, missing: Int) throws {
    let path = folder.path(name)
    let arguments = try #require(Self.untimed.first { $0.name == name }).arguments
    try CommandLineTool.run("ffmpeg", ["-v", "error", "-y", "-i", folder.path("movie.mov")] + arguments + [path])
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast(whole.count * missing / 100).write(to: URL(fileURLWithPath: path))
    let found = try #require(try facts(path).video)
    let count = try #require(found.timing.frameCount)
    #expect(missing < 10 || count < 100)
    let reader = try reader(path)
    let shown = try (0..<count).map { Barcode.read(try reader.frame($0)) }
    #expect(shown == Array(0..<Int(count)), "\(shown)")
  }

  /// Xvid puts two frames into one packet and an empty one behind it.
  @Test func packetsOfTwoFrames() throws {
    let path = folder.path("a.avi")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-an", "-c:v", "libxvid", "-bf", "2", "-q:v", "3", "-g", "20", path)
    let sizes = try CommandLineTool.ffprobe(path, "-show_entries", "packet=size")
    #expect(sizes.contains { Int($0) ?? 100 < 10 }, "no packet is empty")
    try CommandLineTool.ffmpeg("-i", path, "-vsync", "passthrough", "-c:v", "ffv1", folder.path("plain.mkv"))
    let plain = try shown("plain.mkv")
    #expect(plain.count > 90)
    #expect(try shown("a.avi") == plain)
    let reader = try reader(path)
    var dice = Dice()
    for number in plain.indices.shuffled(using: &dice).prefix(30) {
      #expect(Barcode.read(try reader.frame(Int64(number))) == plain[number], "frame \(number)")
    }
  }

  /// The fields of a DVD are told apart, for which its frames have to stand at equal distances.
  @Test func fieldsOfAProgramStream() throws {
    let path = folder.path("a.vob")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-vf", "setfield=tff", "-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-bf", "2",
      "-q:v", "3", path)
    let video = try #require(try facts(path).video)
    #expect(video.fields != .progressive)
    #expect(video.timing == .regular(FrameRate(25), count: 100))
  }

  // MARK: Clocks that jump

  /// Two recordings of 100 frames in one file; the second one's clock begins at so many seconds, the first one's at 100.
  private func writeJoined(secondAt start: Int, to name: String) throws {
    var bytes: [UInt8] = []
    for offset in [100, start] {
      let part = folder.path("part.ts")
      try CommandLineTool.ffmpeg(
        "-i", folder.path("movie.mov"), "-c:v", "libx264", "-bf", "2", "-g", "25", "-c:a", "mp2", "-output_ts_offset",
        "\(offset)", part)
      bytes += try Data(contentsOf: URL(filePath: part))
    }
    // Each of its streams numbers its packets.
    var next: [Int: UInt8] = [:]
    for packet in stride(from: 0, to: bytes.count, by: 188) where bytes[packet + 3] & 0x10 != 0 {
      let stream = Int(bytes[packet + 1] & 0x1F) << 8 | Int(bytes[packet + 2])
      bytes[packet + 3] = bytes[packet + 3] & 0xF0 | next[stream, default: 0]
      next[stream] = (next[stream, default: 0] + 1) & 0x0F
    }
    try Data(bytes).write(to: folder.url.appending(path: name))
  }

  @Test(arguments: [98, 10]) func aClockThatJumpsBack(start: Int) throws {
    try writeJoined(secondAt: start, to: "a.ts")
    guard case .unreadable(let why) = MediaProbe.probe(path: folder.path("a.ts"), depth: .precise) else {
      Issue.record("its length is taken for known")
      return
    }
    #expect(why.contains("its clock jumps back by \(start == 98 ? "5" : "93")"), "\(why)")
    #expect(why.contains("after 3."), "\(why)")
  }

  /// Ogg files that follow on one another in one are a chain; libavformat sees the first one's length alone.
  @Test(arguments: ["libvorbis", "libopus", "flac"]) func aChainOfOggsIsTold(encoder: String) throws {
    var chain = Data()
    for name in ["a", "b"] {
      let part = folder.path("\(name).ogg")
      try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "sine=440:r=48000:d=2", "-c:a", encoder, part)
      chain += try Data(contentsOf: URL(filePath: part))
      guard case .found(let facts) = MediaProbe.probe(path: part, depth: .precise) else {
        Issue.record("a single one is refused")
        return
      }
      #expect(facts.audio?.duration == Rational(2))
    }
    try chain.write(to: folder.url.appending(path: "chain.ogg"))
    guard case .unreadable(let why) = MediaProbe.probe(path: folder.path("chain.ogg"), depth: .precise) else {
      Issue.record("its length is taken for known")
      return
    }
    #expect(why.contains("its clock jumps back by 1.9") || why.contains("its clock jumps back by 2"), "\(why)")
  }

  @Test func aClockThatJumpsAhead() throws {
    try writeJoined(secondAt: 130, to: "a.ts")
    let found = try facts(folder.path("a.ts"))
    let time = try #require(found.damage)
    #expect((time - Rational(4)).magnitude < Rational(1, 5), "\(time)")
    #expect(found.video?.timing.frameCount == 200)
    try writeJoined(secondAt: 106, to: "a.ts")
    #expect(try facts(folder.path("a.ts")).damage == nil)
  }

  // MARK: What is there and what is not

  /// The header lists more than there is.
  @Test(arguments: ["a.flac", "a.wav", "a.aiff"]) func soundThatBreaksOff(name: String) throws {
    let path = folder.path(name)
    try CommandLineTool.ffmpeg("-i", folder.path("movie.mov"), "-vn", path)
    let whole = try facts(path)
    #expect(whole.breaksOff == nil && whole.audio?.duration == Rational(4))
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(bytes.count * 55 / 100).write(to: URL(filePath: path))
    let found = try facts(path)
    let (end, audio) = (try #require(found.breaksOff), try #require(found.audio))
    #expect(end == found.audioEnd && end > Rational(3, 2) && end < Rational(3), "\(end)")
    #expect(found.asListed.audio?.duration == Rational(4))
    let rate = Int64(audio.sampleRate)
    let count = try #require((audio.duration * Rational(rate)).floor)
    // The ramp says what time it is, up to the last sample.
    let last = try SoundReader(path: path, facts: audio, channels: 1).read(from: count - 1, count: 2)[0]
    #expect(abs(Double(last[0]) - Double(count - 1) / 192_000) < 0.001 && last[1] == 0, "\(last)")
  }

  /// What is written into a pipe cannot say how long it will be.
  @Test func soundOfUnknownLengthDoesNotBreakOff() throws {
    let path = folder.path("a.wav")
    try CommandLineTool.ffmpeg("-i", folder.path("movie.mov"), "-vn", path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let data = try #require(bytes.range(of: Data("data".utf8))).upperBound
    for unknown: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0xF0, 0xFF, 0x7F]] {
      bytes.replaceSubrange(data..<data + 4, with: unknown)
      try bytes.write(to: URL(filePath: path))
      let found = try facts(path)
      #expect(found.breaksOff == nil && found.audio?.duration == Rational(4))
    }
  }

  @Test func pictureAndSoundOfDifferentLengths() throws {
    for (name, cut) in [("short.mov", ["-t", "1.5"]), ("long.mov", ["-af", "apad=whole_dur=6"])] {
      let path = folder.path(name)
      try CommandLineTool.run(
        "ffmpeg",
        ["-v", "error"] + (name == "short.mov" ? cut : []) + ["-i", folder.path("movie.mov")]
          + ["-i", folder.path("movie.mov"), "-map", "1:v", "-map", "0:a", "-c:v", "copy", "-c:a", "pcm_s16le"]
          + (name == "short.mov" ? [] : cut) + [path])
      let facts = try facts(path)
      #expect(facts.videoEnd == Rational(4))
      #expect(facts.audioEnd == (name == "short.mov" ? Rational(3, 2) : Rational(6)))
    }
  }

  @Test(arguments: ["a.m4a", "a.mp3", "a.flac", "a.mp4"]) func coverArtIsNoPicture(name: String) throws {
    try TestPicture.writePNG(Barcode.frame(1, size: PixelSize(width: 320, height: 180)), to: folder.path("a.png"))
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-i", folder.path("a.png"), "-map", "1:v", "-map", "0:a", "-c:v", "copy",
      "-disposition:v", "attached_pic", folder.path(name))
    let facts = try facts(folder.path(name))
    #expect(facts.video == nil && facts.audio != nil && facts.streams.contains(where: \.isAttachedPicture))
  }

  @Test func coverArtBesideAPicture() throws {
    try TestPicture.writePNG(Barcode.frame(1, size: PixelSize(width: 320, height: 180)), to: folder.path("a.png"))
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mov"), "-i", folder.path("a.png"), "-map", "1:v", "-map", "0:v", "-map", "0:a", "-c:v:0",
      "copy", "-c:v:1", "copy", "-c:a", "aac", "-disposition:v:0", "attached_pic", folder.path("a.mp4"))
    #expect(try shown("a.mp4") == Array(0..<100))
  }

  /// Mono to 7.1 at 8 to 192 kHz: how long it is and what it is called, to the sample.
  @Test(arguments: ["mono", "stereo", "5.1", "7.1"], [8000, 44100, 96000, 192_000])
  func soundOfManyKinds(layout: String, rate: Int) throws {
    let path = folder.path("a.wav")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "anullsrc=cl=\(layout):r=\(rate):d=1.25", "-c:a", "pcm_s24le", path)
    let audio = try #require(try facts(path).audio)
    #expect(audio.sampleRate == rate && audio.layout == layout)
    #expect(audio.duration == Rational(5, 4))
  }
}
