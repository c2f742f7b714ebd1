import CFFmpeg
import Foundation

/// The versions of the libraries that decide which bytes come out.
package enum LibraryVersions {
  /// For pictures that this encoder encodes.
  package static func picture(encoder: String) -> [String] {
    let own = [avformat_version(), avcodec_version(), avfilter_version(), swscale_version()].map(String.init)
    return own + [String(cString: av_version_info())] + libraries(of: encoder)
  }

  /// For sound that this encoder encodes.
  package static func sound(encoder: String) -> [String] {
    let own = [avformat_version(), avcodec_version(), avfilter_version(), swresample_version()].map(String.init)
    return own + [String(cString: av_version_info())] + libraries(of: encoder)
  }

  /// An encoder that is a library of its own, as it is loaded: the file's name holds its version, as in
  /// `libx264.so.164`.
  private static func libraries(of encoder: String) -> [String] {
    guard encoder.hasPrefix("lib") else { return [] }
    let stem = encoder.prefix { $0 != "_" && $0 != "-" }.replacing("rgb", with: "")
    return loaded.filter { $0.lowercased().hasPrefix(stem) }
  }

  /// The names of all libraries that the process has loaded.
  private static let loaded: [String] = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let names = maps.split(separator: "\n").compactMap { line -> String? in
      guard let slash = line.firstIndex(of: "/") else { return nil }
      let path = String(line[slash...])
      return URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    }
    return Set(names).sorted()
  }()
}
