import Glibc

/// Writes small files, such as documents, locks and lists: whole or not at all, safe from a loss of power, with the
/// rights of the file that they replace. All that the program writes besides movies is written here.
package enum WrittenFile {
  /// Puts bytes in a file's place.
  ///
  /// What is there and no file, such as a terminal or a pipe, is written to as it is.
  /// - Throws: what the system said; the file is then what it was.
  package static func write(
    _ bytes: [UInt8], to path: String, links: PendingFile.LinkPolicy = .follow
  ) throws(SystemFailure) {
    guard let pending = try begin(bytes, to: path, links: links) else { return }
    try pending.takeName()
    // It is whole and in its place; a folder that cannot be made safe takes nothing back.
    try? pending.synchronizeFolder()
  }

  /// Writes bytes that have yet to get their name, so that several files can appear together; nil where they went to
  /// what is no file.
  package static func begin(
    _ bytes: [UInt8], to path: String, links: PendingFile.LinkPolicy = .follow
  ) throws(SystemFailure) -> PendingFile? {
    if let stream = try openStream(path, links) {
      try stream.write(bytes)
      return nil
    }
    let pending = try PendingFile(for: path, links: links)
    try pending.descriptor.write(bytes)
    try pending.synchronize()
    return pending
  }

  /// What is there and is neither a file nor a folder; nil where it is one of these or nothing is there.
  private static func openStream(_ path: String, _ links: PendingFile.LinkPolicy) throws(SystemFailure) -> Descriptor? {
    var status = stat()
    let isThere = links == .follow ? stat(path, &status) == 0 : lstat(path, &status) == 0
    guard isThere, ![S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT) else { return nil }
    return try Descriptor(path, O_WRONLY | O_NOCTTY)
  }
}
