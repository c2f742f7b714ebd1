package import TimelineModel

/// Whether encoders and a container take what a movie asks of them, found out by opening them as for the movie.
package enum ExportTrial {
  package static func findings(of use: ExportUse) -> [ExportFinding] {
    var findings: [ExportFinding] = []
    var streams: [StreamParameters] = []
    func attempt(
      _ part: ExportFinding.Part, _ options: [String: String],
      _ open: ([String: String]) throws(LibAVError) -> (StreamParameters, [ExportFinding])
    ) {
      do throws(LibAVError) {
        let (parameters, complaints) = try open(options)
        streams.append(parameters)
        findings += complaints
      } catch {
        var finding = ExportFinding(part: part, words: error.words)
        finding.isUntried = error.isRefusal
        if !error.isRefusal { finding.options = culprits(among: options, open) }
        findings.append(finding)
      }
    }
    if let picture = use.picture {
      attempt(.picture, picture.settings.options) { options throws(LibAVError) in
        let encoder = try opened(picture, options)
        return (encoder.parameters, encoder.complaints)
      }
    }
    if let sound = use.sound {
      attempt(.sound, sound.settings.options) { options throws(LibAVError) in
        var settings = sound.settings
        settings.options = options
        let encoder = try AudioEncoder(settings, sampleRate: sound.sampleRate, channels: sound.channels)
        return (encoder.parameters, encoder.complaints)
      }
    }
    guard !findings.contains(where: { $0.kind == .refused }), !streams.isEmpty else { return findings }
    do throws(LibAVError) {
      _ = try Muxer(path: "/dev/null", container: use.container, streams: streams)
    } catch {
      findings.append(ExportFinding(part: .container, words: error.words))
    }
    return findings
  }

  private static func opened(
    _ picture: ExportUse.Picture, _ options: [String: String]
  ) throws(LibAVError) -> VideoEncoder {
    var settings = picture.settings
    settings.options = options
    let size = picture.size.tried(by: settings.encoder)
    let encoder = try VideoEncoder(settings, size: size, rate: picture.rate, color: picture.color.facts)
    guard settings.encoder == endless else { return encoder }
    let frame = try VideoFrame.solid(.black, size: size, pixelFormat: settings.pixelFormat, on: picture.color)
    _ = try encoder.encode(frame, index: 0)
    _ = try encoder.finish()
    return encoder
  }

  /// The options without any one of which all goes well.
  private static func culprits<Result>(
    among options: [String: String], _ open: ([String: String]) throws(LibAVError) -> Result
  ) -> Set<String> {
    Set(
      options.keys.filter { option in
        var others = options
        others[option] = nil
        do throws(LibAVError) { _ = try open(others) } catch { return false }
        return true
      })
  }
}

/// SVT-AV1 can only be closed once it has had a picture.
private let endless = "libsvtav1"

extension LibAVError {
  fileprivate var words: String { log ?? text }
}

extension PixelSize {
  /// So that one picture takes no time; what is too small stays so.
  fileprivate func tried(by encoder: String) -> PixelSize {
    encoder == endless && width >= 64 && height >= 64 ? PixelSize(width: 64, height: 64) : self
  }
}
