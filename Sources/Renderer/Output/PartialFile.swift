import Foundation

/// A file that is written under a hidden name beside its final one and takes that only once it is complete. Whatever
/// happens before, nothing is left of it.
final class PartialFile {
  let path: String
  private let finalPath: String
  private let replaces: Bool
  private var isCommitted = false

  /// Where it `replaces` nothing, a file that has the final name stays as it is, whenever it appeared.
  init(for finalPath: String, replaces: Bool) throws(RenderFailure) {
    self.finalPath = finalPath
    self.replaces = replaces
    var status = stat()
    if !replaces, lstat(finalPath, &status) == 0 { throw PartialFile.isThere(finalPath) }
    let url = URL(fileURLWithPath: finalPath)
    let mark = String(UInt32.random(in: .min ... .max), radix: 36)
    path = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(mark).part").path
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw PartialFile.failure("cannot write \(finalPath)") }
    close(descriptor)
  }

  deinit {
    if !isCommitted { unlink(path) }
  }

  /// Bytes.
  var length: Int64 {
    get throws(RenderFailure) {
      var status = stat()
      guard lstat(path, &status) == 0 else { throw PartialFile.failure("cannot read \(path)") }
      return Int64(status.st_size)
    }
  }

  /// Puts it in its place, safe from a loss of power.
  func commit() throws(RenderFailure) {
    try PartialFile.synchronize(path, O_RDONLY)
    try takeName()
    isCommitted = true
    let folder = URL(fileURLWithPath: finalPath).deletingLastPathComponent().path
    try PartialFile.synchronize(folder, O_RDONLY | O_DIRECTORY)
  }

  /// Where nothing may be replaced, a second name is one that only a free place gives; a file system without second
  /// names has the place held by an empty file.
  private func takeName() throws(RenderFailure) {
    if !replaces {
      if link(path, finalPath) == 0 {
        unlink(path)
        return
      }
      let holder = errno == EEXIST ? -1 : open(finalPath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      guard holder >= 0 else {
        throw errno == EEXIST ? PartialFile.isThere(finalPath) : PartialFile.failure("cannot write \(finalPath)")
      }
      close(holder)
    }
    guard rename(path, finalPath) == 0 else { throw PartialFile.failure("cannot rename \(path) to \(finalPath)") }
  }

  private static func isThere(_ path: String) -> RenderFailure { RenderFailure(.output, "\(path) is already there") }

  private static func synchronize(_ path: String, _ flags: Int32) throws(RenderFailure) {
    let descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot open \(path)") }
    defer { close(descriptor) }
    // Some file systems cannot do it for folders, and say so.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("cannot save \(path)") }
  }

  private static func failure(_ message: String) -> RenderFailure {
    RenderFailure(.output, message, detail: String(cString: strerror(errno)))
  }
}
