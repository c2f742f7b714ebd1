import Diagnostics
import TimelineModel

extension Lowering {
  /// Takes over what an asset is coded in, as far as it has picture and sound.
  mutating func take(after like: Located<String>, _ settings: inout OutputSettings) {
    guard let asset = assets[like.value] else {
      let near = nearestName(to: like.value, in: document.assets.map(\.name.value))
      log.report(
        .unknownAsset, "there is no asset `\(like.value)`", at: like.span, fixIts: .didYouMean(near, at: like.span))
      return
    }
    guard case .media(let reference) = asset, let facts = catalog.facts(for: reference) else {
      if case .color = asset {
        log.report(.badValue, "`\(like.value)` is a colour, which has no codec to take over", at: like.span)
      }
      return
    }
    let encoders = CodecNames.encoders(alike: facts)
    if let codec = facts.video?.codec, let base = settings.video, let video = facts.video, !facts.isStill {
      guard let encoder = encoders.video else {
        log.report(.unknownEncoder, "no encoder is known for \(codec), the codec of `\(like.value)`", at: like.span)
        return
      }
      checkEncoder(encoder, isVideo: true, names: [], at: Located(encoder, at: like.span))
      var options = encoder == base.encoder ? base.options : [:]
      if let profile = CodecNames.profile(alike: video) { options["profile"] = profile }
      settings.video =
        VideoSettings(
          encoder: encoder, pixelFormat: pixelFormat(alike: video, for: encoder), maximumSize: base.maximumSize,
          options: options
        ).withFittingProfile
    }
    if let encoder = encoders.audio, let base = settings.audio, encoder != base.encoder {
      settings.audio = AudioSettings(
        encoder: encoder, bitRate: CodecNames.isLossless(encoder) ? nil : base.bitRate ?? 192_000)
    }
    settings.container = settings.fittingContainer(among: [.mov, .mkv]) ?? settings.container
  }

  /// The one that a file is in, or the nearest that the encoder takes: decoders may give more bits than there were.
  private func pixelFormat(alike video: VideoFacts, for encoder: String) -> String {
    guard case .found(let facts) = catalog.encoders[encoder] else { return video.pixelFormat }
    return facts.pixelFormat(nearestTo: video.pixelFormat) ?? video.pixelFormat
  }
}

extension CodecNames {
  /// The profile of codecs whose profiles are kinds of their own, as their encoders call it.
  fileprivate static func profile(alike video: VideoFacts) -> String? {
    guard ["prores", "dnxhd"].contains(video.codec), let profile = video.profile?.lowercased() else { return nil }
    return profile == "xq" ? "4444xq" : profile.replacing(" ", with: "_")
  }
}

extension EncoderFacts {
  /// Of the pixel formats that it takes the one that keeps most of another; nil where it does not say what it takes.
  func pixelFormat(nearestTo wanted: String) -> String? {
    let chroma = ChromaSubsampling(pixelFormat: wanted)
    /// What is worse comes first.
    func losses(_ format: String) -> [Int] {
      let own = ChromaSubsampling(pixelFormat: format)
      func differ(_ feature: (String) -> Bool) -> Int { feature(format) == feature(wanted) ? 0 : 1 }
      return [
        format == wanted ? 0 : 1, differ(PixelFormatName.isGrey), differ(PixelFormatName.hasAlpha), differ(PixelFormatName.isDeep),
        differ(PixelFormatName.isRGB), max(0, own.horizontal * own.vertical - chroma.horizontal * chroma.vertical),
        own == chroma ? 0 : 1,
      ]
    }
    return pixelFormats.min { losses($0).lexicographicallyPrecedes(losses($1)) }
  }
}
