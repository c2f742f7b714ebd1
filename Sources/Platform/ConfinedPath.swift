import CLinux
import Glibc
import Synchronization

/// A path that leads to a file within a folder, or anywhere if a person named it.
///
/// It is followed anew each time it is opened, and the system itself sees to it that no step of it leaves the folder:
/// what changes between two looks at a path cannot lead out.
package struct ConfinedPath: Hashable, Sendable, Codable {
  /// The path itself; a relative one starts from the current folder.
  package let path: String
  /// The folder that the path may not leave, links followed; nil if it may lead anywhere.
  package let root: String?
  /// What the file was when it was looked at before, and has to be when it is opened; nil if it may be any.
  private var expected: FileIdentity?

  private enum CodingKeys: CodingKey { case path, root }

  package init(_ path: String, within root: String?, expecting expected: FileIdentity? = nil) {
    self.path = path
    self.root = root == "/" ? nil : root
    self.expected = expected
  }

  /// The same path, which has to lead to a file that was looked at before; nil lets it lead to any.
  package func expecting(_ identity: FileIdentity?) -> ConfinedPath {
    ConfinedPath(path, within: root, expecting: identity)
  }

  /// The folders, without links, into which links may lead out of a root: those of a build that links what it reads into
  /// a sandbox. Only a person names them.
  package static var linkFolders: [String] { allowedFolders.withLock(\.self) }

  private static let allowedFolders = Mutex<[String]>([])

  /// Lets links lead into folders from here on.
  package static func allowLinks(into folders: [String]) {
    let folders = folders.map { ConfinedPath.resolved($0) }
    allowedFolders.withLock { $0 = folders }
  }

  package static func == (a: ConfinedPath, b: ConfinedPath) -> Bool {
    ExactPath(a.path) == ExactPath(b.path) && a.root.map(ExactPath.init) == b.root.map(ExactPath.init)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(root)
  }

  /// A path that a person named, which may lead anywhere.
  package init(anywhere path: String) { self.init(path, within: nil) }

  /// The path of the same file without links, for telling whether two paths lead to one file.
  package init(resolving path: String) { self.init(anywhere: ConfinedPath.resolved(path)) }

  /// The same file for another process, where the path is the system's name of one that this process has open.
  package var seenFromOutside: ConfinedPath {
    guard let number = PathName.rest(of: path, below: "/proc/self/fd") else { return self }
    return ConfinedPath("/proc/\(getpid())/fd/\(number)", within: root, expecting: expected)
  }

  /// Opens the file for reading.
  ///
  /// Nothing but a regular file is opened: a pipe would be waited for, a device may never end.
  /// - Parameter byKernel: False to go down folder by folder, as for a kernel that cannot keep to a folder itself.
  /// - Throws: a failure with the code `EXDEV` if the path leads out of the folder, and one with `ESTALE` if it leads to
  ///   another file than the expected one, or that was written since.
  package func open(byKernel: Bool = kernelConfines) throws(SystemFailure) -> Descriptor {
    let file: Descriptor
    do throws(SystemFailure) {
      file = Descriptor(adopting: try descriptor(O_RDONLY | O_NONBLOCK | O_NOCTTY, byKernel: byKernel))
    } catch {
      // For a socket, and for a device without its driver, the system has the codes of a disk that fails.
      if error.isRefusal, let status = try? status(byKernel: byKernel) { try ConfinedPath.checkKind(status) }
      throw error
    }
    let status = try file.status()
    try ConfinedPath.checkKind(status)
    if let expected, !FileIdentity(status).isUnwritten(since: expected) {
      throw SystemFailure(code: ESTALE, description: "it is not the file that was checked")
    }
    return file
  }

  /// Throws if a status is that of anything but a regular file.
  private static func checkKind(_ status: stat) throws(SystemFailure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw SystemFailure(code: EISDIR, description: "it is a folder")
    default: throw SystemFailure(code: ESPIPE, description: "it is not a regular file")
    }
  }

  /// Opens the folder at the path.
  package func folder() throws(SystemFailure) -> OpenFolder {
    OpenFolder(Descriptor(adopting: try descriptor(OpenFolder.flags)))
  }

  /// Returns the status of the file or folder at the path; `nil` if nothing exists there, or if reaching it leaves the
  /// root.
  /// - Throws: a failure if the system refuses to look, so that nothing is known.
  private func status(byKernel: Bool = kernelConfines) throws(SystemFailure) -> stat? {
    do throws(SystemFailure) {
      return try Descriptor(adopting: descriptor(clinux_O_PATH, byKernel: byKernel)).status()
    } catch {
      guard error.isRefusal else { return nil }
      throw error
    }
  }

  /// The identity of the file or folder at the path; `nil` if nothing exists there, if reaching it leaves the root, or
  /// if the system refuses to look.
  package var identity: FileIdentity? { (try? entry())??.identity }

  /// Returns the identity of the file at the path and the number of its bytes that are stored, which its holes are not;
  /// `nil` if nothing exists there, or if reaching it leaves the root.
  /// - Throws: a failure if the system refuses to look.
  package func entry() throws(SystemFailure) -> (identity: FileIdentity, storedLength: Int64)? {
    try status().map { (FileIdentity($0), min(Int64($0.st_size), Int64($0.st_blocks) * 512)) }
  }

  /// Whether the path is a folder's; `nil` if nothing exists there, if reaching it leaves the root, or if the system
  /// refuses to look.
  package var isFolder: Bool? { (try? leadsToFolder()) ?? nil }

  /// Returns whether the path is a folder's; `nil` if nothing exists there, or if reaching it leaves the root.
  /// - Throws: a failure if the system refuses to look.
  package func leadsToFolder() throws(SystemFailure) -> Bool? {
    try status().map { $0.st_mode & S_IFMT == S_IFDIR }
  }

  /// False if it is known that the path leads to nothing within the folder.
  package var exists: Bool {
    do throws(SystemFailure) { return try status() != nil } catch { return true }
  }

  /// False if the path leads out of the folder. What it leads to need not exist.
  package var isInside: Bool {
    guard let root else { return true }
    let resolved = resolved
    return ConfinedPath.part(of: resolved, below: ConfinedPath.resolved(root)) != nil || linked(resolved) != nil
  }

  /// Returns the names of what is in the folder that the path leads to, in no order.
  package func names() throws(SystemFailure) -> [String] {
    try Descriptor(adopting: descriptor(O_RDONLY | O_DIRECTORY)).names()
  }

  /// The path with every link followed; of what does not exist, as much as does.
  package var resolved: String { ConfinedPath.resolved(path) }
}

// MARK: Opening

extension ConfinedPath {
  private func descriptor(_ flags: Int32, byKernel: Bool = kernelConfines) throws(SystemFailure) -> Int32 {
    let flags = flags | O_CLOEXEC
    // The system would take such a path to end there.
    if path.utf8.contains(0) { throw SystemFailure(code: EINVAL, description: "its path has a NUL character") }
    guard let root else { return try checked(Glibc.open(path, flags)) }
    let folder = try checked(Glibc.open(root.isEmpty ? "." : root, clinux_O_PATH | O_DIRECTORY | O_CLOEXEC))
    defer { close(folder) }
    // As it is written, if it is written from the root; otherwise, and if a link in it names its end absolutely, as it
    // is without links.
    let resolved: String
    if byKernel, let below = ConfinedPath.part(of: path, below: root) {
      let descriptor = openBeneath(folder, below, flags)
      if descriptor >= 0 || errno != EXDEV { return try checked(descriptor) }
      // Whether something outside exists must not decide what is said.
      if ConfinedPath.linkFolders.isEmpty {
        guard let real = ConfinedPath.withoutLinks(path) else { throw ConfinedPath.leadsOut(of: root) }
        resolved = real
      } else {
        resolved = self.resolved
      }
    } else {
      resolved = self.resolved
    }
    guard let below = ConfinedPath.part(of: resolved, below: ConfinedPath.resolved(root)) else {
      return try descriptor(behindLinks: resolved, flags, byKernel: byKernel)
    }
    return try checked(byKernel ? openBeneath(folder, below, flags) : stepDown(from: folder, below, flags))
  }

  /// Opens what links within the root lead to, if that lies in a folder that links may lead into.
  private func descriptor(behindLinks resolved: String, _ flags: Int32, byKernel: Bool) throws(SystemFailure) -> Int32 {
    guard let root, let (folder, below) = linked(resolved) else { throw ConfinedPath.leadsOut(of: self.root ?? "") }
    let descriptor = Glibc.open(folder, clinux_O_PATH | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ConfinedPath.leadsOut(of: root) }
    defer { close(descriptor) }
    return try checked(byKernel ? openBeneath(descriptor, below, flags) : stepDown(from: descriptor, below, flags))
  }

  /// The folder that links may lead into and that a resolved path lies in, with the rest of the path; nil if there is
  /// none, or if the path leaves the root as it is written.
  private func linked(_ resolved: String) -> (folder: String, below: String)? {
    guard let root, ConfinedPath.part(of: AbsolutePath.written(path), below: AbsolutePath.written(root)) != nil else {
      return nil
    }
    for folder in ConfinedPath.linkFolders {
      if let below = ConfinedPath.part(of: resolved, below: folder) { return (folder, below) }
    }
    return nil
  }

  private func checked(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
    if descriptor >= 0 { return descriptor }
    if errno == EXDEV, let root { throw ConfinedPath.leadsOut(of: root) }
    throw SystemFailure()
  }

  private static func leadsOut(of root: String) -> SystemFailure {
    SystemFailure(code: EXDEV, description: "it leads out of \(root)")
  }

  private func openBeneath(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
    var tries = 0
    while true {
      let descriptor = clinux_open_beneath(folder, path, flags)
      // Something on the way was renamed meanwhile.
      guard descriptor < 0, errno == EAGAIN || errno == EINTR, tries < 100 else { return descriptor }
      tries += 1
    }
  }

  /// Goes down one folder after the other without following a link, for a kernel that cannot do it in one call.
  private func stepDown(from folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
    let steps = PathName.names(in: path)
    var current = dup(folder)
    for (index, step) in steps.enumerated() where current >= 0 {
      let isLast = index == steps.count - 1
      let next = openat(
        current, step, isLast ? flags | O_NOFOLLOW : clinux_O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let reason = errno
      close(current)
      (current, errno) = (next, reason == ELOOP ? EXDEV : reason)
    }
    return current
  }

  /// False for a kernel before Linux 5.6, and where a sandbox does not let the call pass.
  package static let kernelConfines: Bool = {
    let descriptor = clinux_open_beneath(AT_FDCWD, ".", clinux_O_PATH | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }()

  /// The rest of a path that begins with a folder's; nil if it does not.
  private static func part(of path: String, below root: String) -> String? {
    let (path, root) = (AbsolutePath.of(path), AbsolutePath.of(root))
    return ExactPath(path) == ExactPath(root) ? "." : PathName.rest(of: path, below: root)
  }

  /// The path of an existing file with every link followed; nil if there is no such file.
  private static func withoutLinks(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns a path without the `.` and `..` that it can do without: behind a link `..` leads elsewhere, and stays.
  package static func direct(_ path: String) -> String {
    let names = PathName.names(in: path)
    guard names.contains(where: { [".", ".."].contains($0) }) else { return path }
    let isAbsolute = PathName.isAbsolute(path)
    var kept: [String] = []
    func joined() -> String { (isAbsolute ? "/" : "") + kept.joined(separator: "/") }
    for name in names where name != "." {
      if name == "..", let last = kept.last, last != "..", isPlainFolder(joined()) {
        kept.removeLast()
      } else {
        kept.append(name)
      }
    }
    return kept.isEmpty ? (isAbsolute ? "/" : ".") : joined()
  }

  /// Whether a path leads to a folder and ends with no link.
  private static func isPlainFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The path with every link followed; of what does not exist, as much as does.
  package static func resolved(_ path: String) -> String {
    let names = PathName.names(in: AbsolutePath.of(path))
    // What exists of a path is a beginning of it, so that few questions find how much that is.
    var (existing, real) = (0, "/")
    var candidates = 1..<names.count + 1
    while !candidates.isEmpty {
      let count = candidates.lowerBound + candidates.count / 2
      if let found = withoutLinks(AbsolutePath.joined(names[..<count])) {
        (existing, real) = (count, found)
        candidates = count + 1..<candidates.upperBound
      } else {
        candidates = candidates.lowerBound..<count
      }
    }
    var result = PathName.names(in: real)
    for name in names[existing...] {
      if name == ".." { _ = result.popLast() } else { result.append(name) }
    }
    return AbsolutePath.joined(result)
  }
}
