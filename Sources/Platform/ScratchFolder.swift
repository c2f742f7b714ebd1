import CLinux
import Glibc
import Synchronization

/// A folder for the temporary files of one piece of work, of which nothing is left when the work is done.
///
/// It is locked while its process lives; what killed ones left is removed by the next that wants such a folder, once.
package final class ScratchFolder: Sendable {
  package let path: String
  private let lock: Descriptor

  /// Where temporary files belong: what `TMPDIR` names, or `/tmp`.
  package static var root: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// Makes a folder whose name begins with `prefix`.
  package init(_ prefix: String, in root: String = root) throws(SystemFailure) {
    // All that is in the folder is looked at for that, which may be much.
    let place = PathName.path(of: prefix, in: root)
    if !ScratchFolder.tidied.withLock({ $0.contains(ExactPath(place)) }) {
      ScratchFolder.removeLeftovers([prefix], in: root)
    }
    // Before it is locked, another process may take it for one that was left behind, and remove it.
    var failure = SystemFailure(code: ENOENT)
    for _ in 0..<ScratchFolder.tries {
      var template = Array(PathName.path(of: "\(prefix).XXXXXX", in: root).utf8CString)
      guard let made = mkdtemp(&template) else { throw SystemFailure() }
      let path = String(cString: made)
      Transient.add(path)
      do throws(SystemFailure) {
        let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        // Another process may hold the lock to remove the folder.
        guard folder.lock() != .heldByAnother else { throw SystemFailure(code: EAGAIN) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemFailure() }
        (self.path, lock) = (path, folder)
        return
      } catch {
        failure = error
        Transient.remove(path)
      }
    }
    throw failure
  }

  private static let tries = 3

  /// What the names of folders begin with in which temporary files were that have no name.
  package static let scratchName = "cutlist-scratch"

  /// Where this process has removed what others left: folders and what names in them begin with.
  private static let tidied = Mutex<Set<ExactPath>>([])

  /// What the files in it are called.
  package var names: [String] { PendingFile.names(in: path) }

  deinit { Transient.remove(path) }

  /// Removes what killed processes left behind, and says how many folders that were.
  @discardableResult
  package static func removeLeftovers(_ prefixes: [String], in root: String = root) -> Int {
    tidied.withLock { $0.formUnion(prefixes.map { ExactPath(PathName.path(of: $0, in: root)) }) }
    return PendingFile.names(in: root).count { name in
      let isOurs = prefixes.contains { name.hasPrefix($0 + ".") && name.utf8.count == $0.utf8.count + 7 }
      guard isOurs else { return false }
      let path = PathName.path(of: name, in: root)
      guard let folder = try? Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), let status = try? folder.status(),
        status.st_uid == geteuid(), folder.isAbandoned
      else { return false }
      return Transient.remove(path)
    }
  }
}

extension Descriptor {
  /// Creates a temporary file without a name. The system deletes it when it is closed, however the process ends.
  package static func nameless() throws(SystemFailure) -> Descriptor {
    if let file = try? Descriptor(ScratchFolder.root, clinux_O_TMPFILE | O_RDWR) { return file }
    // Not every file system has such files. The folder is removed with this function's end.
    let folder = try ScratchFolder(ScratchFolder.scratchName)
    return try withExtendedLifetime(folder) { () throws(SystemFailure) in
      try Descriptor(PathName.path(of: "content", in: folder.path), O_RDWR | O_CREAT | O_EXCL)
    }
  }
}
