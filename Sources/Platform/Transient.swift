import Glibc
import Synchronization

/// The names of files and folders that are to be gone when their work is done.
///
/// What the system does not let go then is tried again when the process ends, and so is all of a process that is ended
/// in the middle of its work. What stays even so is locked by nobody, which is how the next one finds it.
package enum Transient {
  private static let paths = Mutex<Set<String>>([])

  package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Says of what has got another name or a lasting one that it is no longer there to be removed.
  package static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes what is at the path, and in it if it is a folder. False where it is still there.
  @discardableResult
  package static func remove(_ path: String) -> Bool {
    let isGone = unlink(path) == 0 || errno == ENOENT || errno == EISDIR && isFolderRemoved(path)
    if isGone { forget(path) } else { add(path) }
    return isGone
  }

  /// Removes all that is still there; the process ends now.
  package static func removeAll() {
    for path in paths.withLock({ $0 }) { remove(path) }
  }

  /// A folder and the files in it; there are no folders in it.
  private static func isFolderRemoved(_ path: String) -> Bool {
    for name in PendingFile.names(in: path) { unlink(PathName.path(of: name, in: path)) }
    return rmdir(path) == 0 || errno == ENOENT
  }
}
