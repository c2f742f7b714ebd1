import Compiler
import Foundation
import Media
import Renderer
import TestSupport
import TimelineModel

/// The media that the documents of these tests use, made once.
final class SourceLibrary: Sendable {
  let folder: TemporaryFolder
  let sources: [MediaReference: ReferenceSource]
  let catalog: MediaCatalog

  static let shared = Result { try SourceLibrary() }

  private init() throws {
    folder = try TemporaryFolder()
    var sources: [MediaReference: ReferenceSource] = [:]
    for footage in SourceLibrary.footage { sources[MediaReference(footage.name)] = try footage.make(in: folder) }
    for still in SourceLibrary.stills {
      let frame = try still.pattern.frame(3, size: still.size)
      try TestPicture.writePNG(frame, to: folder.path(still.name))
      sources[MediaReference(still.name)] = ReferenceSource(
        picture: ReferenceSource.MovingPicture(
          frames: [Picture(frame, color: ColorFacts())], times: [], end: .zero,
          displaySize: SIMD2(Double(still.size.width), Double(still.size.height))))
    }
    for sound in SourceLibrary.sounds {
      let samples = sound.tones.samples(at: sound.rate).map { $0.map(Float.init) }
      try TestSound.write(samples, to: folder.path(sound.name), rate: sound.rate)
      sources[MediaReference(sound.name)] = ReferenceSource(
        sound: ReferenceSource.Sound(
          tones: sound.tones, start: .zero, duration: Rational(Int64(sound.tones.duration * 1000), 1000)))
    }
    var catalog = MediaCatalog()
    for media in sources.keys {
      catalog.media[media] = MediaProbe.probe(path: folder.path(media.path), depth: .precise)
    }
    try SourceLibrary.sequence.make(in: folder, &catalog, &sources)
    catalog.fonts[TextStyle.defaultFont] = FontCatalog.finding(TextStyle.defaultFont)
    for name in SourceLibrary.luts.keys.sorted() {
      try SourceLibrary.swapTable.write(toFile: folder.path(name.path), atomically: true, encoding: .utf8)
      catalog.media[name] = .found(MediaFacts(container: "cube"))
    }
    for encoder in ["ffv1", "libx264", "flac", "pcm_f32le"] {
      catalog.encoders[encoder] = EncoderCatalog.finding(encoder)
    }
    for timeline in SourceLibrary.timelines { try timeline.make(in: folder, &catalog, &sources) }
    self.sources = sources
    self.catalog = catalog
  }

  var media: MediaFolder { MediaFolder(root: folder.url.path, within: nil, catalog: catalog) }

  func facts(_ name: String) -> MediaFacts? { catalog.facts(for: MediaReference(name)) }

  // MARK: What is made

  // What exports write too, so that packets may be copied.

  static func lossless(_ pixelFormat: String) -> VideoSettings {
    VideoSettings(encoder: "ffv1", pixelFormat: pixelFormat, options: ["level": "3", "g": "1"])
  }

  /// Access points stand where `keyInterval` puts them, whatever the pictures show.
  static let h264 = VideoSettings(
    encoder: "libx264", pixelFormat: "yuv420p",
    options: ["crf": "1", "preset": "veryfast", "profile": "high", "sc_threshold": "0"])

  static let footage: [Footage] = [
    Footage(name: "plain.mkv", pattern: .waves(1), sound: Tones(seed: 1, channels: 2, duration: 2)),
    Footage(
      name: "film.mkv", pattern: .waves(2), size: PixelSize(width: 128, height: 72), rate: FrameRate(30000, 1001),
      frames: 60, video: SourceLibrary.lossless("yuv444p"),
      sound: Tones(seed: 2, channels: 1, duration: 1.9)),
    Footage(name: "noise.mkv", pattern: .noise(3)),
    Footage(
      name: "tape.mkv", pattern: .waves(4), size: PixelSize(width: 64, height: 48), rate: FrameRate(50), frames: 90,
      color: ColorFacts(matrix: "smpte170m", isFullRange: false)),
    Footage(
      name: "deep.mkv", pattern: .waves(5), size: PixelSize(width: 80, height: 80), rate: FrameRate(24), frames: 40,
      video: SourceLibrary.lossless("yuv422p10le"),
      color: ColorFacts(matrix: "bt709", isFullRange: true)),
    Footage(
      name: "glow.mkv", pattern: .waves(18), size: PixelSize(width: 80, height: 60),
      video: SourceLibrary.lossless("yuv444p10le"), color: ColorMeaning.pq.facts),
    Footage(
      name: "live.mkv", pattern: .waves(19), size: PixelSize(width: 96, height: 54),
      video: SourceLibrary.lossless("yuv422p10le"), color: ColorMeaning.hlg.facts),
    Footage(
      name: "dusk.mkv", pattern: .dim(21), size: PixelSize(width: 80, height: 60),
      video: SourceLibrary.lossless("yuv420p10le"), color: ColorMeaning.pq.facts),
    Footage(
      name: "stage.mkv", pattern: .dim(22), size: PixelSize(width: 96, height: 54),
      video: SourceLibrary.lossless("yuv422p10le"), color: ColorMeaning.hlg.facts),
    Footage(
      name: "cloud.mkv", pattern: .cloud(6), size: PixelSize(width: 64, height: 64), rate: FrameRate(25, 2), frames: 25,
      video: SourceLibrary.lossless("yuva444p")),
    Footage(
      name: "uneven.mkv", pattern: .waves(7), rate: FrameRate(1000),
      ticks: [0, 37, 41, 130, 135, 210, 333, 340, 489, 600, 631, 655, 800, 910, 1011, 1300, 1317, 1480, 1610, 1783],
      frames: 20, isIrregular: true),
    Footage(
      name: "shaky.mkv", pattern: .waves(24), rate: FrameRate(1000),
      ticks: (0..<50).map { [0, 3, -2, 1, -3, 2, 0, -1][Int($0) % 8] + 40 * Int64($0) }, meantRate: FrameRate(25)),
    Footage(
      name: "telecine.mp4", pattern: .waves(25), rate: FrameRate(60000),
      ticks: (0..<48).map { Int64($0) * 5 / 2 * 1001 }, frames: 48, video: h264, keyInterval: 6, container: .mp4,
      meantRate: FrameRate(24000, 1001)),
    Footage(
      name: "left-out.mkv", pattern: .waves(26), ticks: (0..<50).filter { $0 % 7 != 4 }.map { Int64($0) }, frames: 43),
    Footage(
      name: "late.mkv", pattern: .waves(8), ticks: (5..<45).map { Int64($0) }, frames: 40,
      sound: Tones(seed: 3, channels: 2, duration: 2.1)),
    Footage(
      name: "wide.mkv", pattern: .waves(9), size: PixelSize(width: 72, height: 54), pixelAspect: (4, 3)),
    Footage(name: "narrow.mkv", pattern: .waves(10), pixelAspect: (1, 2)),
    Footage(
      name: "phone.mp4", pattern: .waves(11), video: h264, keyInterval: 12, container: .mp4, orientation: (1, false)),
    Footage(
      name: "mirror.mp4", pattern: .waves(12), video: h264, keyInterval: 12, container: .mp4, orientation: (3, true)),
    Footage(name: "copied.mp4", pattern: .waves(13), video: h264, keyInterval: 8, container: .mp4),
    Footage(
      name: "ntsc.mp4", pattern: .waves(14), size: PixelSize(width: 128, height: 72), rate: FrameRate(30000, 1001),
      frames: 60, video: h264, keyInterval: 6, container: .mp4),
  ]

  static let stills: [(name: String, pattern: Pattern, size: PixelSize)] = [
    ("photo.png", .waves(15), PixelSize(width: 100, height: 75)),
    ("badge.png", .cloud(16), PixelSize(width: 40, height: 60)),
  ]

  static let sequence = PictureSequence(
    pattern: "row_%02d.png", pictures: .waves(17), size: PixelSize(width: 72, height: 54), rate: FrameRate(12),
    count: 20)

  /// Without hard edges: how those look in a picture that is made smaller depends on what lies between its pixels. What
  /// is heard of those that are played at other speeds ends in silence.
  static let timelines = [
    PlayedTimeline(
      name: "inner.yaml", sound: "studio.wav",
      document: """
        timeline: 1
        canvas: { size: 80x60, rate: 24, background: "#406050" }
        tracks:
          - kind: video
            segments:
              - { clip: film.mkv, source: 0s..1s, fit: cover }
              - { clip: deep.mkv, source: 0s..1s, fit: cover, transition: { dissolve: 6f } }
          - { kind: audio, segments: [ { clip: studio.wav, source: 0s..1500ms } ] }
        titles: [ { ellipse: [60%, 40%], color: "#e0c040", opacity: 0.1, rotate: { from: 0, to: 90 } } ]
        """),
    PlayedTimeline(
      name: "strap.yaml", sound: "music.wav",
      document: """
        timeline: 1
        canvas: { size: 72x54, rate: 24, background: transparent }
        tracks:
          - kind: video
            segments:
              - { clip: film.mkv, source: 0s..1s, scale: 0.5, opacity: { from: 0.2, to: 1 } }
              - { clip: badge.png, duration: 1s, fit: none, transition: { wipe: 6f, soft: 20% } }
          - { kind: audio, segments: [ { clip: music.wav, source: 0s..1750ms } ] }
        titles: [ { rectangle: [60%, 20%], color: "#e0c040c0", position: [50%, 80%], rotate: 5 } ]
        """),
    PlayedTimeline(
      name: "mist.yaml", sound: "studio.wav",
      document: """
        timeline: 1
        canvas: { size: 72x54, rate: 25, background: "#30405080" }
        tracks:
          - kind: video
            segments:
              - { clip: cloud.mkv, source: 0s..1s, fit: cover }
              - { clip: photo.png, duration: 1s, fit: cover, opacity: 0.5, transition: { dissolve: 6f } }
          - { kind: audio, segments: [ { clip: studio.wav, source: 0s..1500ms } ] }
        """),
    PlayedTimeline(
      name: "shut.yaml", sound: "music.wav",
      document: """
        timeline: 1
        canvas: { size: 96x54, rate: 25, background: transparent }
        tracks:
          - kind: video
            segments:
              - { clip: cloud.mkv, source: 0s..200ms }
              - { clip: badge.png, duration: 200ms, transition: { xfade: 5f, kind: rectcrop } }
        """),
  ]

  /// Red becomes green, green blue and blue red, at three quarters.
  static let luts: [MediaReference: ColorTable] = [
    MediaReference("swap.cube"): { SIMD3($0.z, $0.x, $0.y) * 0.75 }
  ]

  private static let swapTable = {
    let corners = (0..<8).map { "\(Double($0 >> 2 & 1) * 0.75) \(Double($0 & 1) * 0.75) \(Double($0 >> 1 & 1) * 0.75)" }
    return "LUT_3D_SIZE 2\n" + corners.joined(separator: "\n") + "\n"
  }()

  static let sounds: [(name: String, tones: Tones, rate: Int)] = [
    ("music.wav", Tones(seed: 5, channels: 2, duration: 2.5), 48000),
    ("voice.wav", Tones(seed: 6, channels: 1, duration: 1.4), 48000),
    ("disc.wav", Tones(seed: 7, channels: 2, duration: 2.2), 44100),
    ("cinema.wav", Tones(seed: 8, channels: 6, duration: 1.8), 48000),
    ("hall.wav", Tones(seed: 9, channels: 8, duration: 1.7), 48000),
    ("phone.wav", Tones(seed: 10, channels: 1, duration: 1.6), 16000),
    ("studio.wav", Tones(seed: 11, channels: 2, duration: 1.5), 192_000),
  ]
}
