import Glibc
import Synchronization

/// Paths from the root of the file system. Nothing in them is expanded: a `~` is a name like any other.
package enum AbsolutePath {
  /// Returns the path as it is from the root, without `.` and doubled slashes.
  ///
  /// `..` stays where it follows a name, which may be a link's; what a path begins with leads up from the current folder.
  package static func of(_ path: String) -> String {
    var names = PathName.names(in: path).filter { $0 != "." }[...]
    let folder = PathName.isAbsolute(path) ? "" : currentFolder
    // It has no path where the folder above it cannot be reached any more; the system finds it all the same.
    guard let folder else { return joined(PathName.names(in: unnamedFolder) + names) }
    var above = PathName.names(in: folder)
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

  /// Returns a path as it is written from the current folder, if it lies below that, and otherwise from the root.
  package static func fromHere(_ path: String) -> String {
    let path = of(path)
    return currentFolder.flatMap { PathName.rest(of: path, below: $0) } ?? path
  }

  /// The path of the current folder; `nil` if it has none, such as one that was deleted or whose file system is not
  /// mounted any more.
  package static var currentFolder: String? {
    guard let name = getcwd(nil, 0) else {
      // What the system told before holds as long as it is the same folder.
      return lastFolder.withLock { last in last.flatMap { $0.isCurrent ? $0.path : nil } }
    }
    defer { free(name) }
    let path = String(cString: name)
    lastFolder.withLock { if $0?.path != path { $0 = KnownFolder(path: path) } }
    return path
  }

  private static let lastFolder = Mutex<KnownFolder?>(nil)

  /// A folder that was the current one, with its path.
  private struct KnownFolder: Sendable {
    let path: String
    private let identity: FileIdentity

    /// Nil if the current folder cannot be looked at.
    init?(path: String) {
      guard let identity = FileIdentity(path: ".") else { return nil }
      (self.path, self.identity) = (path, identity)
    }

    /// True if it is the current folder still, whatever has been written into it.
    var isCurrent: Bool {
      FileIdentity(path: ".").map { ($0.device, $0.inode) == (identity.device, identity.inode) } ?? false
    }
  }

  /// The way to the current folder that needs no path.
  private static let unnamedFolder = "/proc/self/cwd"

  static func joined(_ names: some Sequence<String>) -> String { "/" + names.joined(separator: "/") }
}
