import Foundation
import Glibc
import Platform
package import TimelineModel

/// Whether encoders and a container take what a movie asks of them, found out by opening them as for the movie and, if
/// options say more than presets do, by encoding a little.
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
        let encoder = try opened(sound, options)
        return (encoder.parameters, encoder.complaints)
      }
    }
    guard !findings.contains(where: { $0.kind == .refused }), !streams.isEmpty else { return findings }
    do throws(LibAVError) {
      let device: Descriptor
      // Where there is none, none is to be made.
      do throws(SystemFailure) { device = try Descriptor("/dev/null", O_RDWR) } catch {
        throw LibAVError(error, call: ExportTrial.openingDevice)
      }
      _ = try Muxer(into: device, container: use.container, streams: streams)
    } catch {
      var finding = ExportFinding(part: .container, words: error.words)
      finding.isUntried = error.isRefusal || error.call == openingDevice
      findings.append(finding)
    }
    return findings
  }

  private static let openingDevice = "open /dev/null"

  private static func opened(
    _ picture: ExportUse.Picture, _ options: [String: String]
  ) throws(LibAVError) -> VideoEncoder {
    var settings = picture.settings
    settings.options = options
    let size = picture.size.tried(by: settings.encoder)
    let encoder = try VideoEncoder(settings, size: size, rate: picture.rate, color: picture.color.facts)
    if settings.encoder == endless { try encodeFrames(1, with: encoder, settings, size, on: picture.color) }
    // What options say that is not theirs is told apart first.
    if !options.areOrdinary, encoder.complaints.isEmpty { try encodeSmallFrames(settings, picture) }
    return encoder
  }

  /// Encodes a few small frames, since encoders look at some of their options only then. One that takes no small frames
  /// is given those of the movie.
  private static func encodeSmallFrames(
    _ settings: VideoSettings, _ picture: ExportUse.Picture
  ) throws(LibAVError) {
    let small = picture.size.reduced(to: PixelSize(width: 160, height: 128))
    func encoder(_ size: PixelSize) throws(LibAVError) -> VideoEncoder {
      try VideoEncoder(settings, size: size, rate: picture.rate, color: picture.color.facts)
    }
    do throws(LibAVError) {
      try encodeFrames(8, with: try encoder(small), settings, small, on: picture.color)
    } catch {
      guard small != picture.size else { throw error }
      try encodeFrames(8, with: try encoder(picture.size), settings, picture.size, on: picture.color)
    }
  }

  private static func encodeFrames(
    _ count: Int64, with encoder: VideoEncoder, _ settings: VideoSettings, _ size: PixelSize, on color: ColorMeaning
  ) throws(LibAVError) {
    let frames = try [Color.black, .white].map { shade throws(LibAVError) in
      try VideoFrame.solid(shade, size: size, pixelFormat: settings.pixelFormat, on: color)
    }
    for index in 0..<count { _ = try encoder.encode(frames[Int(index) % frames.count], index: index) }
    _ = try encoder.finish()
  }

  private static func opened(_ sound: ExportUse.Sound, _ options: [String: String]) throws(LibAVError) -> AudioEncoder {
    var settings = sound.settings
    settings.options = options
    let encoder = try AudioEncoder(settings, sampleRate: sound.sampleRate, channels: sound.channels)
    if !options.areOrdinary, encoder.complaints.isEmpty {
      let tone = (0..<sound.sampleRate / 4).map { Float(sin(Double($0) * 0.05)) / 2 }
      _ = try encoder.encode(Array(repeating: tone, count: sound.channels))
      _ = try encoder.finish()
    }
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

extension [String: String] {
  /// True if these are options that the presets have, whose values are numbers or names: no library stumbles over them.
  package var areOrdinary: Bool {
    keys.allSatisfy { ["crf", "preset", "profile", "tune", "level", "qscale", "cq-level", "b"].contains($0) }
  }
}

extension LibAVError {
  fileprivate var words: String { log ?? text }
}

extension PixelSize {
  /// So that one picture takes no time; what is too small stays so.
  fileprivate func tried(by encoder: String) -> PixelSize {
    encoder == endless && width >= 64 && height >= 64 ? PixelSize(width: 64, height: 64) : self
  }
}
