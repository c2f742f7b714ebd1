package import TimelineModel

/// A named table of export settings.
package struct Preset: Sendable {
  package let name: String
  package let summary: String
  package let settings: OutputSettings

  /// The one that a document without `export` has.
  package static let standard = all[0]
  /// The same on a canvas of HDR, whose players know HEVC with ten bits and hardly any H.264.
  package static let standardHDR = all.first { $0.name == "hevc" }!

  package static let all: [Preset] = [
    Preset("h264", "H.264 and AAC in MP4, at the canvas's size", .mp4, h264(crf: 20), aac(192_000)),
    Preset("h264-1080p", "H.264 and AAC in MP4, at most 1920x1080", .mp4, h264(crf: 20, 1920, 1080), aac(192_000)),
    Preset("h264-720p", "H.264 and AAC in MP4, at most 1280x720", .mp4, h264(crf: 21, 1280, 720), aac(160_000)),
    Preset("h264-480p", "H.264 and AAC in MP4, at most 854x480", .mp4, h264(crf: 22, 854, 480), aac(128_000)),
    Preset(
      "hevc", "HEVC and AAC in MP4, at the canvas's size", .mp4,
      VideoSettings(encoder: "libx265", pixelFormat: "yuv420p", options: ["crf": "22", "preset": "medium"]),
      aac(192_000)),
    Preset(
      "prores", "ProRes 422 HQ and 16-bit PCM in QuickTime, for further editing", .mov,
      VideoSettings(encoder: "prores_ks", pixelFormat: "yuv422p10le", options: ["profile": "hq"]),
      AudioSettings(encoder: "pcm_s16le")),
    Preset(
      "lossless", "FFV1 and FLAC in Matroska: not one bit lost", .mkv,
      VideoSettings(encoder: "ffv1", pixelFormat: "yuv420p", options: ["level": "3", "g": "1"]),
      AudioSettings(encoder: "flac")),
    Preset("audio", "AAC alone, in M4A", .m4a, nil, aac(192_000)),
  ]

  private init(
    _ name: String, _ summary: String, _ container: OutputSettings.Container, _ video: VideoSettings?,
    _ audio: AudioSettings?
  ) {
    self.name = name
    self.summary = summary
    settings = OutputSettings(preset: name, container: container, video: video, audio: audio)
  }

  private static func h264(crf: Int, _ width: Int? = nil, _ height: Int? = nil) -> VideoSettings {
    let size = width.flatMap { width in height.map { PixelSize(width: width, height: $0) } }
    return VideoSettings(
      encoder: "libx264", pixelFormat: "yuv420p", maximumSize: size,
      options: ["crf": "\(crf)", "preset": "medium", "profile": "high"])
  }

  private static func aac(_ bitRate: Int) -> AudioSettings { AudioSettings(encoder: "aac", bitRate: bitRate) }
}

extension VideoSettings {
  /// With ten bits a sample where it has eight, and a profile that allows them.
  var withTenBits: VideoSettings {
    var settings = self
    if !PixelFormatName.isDeep(pixelFormat) { settings.pixelFormat = "\(pixelFormat)10le" }
    if encoder == "libx264", options["profile"] == "high" { settings.options["profile"] = "high10" }
    return settings
  }

  /// Without a preset's profile that does not allow what is asked, so that the encoder chooses one.
  var withFittingProfile: VideoSettings {
    guard let profile = options["profile"], !isAllowed(in: profile) else { return self }
    var settings = self
    settings.options["profile"] = nil
    return settings
  }

  /// Whether a profile that a preset has, or a source, allows it.
  private func isAllowed(in profile: String) -> Bool {
    let chroma = ChromaSubsampling(pixelFormat: pixelFormat)
    switch encoder {
    case "libx264":
      let isSubsampled = chroma.vertical == 2 || pixelFormat.hasPrefix("gray")
      return isSubsampled && !isLossless && (!PixelFormatName.isDeep(pixelFormat) || profile == "high10")
    case "prores_ks": return chroma != .none || profile.hasPrefix("4444")
    default: return true
    }
  }

  /// True where x264 is to lose nothing. With more than eight bits that takes a quality below any that can be written.
  private var isLossless: Bool {
    guard !PixelFormatName.isDeep(pixelFormat) else { return false }
    let quality = bitRate == nil ? options["crf"] ?? options["qp"] : nil
    return quality.flatMap(Double.init).map { $0 < 1 } ?? false
  }
}

extension OutputSettings {
  package var encoders: [String] { [video?.encoder, audio?.encoder].compactMap(\.self) }

  /// The container, or the first of others, that holds what the encoders make, if there is one.
  func fittingContainer(among others: [Container]) -> Container? {
    ([container] + others).first { container in
      encoders.allSatisfy { CodecNames.fits($0, in: container) }
    }
  }
}

extension Composition {
  /// The chapters that the container has no place for.
  package var lostChapters: [Chapter] { output.container == .wav ? chapters : [] }
}

/// True where a container holds what an encoder makes.
package func fits(encoder: String, container: OutputSettings.Container) -> Bool {
  CodecNames.fits(encoder, in: container)
}

/// Codecs by the names people use, and the encoders that make them.
package enum CodecNames {
  package static let video = [
    "h264": "libx264", "avc": "libx264", "hevc": "libx265", "h265": "libx265", "prores": "prores_ks", "ffv1": "ffv1",
    "mpeg4": "mpeg4", "vp9": "libvpx-vp9", "av1": "libsvtav1", "mjpeg": "mjpeg", "dnxhd": "dnxhd",
  ]
  package static let audio = [
    "aac": "aac", "mp3": "libmp3lame", "opus": "libopus", "vorbis": "libvorbis", "flac": "flac", "alac": "alac",
    "pcm": "pcm_s16le", "ac3": "ac3",
  ]

  /// The encoders that write what a file is coded in; nil where none is known, or there is nothing.
  static func encoders(alike facts: MediaFacts) -> (video: String?, audio: String?) {
    let sound = facts.audio?.codec
    return (
      facts.video.flatMap { video[$0.codec] },
      sound.flatMap { $0.hasPrefix("pcm_") ? $0 : audio[$0] }
    )
  }

  static func isLossless(_ encoder: String) -> Bool {
    ["flac", "alac"].contains(encoder) || encoder.hasPrefix("pcm_")
  }

  /// What a container holds; Matroska holds everything but QuickTime's animations, which lose their depth in it.
  static func fits(_ encoder: String, in container: OutputSettings.Container) -> Bool {
    switch container {
    case .mkv: encoder != "qtrle"
    case .mp4: mp4.contains(encoder)
    case .mov:
      mp4.contains(encoder) && !mp4Only.contains(encoder)
        || ["prores_ks", "prores", "prores_aw", "mjpeg", "dnxhd", "qtrle", "png"].contains(encoder)
        || encoder.hasPrefix("pcm_")
    case .m4a: ["aac", "alac"].contains(encoder)
    case .wav: encoder.hasPrefix("pcm_")
    }
  }

  private static let mp4Only: Set<String> = ["libvpx-vp9", "libsvtav1", "libaom-av1", "libopus", "flac"]
  private static let mp4: Set<String> = [
    "libx264", "libx264rgb", "libx265", "mpeg4", "libvpx-vp9", "libsvtav1", "libaom-av1", "aac", "libmp3lame",
    "libopus",
    "flac", "alac", "ac3",
  ]
}
