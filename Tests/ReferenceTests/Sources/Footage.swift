import Foundation
import Media
import TestSupport
import TimelineModel

/// How a source is made.
struct Footage: Sendable {
  var name: String
  var pattern = Pattern.waves(1)
  var size = PixelSize(width: 96, height: 54)
  var rate = FrameRate(25)
  /// The frames' times in units of 1 / rate; nil is one after another from 0.
  var ticks: [Int64]?
  var frames = 50
  var video = SourceLibrary.lossless("yuv420p")
  var color = ColorFacts.bt709
  var keyInterval = 1
  var container = OutputSettings.Container.mkv
  /// Where the times that `ticks` gives are no regular grid.
  var isIrregular = false
  /// The rate that times mean which tremble: one frame follows another at that rate.
  var meantRate: FrameRate?
  var sound: Tones?
  var soundRate = 48000
  /// Width of a pixel over its height.
  var pixelAspect: (width: Int, height: Int)?
  /// What the header says has to be done to stand upright: mirror left to right, then turn clockwise.
  var orientation: (quarterTurns: Int, isMirrored: Bool)?
}

extension Footage {
  /// Writes it to `folder` and tells what the reference knows of it.
  func make(in folder: TemporaryFolder) throws -> ReferenceSource {
    let written = pixelAspect == nil ? name : "square-\(name)"
    let frames = try writeMovie(to: folder.path(written))
    if let pixelAspect {
      let filter = "setsar=\(pixelAspect.width)/\(pixelAspect.height)"
      try CommandLineTool.ffmpeg("-i", folder.path(written), "-vf", filter, "-c:v", "ffv1", folder.path(name))
    }
    try writeOrientation(to: folder.path(name))
    return ReferenceSource(
      picture: try movingPicture(frames, in: folder),
      sound: sound.map { tones in
        ReferenceSource.Sound(
          tones: tones, start: .zero, duration: Rational(Int64(tones.duration * 1000), 1000))
      })
  }

  private func writeMovie(to path: String) throws -> [VideoFrame] {
    let encoder = try VideoEncoder(video, size: size, rate: rate, color: color, keyInterval: keyInterval)
    let speaker = try sound.map {
      try AudioEncoder(AudioSettings(encoder: "pcm_f32le"), sampleRate: soundRate, channels: $0.channels)
    }
    let muxer = try Muxer(
      path: path, container: container, streams: [encoder.parameters] + (speaker.map { [$0.parameters] } ?? []))
    let pictures = try (0..<frames).map { number in
      try FrameConverter.convert(try pattern.frame(number, size: size), to: video.pixelFormat, color: color)
    }
    if let speaker, let sound {
      let samples = sound.samples(at: soundRate).map { $0.map(Float.init) }
      for packet in try speaker.encode(samples) + speaker.finish() { try muxer.write(packet, stream: 1) }
    }
    for (number, picture) in pictures.enumerated() {
      for packet in try encoder.encode(picture, index: ticks?[number] ?? Int64(number)) {
        try muxer.write(packet, stream: 0)
      }
    }
    for packet in try encoder.finish() { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    return pictures
  }

  /// Changes the matrix in the track's header, as ISO base media files have it.
  private func writeOrientation(to path: String) throws {
    guard let orientation else { return }
    var file = try Data(contentsOf: URL(filePath: path))
    guard let header = file.range(of: Data("tkhd".utf8)) else { return }
    let (cosine, sine) = [(1, 0), (0, 1), (-1, 0), (0, -1)][orientation.quarterTurns]
    let flip = orientation.isMirrored ? -1 : 1
    for (index, number) in [flip * cosine, flip * sine, 0, -sine, cosine, 0].enumerated() {
      let bytes = withUnsafeBytes(of: Int32(number * 65536).bigEndian) { Data($0) }
      let start = header.upperBound + 40 + 4 * index
      file.replaceSubrange(start..<start + 4, with: bytes)
    }
    try file.write(to: URL(filePath: path))
  }

  private var displaySize: SIMD2<Double> {
    var size = SIMD2(Double(size.width), Double(size.height))
    if let pixelAspect {
      let ratio = Double(pixelAspect.width) / Double(pixelAspect.height)
      size *= ratio >= 1 ? SIMD2(ratio, 1) : SIMD2(1, 1 / ratio)
    }
    return (orientation?.quarterTurns ?? 0) % 2 == 1 ? SIMD2(size.y, size.x) : size
  }

  private func movingPicture(_ made: [VideoFrame], in folder: TemporaryFolder) throws -> ReferenceSource.MovingPicture {
    let (ticks, rate) = meantRate.map { (nil, $0) } ?? (ticks, rate)
    let times = (0..<Int64(frames)).map { Rational(ticks?[Int($0)] ?? $0) / rate.perSecond }
    var pictures = made
    var end = times[frames - 1] + rate.frameDuration
    if video.encoder != "ffv1" || isIrregular,
      case .found(let facts) = MediaProbe.probe(
        path: folder.path(name), depth: .precise), let video = facts.video
    {
      // How long the last frame shows is the container's business where the rate varies.
      if isIrregular, let written = facts.videoEnd { end = written }
      let reader = try FrameReader(path: folder.path(name), facts: video)
      pictures = try (0..<Int64(frames)).map { try reader.frame($0) }
    }
    return ReferenceSource.MovingPicture(
      frames: pictures.map { Picture($0, color: color) }, times: times, end: end,
      frameDuration: isIrregular ? nil : rate.frameDuration, displaySize: displaySize,
      isMirrored: orientation?.isMirrored ?? false, quarterTurns: orientation?.quarterTurns ?? 0)
  }
}
