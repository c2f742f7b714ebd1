import CLinux
import Glibc

/// A file that is being written and takes its name only once it is whole. Whatever happens before, nothing is left.
///
/// Where the file system has files without names it is one until then, so that not even a killed process leaves
/// anything. Elsewhere it stands under a hidden name beside its own, and is locked while its process lives; the next one
/// that writes the same file removes what it finds there unlocked.
package final class PendingFile: Sendable {
  /// What is done where the name is a symbolic link.
  package enum LinkPolicy: Sendable {
    /// The link itself is replaced.
    case replace
    /// Nothing is written.
    case refuse
  }

  /// Where it can be written and read until it has its name.
  package let path: String
  package let descriptor: Descriptor
  /// Where it will be.
  private let target: String
  private let replaces: Bool
  /// Nil while it has no name at all.
  private let hiddenName: String?

  /// Begins a file that will be at `path`. Where it `replaces` nothing, a file that is there stays, whenever it appeared.
  ///
  /// One that replaces a file has its rights, and its owner where the system allows that.
  package init(
    for path: String, replaces: Bool = true, links: LinkPolicy = .replace, namesIt: Bool = false
  ) throws(SystemFailure) {
    target = path
    self.replaces = replaces
    var status = stat()
    let isThere = lstat(target, &status) == 0
    if isThere, links == .refuse, status.st_mode & S_IFMT == S_IFLNK {
      throw SystemFailure(code: ELOOP, description: "it is a symbolic link")
    }
    if isThere, !replaces { throw SystemFailure(code: EEXIST) }
    if isThere, status.st_mode & S_IFMT == S_IFDIR { throw SystemFailure(code: EISDIR) }
    if isThere, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw SystemFailure(code: EINVAL, description: "it is not a regular file")
    }
    PendingFile.removeLeftovers(of: target)
    if !namesIt, let nameless = PendingFile.nameless(beside: target) {
      descriptor = nameless
      hiddenName = nil
      self.path = "/proc/self/fd/\(nameless.number)"
    } else {
      let hidden = PendingFile.hiddenName(beside: target)
      descriptor = try Descriptor(hidden, O_RDWR | O_CREAT | O_EXCL)
      // The lock is a sign to those who look for leftovers.
      _ = descriptor.lock()
      hiddenName = hidden
      self.path = hidden
    }
    if isThere, status.st_mode & S_IFMT == S_IFREG { keepRights(status) }
  }

  deinit { if let hiddenName { unlink(hiddenName) } }

  /// The name that a killed process would leave behind; nil where there is none.
  package var leftover: String? { hiddenName.flatMap(PendingFile.absolute) }

  /// Bytes.
  package var length: Int64 { get throws(SystemFailure) { Int64(try descriptor.status().st_size) } }

  /// Makes what is in it safe from a loss of power.
  package func synchronize() throws(SystemFailure) { try descriptor.synchronize() }

  /// Gives it its name. It is to be made safe before.
  package func takeName() throws(SystemFailure) {
    if let hiddenName { return try move(hiddenName) }
    let entry = "/proc/self/fd/\(descriptor.number)"
    if linkat(AT_FDCWD, entry, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return }
    guard errno == EEXIST, replaces else { throw SystemFailure() }
    // A second name does not replace a first; so it gets one from which it can be moved.
    let hidden = PendingFile.hiddenName(beside: target)
    _ = descriptor.lock()
    guard linkat(AT_FDCWD, entry, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else { throw SystemFailure() }
    do throws(SystemFailure) { try move(hidden) } catch {
      unlink(hidden)
      throw error
    }
  }

  /// Gives it its name, and makes the name safe from a loss of power if the folder lets that be done. It is whole and in
  /// its place then; a folder that cannot be made safe takes nothing back.
  package func takeLastingName() throws(SystemFailure) {
    try takeName()
    try? synchronizeFolder()
  }

  /// Makes the name safe from a loss of power.
  package func synchronizeFolder() throws(SystemFailure) {
    try Descriptor(PathName.folder(of: target), O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// Where nothing may be replaced, a second name is one that only a free place gives; a file system without second
  /// names has the place held by an empty file.
  private func move(_ hidden: String) throws(SystemFailure) {
    if !replaces {
      if link(hidden, target) == 0 {
        unlink(hidden)
        return
      }
      guard errno != EEXIST else { throw SystemFailure() }
      _ = try Descriptor(target, O_CREAT | O_EXCL | O_WRONLY)
    }
    guard rename(hidden, target) == 0 else { throw SystemFailure() }
  }
}

// MARK: Beginning

extension PendingFile {
  /// A file without a name in a path's folder; nil where the system or the file system has none, or it could not get a
  /// name later.
  private static func nameless(beside path: String) -> Descriptor? {
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    return try? Descriptor(PathName.folder(of: path), clinux_O_TMPFILE | O_RDWR)
  }

  private static let suffix = ".part"

  private static func hiddenName(beside path: String) -> String {
    let mark = String(UInt32.random(in: .min ... .max), radix: 36)
    // A name has 255 bytes at most.
    let name = String(decoding: PathName.name(of: path).utf8.prefix(230), as: UTF8.self)
    return PathName.path(of: ".\(name).\(mark)\(suffix)", in: PathName.folder(of: path))
  }

  private func keepRights(_ status: stat) {
    fchmod(descriptor.number, status.st_mode & 0o7777)
    // Only who may give files away can keep another's ownership.
    if status.st_uid != getuid() || status.st_gid != getgid() {
      _ = fchown(descriptor.number, status.st_uid, status.st_gid)
    }
  }
}

// MARK: What others left

extension PendingFile {
  /// Removes what processes left behind that were ended while they wrote this file, and says how many files that were.
  @discardableResult
  package static func removeLeftovers(of path: String) -> Int {
    let folder = PathName.folder(of: path)
    let beginning = ".\(String(decoding: PathName.name(of: path).utf8.prefix(230), as: UTF8.self))."
    return names(in: folder).count { name in
      guard name.hasPrefix(beginning), name.hasSuffix(suffix) else { return false }
      let mark = name.dropFirst(beginning.count).dropLast(suffix.count)
      guard !mark.isEmpty, mark.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLowercase) }) else { return false }
      return removeIfLeft(PathName.path(of: name, in: folder))
    }
  }

  /// Removes a file if it is one that was left so.
  package static func removeIfLeft(_ path: String) -> Bool {
    let name = PathName.name(of: path)
    guard name.hasPrefix("."), name.hasSuffix(suffix),
      let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), let status = try? file.status(),
      status.st_mode & S_IFMT == S_IFREG
    else { return false }
    switch file.lock() {
    case .taken: return unlink(path) == 0
    case .heldByAnother: return false
    case .unsupported:
      // Where there are no locks, what has not been written for an hour was left.
      return time(nil) - status.st_mtim.tv_sec > 3600 && unlink(path) == 0
    }
  }

  private static func absolute(_ path: String) -> String? {
    PathName.isAbsolute(path) ? path : AbsolutePath.currentFolder.map { PathName.path(of: path, in: $0) }
  }

  /// Returns the names of the files in a folder; none if the folder cannot be read.
  static func names(in folder: String) -> [String] {
    (try? Descriptor(folder, O_RDONLY | O_DIRECTORY).names()) ?? []
  }
}
