import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Files that are whole, and of a kind that libavformat reads in part or wrongly without saying so.
@Suite struct UnusualFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Libavformat looks no further than 5 MB or some seconds for what a broadcast holds.
  @Test(arguments: ["late.ts", "late.mpg"]) func soundThatBeginsLate(name: String) throws {
    let path = folder.path(name)
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=16", "-itsoffset", "12", "-f", "lavfi", "-i",
      "sine=440:r=48000:d=4", "-map", "0:v", "-map", "1:a", "-c:v", "mpeg2video", "-c:a", "mp2", path)
    let found = try facts(path)
    let audio = try #require(found.audio)
    #expect((found.audioStart - Rational(12)).magnitude < Rational(1, 10), "\(audio.start)")
    #expect((audio.duration - Rational(4)).magnitude < Rational(1, 10), "\(audio.duration)")
    #expect(found.video?.timing.frameCount == 400)
  }

  /// A recording that begins within a group of ten seconds.
  @Test func aPictureThatBeginsLate() throws {
    let path = folder.path("a.ts")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=20", "-f", "lavfi", "-i", "sine=440:r=48000:d=20", "-c:v",
      "libx264", "-g", "100", "-keyint_min", "100", "-bf", "0", "-sc_threshold", "0", "-c:a", "mp2", path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    var (kept, pictures) = (Data(), 0)
    for place in stride(from: 0, to: bytes.count, by: 188) {
      let packet = bytes[place..<place + 188]
      let isPicture = bytes[place + 1] & 0x1F == 1 && bytes[place + 2] == 0
      if isPicture, bytes[place + 1] & 0x40 != 0 { pictures += 1 }
      if !isPicture || pictures > 3 { kept += packet }
    }
    try kept.write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.video?.timing.frameCount == 100)
    #expect(found.videoStart > Rational(9))
  }

  @Test func aStreamOfWhichNothingIsThere() throws {
    let path = folder.path("a.ts")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i", "sine=440:r=48000:d=2", "-c:v",
      "mpeg2video", "-c:a", "mp2", path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    var kept = Data()
    for place in stride(from: 0, to: bytes.count, by: 188) where bytes[place + 1] & 0x1F != 1 || bytes[place + 2] != 1 {
      kept += bytes[place..<place + 188]
    }
    try kept.write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.audio == nil && found.video?.timing.frameCount == 50)
    #expect(found.streams.map(\.isDecodable) == [true, false])
  }

  @Test(arguments: ["a.mkv", "a.webm"]) func filesOfMatroskaThatWerePutTogether(name: String) throws {
    let path = folder.path(name)
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-c:v", "libvpx", path)
    #expect(try facts(path).damage == nil)
    let bytes = try Data(contentsOf: URL(filePath: path))
    try (bytes + bytes).write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.video?.timing.frameCount == 50)
    #expect((try #require(found.damage) - Rational(2)).magnitude < Rational(1, 10))
  }

  /// The time of a Matroska cluster is that of a second, or of half a minute, earlier or later.
  @Test(arguments: [0x04, 0x08, 0x80] as [UInt8], [["-c:a", "libmp3lame"], ["-an"]])
  func clustersOfAnotherTime(bit: UInt8, sound: [String]) throws {
    let path = folder.path("a.mkv")
    try CommandLineTool.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=6", "-f", "lavfi", "-i", "sine=440:r=48000:d=6",
        "-c:v", "libx264", "-bf", "3", "-g", "25", "-cluster_time_limit", "1000",
      ] + sound + [path])
    #expect(try facts(path).damage == nil)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let clusters = bytes.indices.dropLast(16).filter { bytes[$0..<$0 + 4].elementsEqual([0x1F, 0x43, 0xB6, 0x75]) }
    let cluster = clusters[clusters.count / 2]
    let time = try #require(bytes[cluster..<cluster + 16].firstRange(of: [0xE7, 0x82])).upperBound
    bytes[time] ^= bit
    try Data(bytes).write(to: URL(filePath: path))
    guard case .unreadable(let reason) = MediaProbe.probe(path: path, depth: .precise) else {
      Issue.record("read")
      return
    }
    #expect(reason.contains("its clock jumps back"), "\(reason)")
  }

  /// Libavformat takes all that is behind the samples' beginning for samples.
  @Test(arguments: ["a.caf", "a.w64"], ["pcm_s16", "pcm_mulaw"])
  func whatComesBehindTheSamples(name: String, codec: String) throws {
    let isCAF = name.hasSuffix("caf")
    let codec = codec == "pcm_mulaw" ? codec : codec + (isCAF ? "be" : "le")
    let path = folder.path(name)
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "sine=440:r=48000:d=2", "-c:a", codec, path)
    let whole = try facts(path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let size = withUnsafeBytes(of: isCAF ? Int64(96000).bigEndian : Int64(96024).littleEndian) { Data($0) }
    bytes += isCAF ? Data("free".utf8) + size : Data("junk".utf8) + Data(count: 12) + size
    try (bytes + Data(count: 96000)).write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.audio?.duration == Rational(2) && found.audio?.duration == whole.audio?.duration)
    #expect(found.breaksOff == nil && found.damage == nil)
  }

  /// The 33 bits of a clock end within the file, and libavformat counts what is before that below zero.
  @Test(arguments: ["95440", "95443"]) func aClockThatBeginsAnew(offset: String) throws {
    var starts: [Rational] = []
    for offset in ["1000", offset] {
      let path = folder.path("a.vob")
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=8", "-f", "lavfi", "-i", "sine=440:r=48000:d=8", "-c:v",
        "mpeg2video", "-bf", "2", "-g", "25", "-c:a", "mp2", "-output_ts_offset", offset, "-f", "vob", path)
      let found = try facts(path)
      #expect(found.video?.timing.frameCount == 200)
      starts.append(found.videoStart - found.audioStart)
    }
    #expect((starts[0] - starts[1]).magnitude < Rational(1, 1000), "\(starts)")
  }

  /// Two recordings of which the second begins before the first one ends.
  @Test func aClockThatFallsBackALittle() throws {
    let path = folder.path("a.ts")
    var bytes = Data()
    for offset in ["0", "1.9"] {
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-c:v", "libx264", "-output_ts_offset", offset, path)
      bytes += try Data(contentsOf: URL(filePath: path))
    }
    try bytes.write(to: URL(filePath: path))
    #expect((try #require(try facts(path).damage) - Rational(2)).magnitude < Rational(1, 4))
  }

  /// One part alone may be played at another speed, or be a frame that is held, which libavformat does not do.
  @Test(arguments: [0, 0.5, 2.0]) func anEditListOfOnePartAtAnotherSpeed(rate: Double) throws {
    let (path, result) = (folder.path("a.mp4"), folder.path("b.mp4"))
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4", "-c:v", "libx264", "-bf", "0",
      "-video_track_timescale", "12800", "-movie_timescale", "1000", path)
    for parts in [[EditList.Part(duration: 2, media: 0, rate: rate)], [.init(duration: 1, media: nil), .init(duration: 2, media: 0, rate: rate)]] {
      try EditList.write(parts, movieScale: 1000, mediaScale: 12800, into: path, as: result)
      guard case .unreadable(let why) = MediaProbe.probe(path: result, depth: .precise) else {
        Issue.record("it is taken for one that is played as it is")
        continue
      }
      #expect(why.contains(rate == 0 ? "a frame that is held" : "another speed"), "\(why)")
    }
  }

  /// Where parts begin within groups of pictures that are coded out of order, libavformat gives wrong times; where they do
  /// not, and of sound, it is right.
  @Test(arguments: [0, 2]) func anEditListOfManyParts(bFrames: Int) throws {
    let (path, result) = (folder.path("a.mp4"), folder.path("b.mp4"))
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=12", "-c:v", "libx264", "-bf", "\(bFrames)", "-g", "25",
      "-video_track_timescale", "12800", "-movie_timescale", "1000", path)
    let delay = bFrames == 0 ? 0 : 0.08
    let parts = (0..<10).map { EditList.Part(duration: 0.4, media: 0.6 + Double($0) + delay) }
    try EditList.write(parts, movieScale: 1000, mediaScale: 12800, into: path, as: result)
    switch MediaProbe.probe(path: result, depth: .precise) {
    case .found(let facts): #expect(bFrames == 0 && facts.video?.timing == .regular(FrameRate(25), count: 100))
    case .unreadable(let why): #expect(bFrames > 0 && why.contains("parts together that begin within groups"), "\(why)")
    default: Issue.record("it is not there")
    }
  }

  /// Libavformat leaves out the end of one of ten parts of PCM, which is told.
  @Test(arguments: ["pcm_s16le", "aac"]) func anEditListOfManyPartsOfSound(codec: String) throws {
    let (path, result) = (folder.path("a.mov"), folder.path("b.mov"))
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=300:r=48000:d=12", "-c:a", codec, "-movie_timescale", "1000", path)
    let parts = (0..<10).map { EditList.Part(duration: 0.4, media: 0.6 + Double($0)) }
    try EditList.write(parts, movieScale: 1000, mediaScale: 48000, into: path, as: result)
    let audio = try #require(facts(result).audio)
    #expect(audio.hasSeveralParts == true)
    let reader = try SoundReader(path: result, facts: audio)
    guard codec == "aac" else {
      #expect(throws: LibAVError.self) { try reader.read(from: 0, count: 192_000) }
      return
    }
    let sound = try reader.read(from: 0, count: 192_000)[0]
    // Ten milliseconds of a tone have its level wherever they are.
    for from in stride(from: 4800, to: sound.count - 4800, by: 480) {
      let level = sound[from..<from + 480].map { $0 * $0 }.reduce(0, +) / 480
      #expect(level > 0.001, "\(from)")
    }
  }

  /// What stands before the header may have any name.
  @Test func aBoxOfAnyNameBeforeTheHeader() throws {
    let (path, result) = (folder.path("a.mp4"), folder.path("b.mp4"))
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4", "-c:v", "libx264", "-bf", "0",
      "-video_track_timescale", "12800", "-movie_timescale", "1000", path)
    let parts = [EditList.Part(duration: 1, media: 0), .init(duration: 1, media: 2, rate: 2)]
    try EditList.write(parts, movieScale: 1000, mediaScale: 12800, into: path, as: result)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: result)))
    let header = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
    bytes.insert(contentsOf: [0, 0, 0, 16, 0x81, 0x61, 0x62, 0x63, 0, 0, 0, 0, 0, 0, 0, 0], at: header)
    try Data(bytes).write(to: URL(filePath: result))
    guard case .unreadable(let why) = MediaProbe.probe(path: result, depth: .precise) else {
      Issue.record("its edit list is not read")
      return
    }
    #expect(why.contains("another speed after 1 s"), "\(why)")
  }

  /// Libavformat plays on where nothing is to be shown, or a frame is to be held.
  @Test(arguments: [1.0, 0.0, 2.0]) func anEditListThatIsNotPlayed(rate: Double) throws {
    let path = folder.path("a.mov")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4", "-c:v", "mjpeg", "-video_track_timescale", "12800",
      "-movie_timescale", "1000", path)
    let result = folder.path("b.mov")
    func find(_ parts: [EditList.Part]) throws -> MediaFinding {
      try EditList.write(parts, movieScale: 1000, mediaScale: 12800, into: path, as: result)
      return MediaProbe.probe(path: result, depth: .precise)
    }
    let odd = EditList.Part(duration: 1, media: rate == 1 ? nil : 1, rate: rate)
    guard case .unreadable(let why) = try find([.init(duration: 2, media: 0), odd, .init(duration: 2, media: 2)]) else {
      Issue.record("it is taken for one that is played as it is")
      return
    }
    #expect(why.contains("its edit list has ") && why.contains(" after 2 s"), "\(why)")
    guard rate == 1, case .unreadable(let why) = try find([odd, .init(duration: 2, media: 2)]) else { return }
    Issue.record("a pause at the beginning is refused: \(why)")
  }

  /// A PNG that becomes sharp in passes is called interlaced by libavcodec, and has no fields.
  @Test func aPNGInPasses() throws {
    let path = folder.path("a.png")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", "-flags", "+ildct", path)
    #expect(try Data(contentsOf: URL(filePath: path))[28] == 1)
    let found = try facts(path)
    #expect(found.video?.fields == .progressive && found.damage == nil)
  }

  /// A progressive JPEG that is cut between two of its scans is not sharp, of which its decoder only warns.
  @Test(arguments: [nil, 167]) func aJPEGInPasses(place: Int?) throws {
    // 16x16, by cjpeg; the first of its six scans begins at 127.
    let text = """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+
      gXz/wgALCAAQABABAREA/8QAFwAAAwEAAAAAAAAAAAAAAAAAAQIDBf/aAAgBAQAAAAHPNX//xAAZEAEAAgMAAAAAAAAAAAAAAAACARIAESH/2gAIAQEA
      AQUC7KFyjkap/8QAGhAAAgIDAAAAAAAAAAAAAAAAAAERIQISUv/aAAgBAQAGPwKEUZI1i+T/xAAbEAACAwEBAQAAAAAAAAAAAAABEQAhQTFRgf/aAAgB
      AQABPyEuYygoU85FfYlV7C+ttjc//9oACAEBAAAAEB//xAAcEAEAAgMAAwAAAAAAAAAAAAABESEAMVFhcYH/2gAIAQEAAT8QVwQl0ARark/0WxTc6jzj
      UaxJwgtMMavaGhPY+5//2Q==
      """
    let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
    let path = folder.path("a.jpg")
    try bytes.prefix(place ?? bytes.count).write(to: URL(filePath: path))
    #expect((try facts(path).damage != nil) == (place != nil))
  }
}
