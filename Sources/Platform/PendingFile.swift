import CLinux
import Glibc
import Synchronization

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
  package let target: String
  private let replaces: Bool
  private let links: LinkPolicy
  private let memory = RefusedMemory()
  /// Where what it replaced is until nothing can fail any more.
  private let old = Mutex<String?>(nil)
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
    self.links = links
    let replaced = try PendingFile.checkPlace(target, replaces: replaces, links: links)
    PendingFile.removeLeftovers(of: target)
    if !namesIt, let nameless = PendingFile.nameless(beside: target) {
      descriptor = nameless
      hiddenName = nil
      self.path = "/proc/self/fd/\(nameless.number)"
    } else {
      let hidden = PendingFile.hiddenName(beside: target)
      descriptor = try Descriptor(hidden, O_RDWR | O_CREAT | O_EXCL)
      Transient.add(hidden)
      // The lock is a sign to those who look for leftovers.
      _ = descriptor.lock()
      hiddenName = hidden
      self.path = hidden
    }
    if let replaced { keepRights(replaced) }
  }

  deinit { if let hiddenName { Transient.remove(hiddenName) } }

  /// The name that a killed process would leave behind; nil where there is none.
  package var leftover: String? { hiddenName.flatMap(PendingFile.absolute) }

  /// Bytes.
  package var length: Int64 { get throws(SystemFailure) { Int64(try descriptor.status().st_size) } }

  /// Makes what is in it safe from a loss of power.
  package func synchronize() throws(SystemFailure) { try descriptor.synchronize() }

  /// Gives it its name, and makes the name safe from a loss of power if the folder lets that be done. It is to be made
  /// safe itself before. It is whole and in its place then; a folder that cannot be made safe takes nothing back.
  package func takeLastingName() throws(SystemFailure) {
    try takeName()
    try? synchronizeFolder()
  }

  /// Makes the name safe from a loss of power.
  package func synchronizeFolder() throws(SystemFailure) {
    try Descriptor(PathName.folder(of: target), O_RDONLY | O_DIRECTORY).synchronize()
  }
}

// MARK: Taking the name

extension PendingFile {
  /// Why one of several files did not get its name.
  package struct NamingFailure: Error {
    package let file: PendingFile
    package let failure: SystemFailure
  }

  /// Gives files their names, in their order, and then does what goes with them; where something fails, what was at
  /// their places is there again. They are to be made safe before.
  package static func takeNames<Failure: Error>(
    _ files: [PendingFile], failing: (NamingFailure) -> Failure, then: () throws(Failure) -> Void
  ) throws(Failure) {
    var named: [PendingFile] = []
    do throws(Failure) {
      for file in files {
        do throws(SystemFailure) { try file.takeName(keepsOld: true) } catch {
          throw failing(NamingFailure(file: file, failure: error))
        }
        named.append(file)
      }
      try then()
    } catch {
      for file in named.reversed() { file.giveNameBack() }
      throw error
    }
    for file in named { file.dropOld() }
  }

  /// Gives it its name. It is to be made safe before.
  package func takeName() throws(SystemFailure) { try takeName(keepsOld: false) }

  private func takeName(keepsOld: Bool) throws(SystemFailure) {
    try memory.check()
    try PendingFile.checkPlace(target, replaces: replaces, links: links)
    if let hiddenName { return try move(hiddenName, keepsOld: keepsOld) }
    let entry = "/proc/self/fd/\(descriptor.number)"
    if linkat(AT_FDCWD, entry, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return }
    guard errno == EEXIST, replaces else { throw SystemFailure() }
    // A second name does not replace a first; so it gets one from which it can be moved.
    let hidden = PendingFile.hiddenName(beside: target)
    _ = descriptor.lock()
    Transient.add(hidden)
    guard linkat(AT_FDCWD, entry, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
      let failure = SystemFailure()
      Transient.forget(hidden)
      throw failure
    }
    do throws(SystemFailure) { try move(hidden, keepsOld: keepsOld) } catch {
      Transient.remove(hidden)
      throw error
    }
  }

  /// Where nothing may be replaced, a second name is one that only a free place gives; a file system without second
  /// names has the place held by an empty file.
  private func move(_ hidden: String, keepsOld: Bool) throws(SystemFailure) {
    if !replaces { return try moveToFreePlace(hidden) }
    if keepsOld {
      // The two change places, so that there is never none.
      if clinux_exchange(hidden, target) == 0 {
        old.withLock { $0 = hidden }
        return
      }
      if errno != ENOENT { keepOld() }
    }
    guard rename(hidden, target) == 0 else {
      let failure = SystemFailure()
      dropOld()
      throw failure
    }
    Transient.forget(hidden)
  }

  private func moveToFreePlace(_ hidden: String) throws(SystemFailure) {
    if link(hidden, target) == 0 {
      Transient.remove(hidden)
      return
    }
    guard errno != EEXIST else { throw SystemFailure() }
    _ = try Descriptor(target, O_CREAT | O_EXCL | O_WRONLY)
    guard rename(hidden, target) == 0 else {
      let failure = SystemFailure()
      Transient.remove(target)
      throw failure
    }
    Transient.forget(hidden)
  }

  /// Gives what is replaced a second name, on a file system where two files cannot change places. One without second
  /// names keeps nothing.
  private func keepOld() {
    let name = PendingFile.hiddenName(beside: target)
    guard link(target, name) == 0 else { return }
    Transient.add(name)
    old.withLock { $0 = name }
  }

  /// Puts what was replaced back in its place, or leaves the place free that was.
  private func giveNameBack() {
    let kept = old.withLock { name in
      defer { name = nil }
      return name
    }
    if let kept {
      if rename(kept, target) == 0 { Transient.forget(kept) }
    } else if let own = try? FileIdentity(descriptor.status()), let there = FileIdentity(path: target),
      there.isSameFile(as: own)
    {
      unlink(target)
    }
  }

  private func dropOld() {
    old.withLock { name in
      if let kept = name { Transient.remove(kept) }
      name = nil
    }
  }

  /// Throws where no file may be put: something is there and may not be replaced, or is no file.
  @discardableResult
  private static func checkPlace(
    _ target: String, replaces: Bool, links: LinkPolicy = .replace
  ) throws(SystemFailure) -> stat? {
    var status = stat()
    guard lstat(target, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFLNK, links == .refuse { throw SystemFailure(code: ELOOP, description: "it is a symbolic link") }
    guard replaces else { throw SystemFailure(code: EEXIST) }
    if kind == S_IFDIR { throw SystemFailure(code: EISDIR) }
    guard kind == S_IFREG || kind == S_IFLNK else {
      throw SystemFailure(code: EINVAL, description: "it is not a regular file")
    }
    return kind == S_IFREG ? status : nil
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
    return file.isAbandoned && unlink(path) == 0
  }

  private static func absolute(_ path: String) -> String? {
    PathName.isAbsolute(path) ? path : AbsolutePath.currentFolder.map { PathName.path(of: path, in: $0) }
  }

  /// Returns the names of the files in a folder; none if the folder cannot be read.
  static func names(in folder: String) -> [String] {
    (try? Descriptor(folder, O_RDONLY | O_DIRECTORY).names()) ?? []
  }
}
