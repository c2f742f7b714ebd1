import Foundation

/// A file that is written under a hidden name beside its final one and takes that only once it is complete. Whatever
/// happens before, nothing is left of it.
final class PartialFile {
  let path: String
  private let finalPath: String
  private var isCommitted = false

  init(for finalPath: String) throws(RenderFailure) {
    self.finalPath = finalPath
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

  /// Puts it in its place, safe from a loss of power.
  func commit() throws(RenderFailure) {
    try PartialFile.synchronize(path, O_RDONLY)
    guard rename(path, finalPath) == 0 else { throw PartialFile.failure("cannot rename \(path) to \(finalPath)") }
    isCommitted = true
    let folder = URL(fileURLWithPath: finalPath).deletingLastPathComponent().path
    try PartialFile.synchronize(folder, O_RDONLY | O_DIRECTORY)
  }

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
