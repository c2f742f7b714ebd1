import Glibc

/// Writes small files, such as documents, locks and lists: whole or not at all, safe from a loss of power, with the
/// rights of the file that they replace. All that the program writes besides movies is written here.
///
/// A symbolic link in a file's place is refused: whoever sent the folder chose what it leads to.
package enum WrittenFile {
  /// Where the name of a file comes from.
  package enum Place: Sendable {
    /// A person named it. A terminal or another device that is there is written to as it is, and so is what the program
    /// has open already, by the system's name for it.
    case named
    /// The name follows from that of another file, and only a file may be in its place.
    case beside
  }

  /// Puts bytes in the place of a file that may be replaced, or in a free one.
  ///
  /// - Returns: The file as it was written; nil where the bytes went to what is no file.
  /// - Throws: what the system said; the file is then what it was.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: String, _ place: Place, replacing: Replacing = .everything
  ) throws(SystemFailure) -> FileIdentity? {
    guard let file = try begin(bytes, to: path, place, replacing: replacing) else { return nil }
    let identity = FileIdentity(try file.descriptor.status())
    try file.takeLastingName()
    return identity
  }

  /// Writes bytes that have yet to get their name, so that several files can appear together; nil where they went to
  /// what is no file.
  /// - Parameter root: The folder that the path may not lead out of; nil if it may lead anywhere.
  package static func begin(
    _ bytes: [UInt8], to path: String, _ place: Place, within root: String? = nil, replacing: Replacing = .everything
  ) throws(SystemFailure) -> PendingFile? {
    if let stream = try openStream(path, place) {
      try RefusedMemory().check()
      try stream.write(bytes)
      return nil
    }
    let pending = try PendingFile(for: path, within: root, replacing: replacing, links: .refuse)
    try pending.descriptor.write(bytes)
    try pending.synchronize()
    return pending
  }

  /// True if something has this name. A link counts, even where it leads nowhere.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// True if something has this name that a file of this name would take the place of: nothing takes that of a device, or
  /// of what the program has open.
  package static func wouldBeReplaced(_ path: String) -> Bool { isThere(path) && !isStream(path) }

  /// The device or the open file that a person named; nil for all else, of which a file may take the place or not.
  private static func openStream(_ path: String, _ place: Place) throws(SystemFailure) -> Descriptor? {
    guard place == .named, isStream(path) else { return nil }
    if let number = openNumber(path), !StandardStreams.wasGiven(number) { throw SystemFailure(code: EBADF) }
    // Nobody waits for the other end.
    return try Descriptor(path, O_WRONLY | O_APPEND | O_NOCTTY | O_NONBLOCK)
  }

  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return switch status.st_mode & S_IFMT {
    case S_IFCHR: true
    case S_IFLNK: leadsToOpenFile(path)
    default: false
    }
  }

  /// True for the system's own names of what the program has open, such as `/dev/stdout` and `/dev/fd/3`.
  private static func leadsToOpenFile(_ path: String) -> Bool {
    let folder = ConfinedPath.resolved(PathName.folder(of: path))
    return folder == "/dev" || PathName.rest(of: folder, below: "/proc") != nil && PathName.name(of: folder) == "fd"
  }

  /// The descriptor of this program that such a name is one of; nil for other names.
  private static func openNumber(_ path: String) -> Int32? {
    let own = "/proc/\(getpid())/fd"
    if ConfinedPath.resolved(PathName.folder(of: path)) == own { return Int32(PathName.name(of: path)) }
    // Those for the standard streams lead to one.
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(path, &target, target.count - 1) > 0 else { return nil }
    let next = target.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return ConfinedPath.resolved(PathName.folder(of: next)) == own ? Int32(PathName.name(of: next)) : nil
  }
}
