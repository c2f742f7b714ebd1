import CLinux
package import Glibc

/// An open folder, in which things are reached by plain names. No link in it is followed, and whatever its path leads to
/// meanwhile, what is done in it is done here.
package struct OpenFolder: Sendable {
  private let descriptor: Descriptor

  /// Opens the folder that a path leads to, links followed.
  package init(_ path: String) throws(SystemFailure) {
    descriptor = try Descriptor(path.isEmpty ? "." : path, OpenFolder.flags)
  }

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// It need not be readable for that.
  static let flags = clinux_O_PATH | O_DIRECTORY

  /// Opens a folder in it.
  package func folder(_ name: String) throws(SystemFailure) -> OpenFolder {
    OpenFolder(try file(name, OpenFolder.flags))
  }

  /// Opens a file in it. A pipe is not waited for.
  package func file(_ name: String, _ flags: Int32) throws(SystemFailure) -> Descriptor {
    try Descriptor(try plain(name), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, in: descriptor)
  }

  /// Makes a folder in it that only its owner may enter, unless something is there.
  package func makeFolder(_ name: String) throws(SystemFailure) {
    guard mkdirat(descriptor.number, try plain(name), 0o700) == 0 || errno == EEXIST else { throw SystemFailure() }
  }

  /// Makes a folder and those above it that are missing.
  package static func make(_ path: String, mode: mode_t = 0o777) throws(SystemFailure) {
    if mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let parent = PathName.parent(of: path), parent != path else { throw SystemFailure() }
    try make(parent, mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw SystemFailure() }
  }

  /// The status of what a name stands for, of a link its own; nil where there is nothing.
  package func status(of name: String) throws(SystemFailure) -> stat? {
    var status = stat()
    if fstatat(descriptor.number, try plain(name), &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    guard errno == ENOENT else { throw SystemFailure() }
    return nil
  }

  /// Returns the names of what is in it, in no order.
  package func names() throws(SystemFailure) -> [String] {
    // A folder is read from where it was read to, so each reading has an opening of its own.
    try Descriptor(".", O_RDONLY | O_DIRECTORY, in: descriptor).names()
  }

  /// Removes a file or a link.
  package func remove(_ name: String) throws(SystemFailure) {
    guard unlinkat(descriptor.number, try plain(name), 0) == 0 else { throw SystemFailure() }
  }

  /// Gives a file another name, in place of what has that.
  package func rename(_ name: String, to other: String) throws(SystemFailure) {
    guard renameat(descriptor.number, try plain(name), descriptor.number, try plain(other)) == 0 else {
      throw SystemFailure()
    }
  }

  /// Gives a file a second name, which has to be free.
  package func link(_ name: String, as other: String) throws(SystemFailure) {
    guard linkat(descriptor.number, try plain(name), descriptor.number, try plain(other), 0) == 0 else {
      throw SystemFailure()
    }
  }

  /// Gives an open file a name, which has to be free.
  package func link(_ file: Descriptor, as name: String) throws(SystemFailure) {
    let entry = "/proc/self/fd/\(file.number)"
    guard linkat(AT_FDCWD, entry, descriptor.number, try plain(name), AT_SYMLINK_FOLLOW) == 0 else {
      throw SystemFailure()
    }
  }

  /// Lets two files change places in one step, so that there is never none.
  package func exchange(_ name: String, with other: String) throws(SystemFailure) {
    guard clinux_exchange(descriptor.number, try plain(name), try plain(other)) == 0 else { throw SystemFailure() }
  }

  /// Makes a file without a name in it; nil where the system or the file system has none, or it could not get a name
  /// later.
  package func namelessFile() -> Descriptor? {
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    return try? Descriptor(".", clinux_O_TMPFILE | O_RDWR, in: descriptor)
  }

  /// Makes the names in it safe from a loss of power.
  package func synchronize() throws(SystemFailure) {
    try Descriptor(".", O_RDONLY | O_DIRECTORY, in: descriptor).synchronize()
  }

  package func identity() throws(SystemFailure) -> FileIdentity { FileIdentity(try descriptor.status()) }

  /// A name that leads nowhere else.
  private func plain(_ name: String) throws(SystemFailure) -> String {
    let isPlain = ![".", ".."].contains(name) && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    guard isPlain else { throw SystemFailure(code: EINVAL) }
    return name
  }
}
