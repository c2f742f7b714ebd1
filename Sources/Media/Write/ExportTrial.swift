package import TimelineModel

/// Whether encoders and a container take what a movie asks of them, found out by opening them as for the movie.
package enum ExportTrial {
  package static func refusals(of use: ExportUse) -> [ExportRefusal] {
    var refusals: [ExportRefusal] = []
    var streams: [StreamParameters] = []
    func attempt(_ part: ExportRefusal.Part, _ open: () throws(LibAVError) -> Void) {
      do throws(LibAVError) { try open() } catch {
        refusals.append(ExportRefusal(part: part, words: error.log ?? error.text))
      }
    }
    if let picture = use.picture {
      attempt(.picture) { () throws(LibAVError) in
        let size = picture.size.tried(by: picture.settings.encoder)
        let encoder = try VideoEncoder(picture.settings, size: size, rate: picture.rate, color: picture.color.facts)
        streams.append(encoder.parameters)
        guard picture.settings.encoder == endless else { return }
        let frame = try VideoFrame.solid(
          .black, size: size, pixelFormat: picture.settings.pixelFormat, on: picture.color)
        _ = try encoder.encode(frame, index: 0)
        _ = try encoder.finish()
      }
    }
    if let sound = use.sound {
      attempt(.sound) { () throws(LibAVError) in
        let encoder = try AudioEncoder(sound.settings, sampleRate: sound.sampleRate, channels: sound.channels)
        streams.append(encoder.parameters)
      }
    }
    guard refusals.isEmpty, !streams.isEmpty else { return refusals }
    attempt(.container) { () throws(LibAVError) in
      _ = try Muxer(path: "/dev/null", container: use.container, streams: streams)
    }
    return refusals
  }
}

/// SVT-AV1 can only be closed once it has had a picture.
private let endless = "libsvtav1"

extension PixelSize {
  /// So that one picture takes no time; what is too small stays so.
  fileprivate func tried(by encoder: String) -> PixelSize {
    encoder == endless && width >= 64 && height >= 64 ? PixelSize(width: 64, height: 64) : self
  }
}
