import Diagnostics
import Foundation
import Platform

/// The way between the addresses of documents and their paths.
enum DocumentPath {
  /// The file that an address names; for one that names none, such as that of a text that was never saved, the address.
  static func path(of uri: String) -> String {
    guard uri.hasPrefix("file://"), let path = URLComponents(string: uri)?.path, !path.isEmpty else { return uri }
    return path
  }

  static func uri(of path: String) -> String {
    AbsolutePath.written(path).uriReference
  }

  /// The folder that relative paths start from.
  static func folder(of path: String) -> String {
    PathName.isAbsolute(path) ? PathName.folder(of: path) : AbsolutePath.currentFolder ?? "."
  }
}
