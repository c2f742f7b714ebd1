import Foundation
import Glibc
import Media
import Platform
import TestSupport
import Testing
import TimelineModel

@Suite struct MuxerTests {
  private func movie(_ container: OutputSettings.Container) -> BarcodeMovie {
    var movie = BarcodeMovie()
    movie.container = container
    movie.sound = [TestSound.sweep(count: 192_000), TestSound.tone(440, count: 192_000)]
    return movie
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mov, .mkv])
  func twoRunsGiveTheSameBytes(container: OutputSettings.Container) throws {
    let folder = try TemporaryFolder()
    try movie(container).write(to: folder.path("a"))
    try movie(container).write(to: folder.path("b"))
    #expect(FileManager.default.contentsEqual(atPath: folder.path("a"), andPath: folder.path("b")))
    let bytes = try Data(contentsOf: URL(filePath: folder.path("a")))
    for version in ["Lavf5", "Lavc5"] { #expect(bytes.range(of: Data(version.utf8)) == nil) }
  }

  /// RIFF's lengths have 32 bits; what may be longer leaves room for those of RF64.
  @Test(arguments: [0, 4000, 40_000]) func soundThatMayBeLarge(seconds: Int64) throws {
    let folder = try TemporaryFolder()
    let encoder = try AudioEncoder(AudioSettings(encoder: "pcm_s16le"), sampleRate: 48000, channels: 2)
    let path = folder.path("a.wav")
    let muxer = try Muxer(
      into: Descriptor(path, O_RDWR | O_CREAT), container: .wav, streams: [encoder.parameters], duration: Rational(seconds))
    try muxer.finish()
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect((bytes.dropFirst(12).prefix(4) == Data("JUNK".utf8)) == (seconds > 5600))
    #expect(bytes.prefix(4) == Data("RIFF".utf8))
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mov, .mkv])
  func pictureAndSoundBeginAtZero(container: OutputSettings.Container) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.\(container)")
    try movie(container).write(to: path)
    // Libavformat's writer of Matroska cannot say that AAC's first packet is priming, and players take none before 0.
    let lead = container == .mkv ? 1024.0 / 48000 : 0
    let frames = try CommandLineTool.ffprobe(
      path, "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp_time")
    #expect(frames.count == 100)
    for (number, time) in frames.enumerated() {
      #expect(abs(try #require(Double(time)) - Double(number) / 25 - lead) < 0.0006)
    }
    let sound = try CommandLineTool.ffprobe(path, "-select_streams", "a", "-show_entries", "frame=pts_time")
    #expect(abs(try #require(Double(sound[0]))) < 0.0006)
    let facts = try facts(path)
    #expect(facts.video?.duration == Rational(4))
    #expect(facts.audio?.start == facts.video?.start)
    if container == .mkv { return }
    #expect(facts.video?.start == .zero)
    #expect(facts.audio?.start == .zero)
    #expect(facts.audio?.duration == Rational(4))
  }

  /// Of Opus, Matroska's header says how long the priming is, which players take off: its first block stands at 0, and the
  /// picture's likewise.
  @Test func opusInMatroskaBeginsAtZero() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mkv")
    var movie = movie(.mkv)
    movie.audio = AudioSettings(encoder: "libopus", bitRate: 96_000)
    try movie.write(to: path)
    for kind in ["v", "a"] {
      let times = try CommandLineTool.ffprobe(path, "-select_streams", kind, "-show_entries", "packet=pts_time")
      // Libavformat has taken the 6.5 ms off.
      #expect(abs(try #require(Double(times[0])) + (kind == "a" ? 0.0065 : 0)) < 0.0006)
    }
    let facts = try facts(path)
    #expect(facts.video?.start == .zero && facts.audio?.start == .zero)
    let sound = try SoundReader(path: path, facts: #require(facts.audio)).read(from: 0, count: 96_000)
    #expect(abs(lag(of: sound[0], behind: TestSound.sweep(count: 192_000))) <= 1)
  }

  @Test(arguments: ["aac", "libvorbis", "libmp3lame", "ac3"]) func picturesAndChaptersBesidePriming(encoder: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mkv")
    let speaker = try AudioEncoder(AudioSettings(encoder: encoder, bitRate: 96_000), sampleRate: 48000, channels: 1)
    let painter = try VideoEncoder(BarcodeMovie.h264(), size: BarcodeMovie().size, rate: FrameRate(25))
    let chapter = ChapterFacts(start: Rational(1, 5), end: .one, title: "Two")
    let muxer = try Muxer(
      path: path, container: .mkv, streams: [painter.parameters, speaker.parameters], chapters: [chapter])
    let source = TestSound.sweep(count: 96_000)
    for packet in try speaker.encode([source]) + speaker.finish() { try muxer.write(packet, stream: 1) }
    for number in 0..<50 {
      let frame = try Barcode.frame(number, size: BarcodeMovie().size)
      for packet in try painter.encode(frame, index: Int64(number)) { try muxer.write(packet, stream: 0) }
    }
    for packet in try painter.finish() { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    let lead = Double(speaker.priming) / 48000
    #expect(lead > 0)
    let times = try CommandLineTool.ffprobe(path, "-show_entries", "chapter=start_time")
    #expect(abs(try #require(Double(times[0])) - 0.2 - lead) < 0.0006)
    let first = try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "packet=pts_time")
    #expect(abs(try #require(Double(first[0])) - lead) < 0.0006)
    // What is read again begins together.
    let facts = try facts(path)
    #expect(facts.videoStart == .zero && facts.audioStart == .zero)
    #expect(facts.chapters.map { $0.start - facts.origin } == [Rational(1, 5)])
    let sound = try SoundReader(path: path, facts: #require(facts.audio)).read(from: 0, count: 48_000)[0]
    #expect(lag(of: sound, behind: source) == 0)
  }

  /// Returns the number of samples by which a sound is later than the original, in -1500...1500.
  private func lag(of sound: [Float], behind original: [Float]) -> Int {
    func likeness(_ lag: Int) -> Float { (20_000..<24_000).reduce(0) { $0 + sound[$1 + lag] * original[$1] } }
    return (-1500...1500).max { likeness($0) < likeness($1) }!
  }

  @Test func headerComesBeforeTheData() throws {
    let folder = try TemporaryFolder()
    try movie(.mp4).write(to: folder.path("movie.mp4"))
    let bytes = try Data(contentsOf: URL(filePath: folder.path("movie.mp4")))
    let moov = try #require(bytes.range(of: Data("moov".utf8)))
    let mdat = try #require(bytes.range(of: Data("mdat".utf8)))
    #expect(moov.lowerBound < mdat.lowerBound)
  }

  /// A store may say of a stream what no library can hold.
  @Test func numbersThatDoNotFitAreFound() throws {
    let size = PixelSize(width: 320, height: 180)
    let picture = try VideoEncoder(BarcodeMovie.h264(), size: size, rate: FrameRate(25)).parameters
    #expect(picture.fitsLibAV)
    for number in [-1, 1 << 31, .max] {
      for key in [\StreamParameters.Video.size.width, \.size.height, \.reorderDepth] {
        var wrong = picture
        guard case .video(var video) = wrong.medium else { throw LibAVError(call: "encoder", complaint: "no picture") }
        video[keyPath: key] = number
        wrong.medium = .video(video)
        #expect(!wrong.fitsLibAV, "\(number)")
      }
    }
    var audio = StreamParameters.Audio(
      sampleRate: 48000, channels: 2, sampleFormat: "s16", bitsPerSample: 16, frameSize: 0, priming: 0)
    var sound = picture
    sound.medium = .audio(audio)
    #expect(sound.fitsLibAV)
    for key in [\StreamParameters.Audio.sampleRate, \.channels, \.bitsPerSample, \.frameSize, \.priming] {
      let right = audio[keyPath: key]
      audio[keyPath: key] = 1 << 31
      sound.medium = .audio(audio)
      #expect(!sound.fitsLibAV)
      audio[keyPath: key] = right
    }
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mkv])
  func keepsMetadataAndChapters(container: OutputSettings.Container) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.\(container)")
    let encoder = try VideoEncoder(BarcodeMovie.h264(), size: PixelSize(width: 320, height: 180), rate: FrameRate(25))
    let chapters = [
      ChapterFacts(start: .zero, end: Rational(1), title: "One"),
      ChapterFacts(start: Rational(1), end: Rational(2), title: "Two: ä=;"),
    ]
    let muxer = try Muxer(
      path: path, container: container, streams: [encoder.parameters], metadata: ["title": "A name"],
      chapters: chapters)
    for number in 0..<50 {
      let frame = try Barcode.frame(number, size: PixelSize(width: 320, height: 180))
      for packet in try encoder.encode(frame, index: Int64(number)) { try muxer.write(packet, stream: 0) }
    }
    for packet in try encoder.finish() { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    let facts = try facts(path)
    #expect(facts.chapters == chapters)
    #expect(facts.metadata["title"] == "A name")
  }

  /// Also where the container's clock goes by the longest chapter, which has to fit into 31 bits.
  @Test(arguments: [OutputSettings.Container.mp4, .mov], [2, 36_000])
  func chaptersBeginBetweenFrames(container: OutputSettings.Container, seconds: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.\(container)")
    let size = PixelSize(width: 320, height: 180)
    let encoder = try VideoEncoder(BarcodeMovie.h264(), size: size, rate: FrameRate(25))
    let end = Rational(seconds)
    let starts = [Rational.zero, Rational(337, 1000), Rational(1111, 1000), end]
    let chapters = zip(starts, starts.dropFirst()).map { ChapterFacts(start: $0, end: $1, title: "A chapter") }
    let muxer = try Muxer(path: path, container: container, streams: [encoder.parameters], chapters: chapters)
    var packets = try (0..<50).flatMap { try encoder.encode(Barcode.frame($0, size: size), index: Int64($0)) }
    packets += try encoder.finish()
    for packet in packets { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    #expect(try facts(path).chapters.map(\.start) == Array(starts.dropLast()))
  }

  /// Pieces from separate encoders, put behind one another by the caller's own timestamps.
  @Test func joinsPiecesExactly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("joined.mp4")
    let size = PixelSize(width: 320, height: 180)
    let rate = FrameRate(30000, 1001)
    var packets: [EncodedPacket] = []
    var parameters: [StreamParameters] = []
    var first = 0
    for length in [30, 1, 2, 47, 1, 19] {
      let encoder = try VideoEncoder(BarcodeMovie.h264(), size: size, rate: rate, keyInterval: 60)
      parameters.append(encoder.parameters)
      var piece: [EncodedPacket] = []
      for number in 0..<length {
        piece += try encoder.encode(Barcode.frame(first + number, size: size), index: Int64(number))
      }
      piece += try encoder.finish()
      for var packet in piece {
        packet.pts += Int64(first)
        packets.append(packet)
      }
      first += length
    }
    #expect(Set(parameters).count == 1)
    guard case .video(let video) = parameters[0].medium else { return }
    for index in packets.indices { packets[index].dts = Int64(index - video.reorderDepth) }
    let muxer = try Muxer(path: path, container: .mp4, streams: [parameters[0]])
    for packet in packets { try muxer.write(packet, stream: 0) }
    try muxer.finish()

    let reader = try reader(path)
    #expect(reader.facts.timing == .regular(rate, count: 100))
    for number in 0..<100 { #expect(Barcode.read(try reader.frame(Int64(number))) == number) }
  }
}
