import Glibc

/// Paths from the root of the file system. Nothing in them is expanded: a `~` is a name like any other.
package enum AbsolutePath {
  /// Returns the path as it is from the root, without `.` and doubled slashes.
  ///
  /// `..` stays where it follows a name, which may be a link's; what a path begins with leads up from the current folder.
  package static func of(_ path: String) -> String {
    var names = PathName.names(in: path).filter { $0 != "." }[...]
    var above = PathName.isAbsolute(path) ? [] : PathName.names(in: currentFolder ?? "")
    while names.first == ".." {
      names.removeFirst()
      _ = above.popLast()
    }
    return joined(above + names)
  }

  /// The same with `..` taken away, along with the name before it, whether or not that is a link's. It is how paths are
  /// written down; what it leads to may be another file.
  package static func written(_ path: String) -> String {
    var names: [String] = []
    for name in PathName.names(in: of(path)) {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return joined(names)
  }

  /// Returns the path that leads from a folder to a file, both written down from the root.
  package static func relative(_ path: String, from folder: String) -> String {
    let (own, start) = (PathName.names(in: path), PathName.names(in: folder))
    let shared = zip(own, start).prefix { ExactPath($0) == ExactPath($1) }.count
    return (Array(repeating: "..", count: start.count - shared) + own[shared...]).joined(separator: "/")
  }

  /// The path of the current folder; `nil` if the folder was deleted.
  package static var currentFolder: String? {
    guard let name = getcwd(nil, 0) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  static func joined(_ names: some Sequence<String>) -> String { "/" + names.joined(separator: "/") }
}
