package import Glibc

/// What the system says of a file that changes when its content does: which file it is, how long, and when it was last
/// written.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// Bytes.
  package let size: Int64
  /// When its content was written, in nanoseconds since 1970. Programs can set it to what they like.
  package let modified: Int64
  /// When anything of it changed, its name and rights included. Only the system sets it.
  package let changed: Int64

  /// The file that a path leads to, links followed; nil where there is none or it cannot be reached.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// An identity that no file has.
  package static let none = FileIdentity(stat())

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
  }

  /// The time that the system would give a file that changed now, in nanoseconds since 1970. It runs in steps of some
  /// milliseconds.
  package static var timeOfChanges: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return time.nanoseconds
  }

  /// Whether a file may have come, changed or gone at an absolute path since a time by the clock of `timeOfChanges`.
  package static func mayBeOther(at path: String, since time: Int64) -> Bool {
    // Who takes a name away leaves its mark on the folder alone.
    guard let known = FileIdentity(path: path) ?? FileIdentity(path: PathName.folder(of: path)) else { return false }
    // Another machine's clock may be ahead.
    return known.changed >= time && known.changed <= timeOfChanges
  }

  /// Whether it is the same file, whatever is in it.
  package func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

  /// Whether it is still the same file, not written since. Unlike `==` it lets pass that a file was renamed or got
  /// another name or other rights.
  package func isUnwritten(since earlier: FileIdentity) -> Bool {
    isSameFile(as: earlier) && size == earlier.size && modified == earlier.modified
  }
}
