import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct EncoderTests {
  private let size = PixelSize(width: 320, height: 180)

  @Test(arguments: ["libx264", "libx265", "libvpx-vp9", "mjpeg", "prores_ks", "ffv1"])
  func givesBackWhatWentIn(encoder: String) throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.frames = 30
    movie.container = ["ffv1", "libvpx-vp9"].contains(encoder) ? .mkv : .mov
    let format = ["prores_ks": "yuv422p10le", "mjpeg": "yuvj420p"][encoder] ?? "yuv420p"
    movie.video =
      encoder == "libx264"
      ? BarcodeMovie.h264() : VideoSettings(encoder: encoder, pixelFormat: format, options: ["b": "800k"])
    movie.rate = FrameRate(30000, 1001)
    let path = folder.path("movie.\(movie.container)")
    try movie.write(to: path)
    let reader = try reader(path)
    #expect(reader.facts.timing == .regular(FrameRate(30000, 1001), count: 30))
    for number in 0..<30 { #expect(Barcode.read(try reader.frame(Int64(number))) == number) }
  }

  @Test func writesTheColoursItWasTold() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mp4")
    var movie = BarcodeMovie()
    movie.frames = 2
    try movie.write(to: path)
    #expect(try facts(path).video?.color == .bt709)
  }

  @Test func namesUnknownOptions() throws {
    let settings = VideoSettings(encoder: "libx264", pixelFormat: "yuv420p", options: ["crf": "20", "cfr": "20"])
    let video = #expect(throws: LibAVError.self) { try VideoEncoder(settings, size: size, rate: FrameRate(25)) }
    #expect(video?.text == "libx264 has no option called cfr")
    let audio = #expect(throws: LibAVError.self) {
      try AudioEncoder(AudioSettings(encoder: "aac", options: ["quality": "3"]), sampleRate: 48000, channels: 2)
    }
    #expect(audio?.text == "aac has no option called quality")
    #expect(throws: LibAVError.self) {
      try VideoEncoder(VideoSettings(encoder: "libx999", pixelFormat: "yuv420p"), size: size, rate: FrameRate(25))
    }
  }

  /// Whatever spelling, order or quotes a document finds for what is not its to say, it changes nothing.
  @Test(arguments: [
    ("libx264", "x264-params", "open_gop=1:stitchable=0:threads=3:cpu_independent=0"),
    ("libx264", "x264-params", "threads=3:stitchable=0:open-gop=1:no_stitchable=1:sliced_threads=1:no-force_cfr=1"),
    ("libx264", "x264-params", "keyint=250:no-cpu-independent=1:force-cfr=0:sps-id=3:n_deterministic=0"),
    ("libx264", "x264-params", "open-gop=1:aq-mode='1"), ("libx264", "x264-params", "stitchable=0:aq-mode=1\\"),
    ("libx265", "x265-params", "frame-threads=3:info=1:--info=1:wpp=0:no_wpp=1:log=full:numa_pools=2"),
    ("libx265", "x265-params", "keyint=250:--open_gop=1:no-open-gop=0:aq-mode='2"),
  ])
  func pinsHold(encoder: String, option: String, list: String) throws {
    func bytes(_ options: [String: String]) throws -> [[UInt8]] {
      let settings = VideoSettings(
        encoder: encoder, pixelFormat: "yuv420p", options: ["preset": "fast"].merging(options) { $1 })
      let encoder = try VideoEncoder(settings, size: size, rate: FrameRate(25), keyInterval: 5, parameterSetID: 7)
      var packets = try (0..<20).flatMap { try encoder.encode(Barcode.frame($0, size: size), index: Int64($0)) }
      packets += try encoder.finish()
      return [encoder.parameters.extradata] + packets.map(\.bytes)
    }
    #expect(try bytes([option: list]) == bytes([:]))
  }

  @Test func refusesFramesOfAnotherShape() throws {
    let encoder = try VideoEncoder(BarcodeMovie.h264(), size: size, rate: FrameRate(25))
    let frame = try VideoFrame.solid(.black, size: PixelSize(width: 64, height: 64), pixelFormat: "yuv420p")
    #expect(throws: LibAVError.self) { try encoder.encode(frame, index: 0) }
  }

  @Test func givesHeadersThatDoNotDependOnTheContent() throws {
    func parameters(crf: Int, frames: Int) throws -> StreamParameters {
      let encoder = try VideoEncoder(
        BarcodeMovie.h264(options: ["crf": "\(crf)"]), size: size, rate: FrameRate(25), keyInterval: 60)
      for number in 0..<frames { _ = try encoder.encode(Barcode.frame(number, size: size), index: Int64(number)) }
      _ = try encoder.finish()
      return encoder.parameters
    }
    #expect(try parameters(crf: 18, frames: 1) == parameters(crf: 30, frames: 40))
  }

  /// The reader knows nothing of where a frame was decoded from.
  @Test func placesKeyFramesByItself() throws {
    let folder = try TemporaryFolder()
    var intra = BarcodeMovie()
    intra.keyInterval = 1
    intra.frames = 40
    try intra.write(to: folder.path("intra.mp4"))
    let reader = try reader(folder.path("intra.mp4"))
    let encoder = try VideoEncoder(
      BarcodeMovie.h264(options: ["x264-params": "scenecut=0"]), size: size, rate: FrameRate(25), keyInterval: 100)
    var packets: [EncodedPacket] = []
    for number in 0..<Int64(40) { packets += try encoder.encode(reader.frame(number), index: number) }
    packets += try encoder.finish()
    #expect(packets.count(where: \.isKey) == 1)
    #expect(packets.map(\.pts).sorted() == (0..<40).map { Int64($0) })
  }

  @Test(arguments: [0, 1, 1023, 1024, 1025, 5000])
  func primesAndEndsExactly(count: Int) throws {
    let encoder = try AudioEncoder(AudioSettings(encoder: "aac", bitRate: 96_000), sampleRate: 48000, channels: 2)
    #expect(encoder.priming == 1024)
    var packets: [EncodedPacket] = []
    for start in stride(from: 0, to: count, by: 300) {
      packets += try encoder.encode(Array(repeating: TestSound.constant(0.1, count: min(300, count - start)), count: 2))
    }
    packets += try encoder.finish()
    if count > 0 { #expect(packets.first?.pts == -1024) }
    #expect(packets.last.map { $0.pts + $0.duration } ?? 0 == Int64(count))
  }

  @Test(arguments: ["aac", "flac", "pcm_s16le", "pcm_s24le"])
  func encodesTheSameHoweverSoundIsHandedIn(encoder: String) throws {
    let sound = [TestSound.sweep(count: 20_000), TestSound.tone(300, count: 20_000)]
    func packets(step: Int) throws -> [EncodedPacket] {
      let encoder = try AudioEncoder(AudioSettings(encoder: encoder), sampleRate: 48000, channels: 2)
      return try stride(from: 0, to: 20_000, by: step).flatMap { start in
        try encoder.encode(sound.map { Array($0[start..<min(start + step, 20_000)]) })
      } + encoder.finish()
    }
    #expect(try packets(step: 20_000) == packets(step: 777))
  }

  @Test func listsOptions() throws {
    guard case .found(let x264) = EncoderCatalog.finding("libx264") else {
      Issue.record("libx264 is missing")
      return
    }
    #expect(x264.isVideo)
    #expect(x264.pixelFormats.contains("yuv420p"))
    #expect(x264.options["crf"]?.kind == .number)
    #expect(x264.options["preset"]?.kind == .text)
    #expect(x264.options["g"]?.kind == .integer)
    #expect(x264.options["aq-mode"]?.named.contains("variance") == true)
    #expect(x264.options["ar"] == nil)
    guard case .found(let aac) = EncoderCatalog.finding("aac") else {
      Issue.record("aac is missing")
      return
    }
    #expect(!aac.isVideo)
    #expect(aac.options["aac_coder"]?.named.contains("twoloop") == true)
    guard case .missing(let known) = EncoderCatalog.finding("libx246") else {
      Issue.record("libx246 is there")
      return
    }
    #expect(known.contains("libx264"))
  }
}
