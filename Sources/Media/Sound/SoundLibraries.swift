import CFFmpeg
import Glibc

/// What is loaded that decides the bytes of sound.
package enum SoundLibraries {
  /// The versions of the libraries that read, resample and encode sound, and of the one behind `encoder` where it
  /// tells.
  package static func versions(encoder: String) -> [String] {
    var versions = [
      "ffmpeg \(String(cString: av_version_info()))", "avcodec \(avcodec_version())",
      "avformat \(avformat_version())", "avfilter \(avfilter_version())", "swresample \(swresample_version())",
    ]
    if let symbol = versionSymbols[encoder], let version = call(symbol) { versions.append("\(encoder) \(version)") }
    return versions
  }

  /// Functions without parameters that give a C string.
  private static let versionSymbols = [
    "libopus": "opus_get_version_string", "libmp3lame": "get_lame_version", "libvorbis": "vorbis_version_string",
  ]

  private static func call(_ symbol: String) -> String? {
    // The encoders' libraries are loaded with libavcodec, which is linked to them.
    guard let address = dlsym(nil, symbol) else { return nil }
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
    return unsafeBitCast(address, to: Version.self)().map { String(cString: $0) }
  }
}
