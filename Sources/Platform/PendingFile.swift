import Glibc
import Synchronization

/// A file that is being written and takes its name only once it is whole. Whatever happens before, nothing is left.
///
/// Where the file system has files without names it is one until then, so that not even a killed process leaves
/// anything. Elsewhere it stands under a hidden name beside its own, and is locked while its process lives; the next one
/// that writes the same file removes what it finds there unlocked.
///
/// Its folder is opened once. What the path leads to later does not change where the file comes to be: it is in that
/// folder, or has no name.
package final class PendingFile: Sendable {
  /// What is done where the name is a symbolic link.
  package enum LinkPolicy: Sendable {
    /// The link itself is replaced.
    case replace
    /// Nothing is written.
    case refuse
  }

  /// The file, to be written and read.
  package let descriptor: Descriptor
  /// The path that it will have.
  package let target: String
  private let folder: OpenFolder
  private let name: String
  /// The path of its folder, and the folder that this may not lead out of.
  private let place: ConfinedPath
  private let replacing: Replacing
  private let links: LinkPolicy
  private let memory = RefusedMemory()
  /// What it replaced, until nothing can fail any more.
  private struct Old: Sendable {
    var name: String
    /// Locked, so that nobody takes it for what a killed process left; nil if it cannot be opened.
    var file: Descriptor?
  }

  private let old = Mutex<Old?>(nil)
  private let isToVanish = Mutex(false)
  /// Nil while it has no name at all.
  private let hiddenName: String?

  /// Begins a file that will be at `path`. One that is there and may not be replaced stays, whenever it appeared.
  ///
  /// One that replaces a file has its rights, and its owner where the system allows that.
  /// - Parameter root: The folder that the path may not lead out of; nil if it may lead anywhere.
  package init(
    for path: String, within root: String? = nil, replacing: Replacing = .everything, links: LinkPolicy = .replace,
    namesIt: Bool = false
  ) throws(SystemFailure) {
    target = path
    name = try PendingFile.fileName(of: path)
    place = ConfinedPath(PathName.folder(of: path), within: root)
    folder = try place.folder()
    self.replacing = replacing
    self.links = links
    let replaced = try PendingFile.checkName(name, in: folder, replaces: !replacing.isNothing, links: links)
    PendingFile.removeLeftovers(of: name, in: folder)
    if !namesIt, let nameless = folder.namelessFile() {
      descriptor = nameless
      hiddenName = nil
    } else {
      let (hidden, file) = try PendingFile.lockedFile(for: name, in: folder)
      (descriptor, hiddenName) = (file, hidden)
      removeLater(hidden)
    }
    if let replaced { keepRights(replaced) }
  }

  /// Creates a file with a hidden name and locks it, so that other processes do not remove it as a leftover.
  ///
  /// Another process may remove the file before it is locked; then the function tries again.
  /// - Throws: `SystemFailure` if the file cannot be created, or after three tries.
  private static func lockedFile(
    for name: String, in folder: OpenFolder
  ) throws(SystemFailure) -> (name: String, file: Descriptor) {
    for _ in 0..<tries {
      let hidden = hiddenName(for: name)
      let file = try folder.file(hidden, O_RDWR | O_CREAT | O_EXCL)
      if file.lock() != .heldByAnother, try file.status().st_nlink > 0 { return (hidden, file) }
      try? folder.remove(hidden)
    }
    throw SystemFailure(code: EAGAIN)
  }

  private static let tries = 3

  deinit { if let hiddenName { Transient.remove(path(of: hiddenName)) } }

  /// The path of what a killed process would leave behind; nil if that is nothing.
  package var leftover: String? { hiddenName.flatMap { PendingFile.absolute(path(of: $0)) } }

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
  package func synchronizeFolder() throws(SystemFailure) { try folder.synchronize() }
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
    for file in named {
      file.dropOld()
      if file.isToVanish.withLock(\.self), file.isOwn(file.name) { try? file.folder.remove(file.name) }
    }
  }

  /// Makes it a file that replaces another only to be removed once all files that take their names with it have them. A
  /// killed process may leave it.
  package func vanishes() { isToVanish.withLock { $0 = true } }

  /// Gives it its name. It is to be made safe before.
  package func takeName() throws(SystemFailure) { try takeName(keepsOld: false) }

  private func takeName(keepsOld: Bool) throws(SystemFailure) {
    try giveName(keepsOld: keepsOld)
    // An earlier placeholder that could not be removed has been replaced.
    Transient.forget(path(of: name))
  }

  private func giveName(keepsOld: Bool) throws(SystemFailure) {
    try memory.check()
    try checkFolder()
    let isTaken = try PendingFile.checkName(name, in: folder, replaces: !replacing.isNothing, links: links)
    if isTaken != nil { try replacing.check(name, in: folder) }
    if let hiddenName { return try move(hiddenName, keepsOld: keepsOld) }
    do throws(SystemFailure) { return try folder.link(descriptor, as: name) } catch {
      guard error.code == EEXIST, !replacing.isNothing else { throw error }
    }
    // A second name does not replace a first; so it gets one from which it can be moved.
    let hidden = PendingFile.hiddenName(for: name)
    _ = descriptor.lock()
    removeLater(hidden)
    do throws(SystemFailure) { try folder.link(descriptor, as: hidden) } catch {
      Transient.forget(path(of: hidden))
      throw error
    }
    do throws(SystemFailure) { try move(hidden, keepsOld: keepsOld) } catch {
      Transient.remove(path(of: hidden))
      throw error
    }
  }

  /// Throws if the path of the folder leads to another one by now: nobody would find the file there.
  private func checkFolder() throws(SystemFailure) {
    let (own, there) = (try folder.identity(), try place.folder().identity())
    guard there.isSameFile(as: own) else {
      throw SystemFailure(code: ESTALE, description: "\(place.path) is another folder by now")
    }
  }

  /// Where nothing may be replaced, a second name is one that only a free place gives; a file system without second
  /// names has the place held by an empty file.
  private func move(_ hidden: String, keepsOld: Bool) throws(SystemFailure) {
    if replacing.isNothing { return try moveToFreePlace(hidden) }
    if keepsOld || replacing.isTested {
      var file = try? folder.file(name, O_RDONLY)
      _ = file?.lock()
      if try exchange(hidden) {
        // It may have been replaced since it was locked.
        if let replaced = try? folder.file(hidden, O_RDONLY), replaced.lock() != .heldByAnother { file = replaced }
        old.withLock { $0 = Old(name: hidden, file: file) }
        if !keepsOld { dropOld() }
        return
      }
      guard try folder.status(of: name) != nil else { return try moveToFreePlace(hidden) }
      if keepsOld { keepOld(file) }
    }
    do throws(SystemFailure) { try folder.rename(hidden, to: name) } catch {
      dropOld()
      throw error
    }
    Transient.forget(path(of: hidden))
  }

  /// Changes places with what has the name; false where nothing has it, or the file system has no exchange.
  /// - Throws: if what had the name may not be replaced. It has it again then.
  private func exchange(_ hidden: String) throws(SystemFailure) -> Bool {
    guard (try? folder.exchange(hidden, with: name)) != nil else { return false }
    do throws(SystemFailure) { try replacing.check(hidden, in: folder) } catch {
      try folder.exchange(hidden, with: name)
      // Another process has replaced the file in the meantime. The newest file keeps the name.
      if !isOwn(hidden) { try folder.exchange(hidden, with: name) }
      throw error
    }
    return true
  }

  /// Whether this file has a name in its folder.
  private func isOwn(_ name: String) -> Bool { (try? FileIdentity(descriptor.status())).map { names(name, $0) } ?? false }

  /// Whether a name in the folder is the name of `file`.
  private func names(_ name: String, _ file: FileIdentity) -> Bool {
    (try? folder.status(of: name)).flatMap(\.self).map { FileIdentity($0).isSameFile(as: file) } ?? false
  }

  private func moveToFreePlace(_ hidden: String) throws(SystemFailure) {
    do throws(SystemFailure) {
      try folder.link(hidden, as: name)
      Transient.remove(path(of: hidden))
      return
    } catch {
      guard error.code != EEXIST else { throw error }
    }
    let holder = try folder.file(name, O_CREAT | O_EXCL | O_WRONLY)
    do throws(SystemFailure) { try folder.rename(hidden, to: name) } catch {
      if let own = try? FileIdentity(holder.status()), names(name, own) {
        removeLater(name)
        Transient.remove(path(of: name))
      }
      throw error
    }
    Transient.forget(path(of: hidden))
  }

  /// Gives what is replaced a second name, on a file system where two files cannot change places. One without second
  /// names keeps a copy of a small file, and nothing of a large one.
  private func keepOld(_ file: Descriptor?) {
    let hidden = PendingFile.hiddenName(for: name)
    guard (try? folder.link(name, as: hidden)) == nil else {
      removeLater(hidden)
      old.withLock { $0 = Old(name: hidden, file: file) }
      return
    }
    guard let file, let status = try? file.status(), status.st_size <= PendingFile.largestCopy,
      let copy = try? folder.file(hidden, O_RDWR | O_CREAT | O_EXCL)
    else { return }
    removeLater(hidden)
    _ = copy.lock()
    guard let bytes = try? file.contents(), (try? copy.write(bytes)) != nil else {
      Transient.remove(path(of: hidden))
      return
    }
    fchmod(copy.number, status.st_mode & 0o7777)
    old.withLock { $0 = Old(name: hidden, file: copy) }
  }

  /// The size of the largest file that is copied, in bytes.
  private static let largestCopy = 16 << 20

  /// Puts what was replaced back in its place, or leaves the place free that was.
  private func giveNameBack() {
    let kept = old.withLock { old in
      defer { old = nil }
      return old
    }
    guard isOwn(name) else {
      // Somebody else's is newer than what was replaced.
      if let kept { Transient.remove(path(of: kept.name)) }
      return
    }
    if let kept {
      if (try? folder.rename(kept.name, to: name)) != nil { Transient.forget(path(of: kept.name)) }
    } else {
      try? folder.remove(name)
    }
  }

  private func dropOld() {
    old.withLock { old in
      if let kept = old { Transient.remove(path(of: kept.name)) }
      old = nil
    }
  }

  /// Throws if no file may have the name: something has it and may not be replaced, or is no file.
  @discardableResult
  private static func checkName(
    _ name: String, in folder: OpenFolder, replaces: Bool, links: LinkPolicy
  ) throws(SystemFailure) -> stat? {
    guard let status = try folder.status(of: name) else { return nil }
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
  /// The name that a path gives to a file, which a path of a folder does not.
  private static func fileName(of path: String) throws(SystemFailure) -> String {
    let name = PathName.name(of: path)
    guard !["", ".", "..", "/"].contains(name), path.utf8.last != UInt8(ascii: "/") else {
      throw SystemFailure(code: EISDIR)
    }
    return name
  }

  private static let suffix = ".part"

  private static func beginning(for name: String) -> String {
    // A name has 255 bytes at most.
    ".\(String(decoding: name.utf8.prefix(230), as: UTF8.self))."
  }

  private static func hiddenName(for name: String) -> String {
    beginning(for: name) + String(UInt32.random(in: .min ... .max), radix: 36) + suffix
  }

  private func path(of name: String) -> String { PathName.path(of: name, in: place.path) }

  private func removeLater(_ name: String) { Transient.add(path(of: name), in: folder) }

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
  /// Removes what processes left behind that were ended while they wrote a file of this name, and returns how many
  /// files that were.
  @discardableResult
  package static func removeLeftovers(of name: String, in folder: OpenFolder) -> Int {
    let beginning = beginning(for: name)
    return ((try? folder.names()) ?? []).count { name in
      guard name.hasPrefix(beginning), name.hasSuffix(suffix) else { return false }
      let mark = name.dropFirst(beginning.count).dropLast(suffix.count)
      guard !mark.isEmpty, mark.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLowercase) }) else { return false }
      return removeIfLeft(name, in: folder)
    }
  }

  /// Removes a file if it is one that was left so.
  package static func removeIfLeft(_ path: String) -> Bool {
    guard let folder = try? OpenFolder(PathName.folder(of: path)) else { return false }
    return removeIfLeft(PathName.name(of: path), in: folder)
  }

  private static func removeIfLeft(_ name: String, in folder: OpenFolder) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(suffix), let file = try? folder.file(name, O_RDONLY),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG
    else { return false }
    return file.isAbandoned && (try? folder.remove(name)) != nil
  }

  private static func absolute(_ path: String) -> String? {
    PathName.isAbsolute(path) ? path : AbsolutePath.currentFolder.map { PathName.path(of: path, in: $0) }
  }

  /// Returns the names of the files in a folder; none if the folder cannot be read.
  static func names(in folder: String) -> [String] {
    (try? Descriptor(folder, O_RDONLY | O_DIRECTORY).names()) ?? []
  }
}
