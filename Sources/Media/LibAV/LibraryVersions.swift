import CFFmpeg
import Glibc
import Platform

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

  /// The names of all libraries that the process has loaded, as the loader knows them.
  private static let loaded: [String] = {
    var names: Set<String> = []
    var library = cff_loaded_libraries()
    while let current = library {
      if let real = realpath(current.pointee.l_name, nil) {
        names.insert(PathName.name(of: String(cString: real)))
        free(real)
      }
      library = current.pointee.l_next
    }
    return names.sorted()
  }()
}
