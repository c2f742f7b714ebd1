import Diagnostics
import Foundation
import Platform

/// The way between the addresses of documents and their paths.
enum DocumentPath {
  /// The file that an address names; for one that names none here, such as that of a text that was never saved or of
  /// another machine's file, the address.
  static func path(of uri: String) -> String {
    guard uri.hasPrefix("file://"), let parts = URLComponents(string: uri), !parts.path.isEmpty,
      ["", "localhost"].contains(parts.host ?? "")
    else { return uri }
    return parts.path
  }

  static func uri(of path: String) -> String {
    AbsolutePath.written(path).uriReference
  }

  /// The folder that relative paths start from.
  static func folder(of path: String) -> String {
    PathName.isAbsolute(path) ? PathName.folder(of: path) : AbsolutePath.currentFolder ?? "."
  }
}
