import Glibc
import Synchronization

/// The names of files and folders that are to be gone when their work is done.
///
/// What the system does not let go then is tried again when the process ends, and so is all of a process that is ended
/// in the middle of its work. What stays even so is locked by nobody, which is how the next one finds it.
package enum Transient {
  /// By their paths, and the open folder that each is in if it has to be removed from that and no other.
  private static let places = Mutex<[String: OpenFolder?]>([:])

  package static func add(_ path: String, in folder: OpenFolder? = nil) {
    places.withLock { _ = $0.updateValue(folder, forKey: path) }
  }

  /// Says of what has got another name or a lasting one that it is no longer there to be removed.
  package static func forget(_ path: String) { places.withLock { _ = $0.removeValue(forKey: path) } }

  /// Removes what is at the path, and in it if it is a folder. False where it is still there.
  @discardableResult
  package static func remove(_ path: String) -> Bool {
    let folder = places.withLock { $0[path] ?? nil }
    let isGone = folder.map { isRemoved(PathName.name(of: path), in: $0) } ?? isRemoved(path)
    if isGone { forget(path) } else { add(path, in: folder) }
    return isGone
  }

  /// Removes all that is still there; the process ends now.
  package static func removeAll() {
    for path in places.withLock({ $0.keys }) { remove(path) }
  }

  private static func isRemoved(_ path: String) -> Bool {
    unlink(path) == 0 || errno == ENOENT || errno == EISDIR && isFolderRemoved(path)
  }

  private static func isRemoved(_ name: String, in folder: OpenFolder) -> Bool {
    do throws(SystemFailure) { try folder.remove(name) } catch { return error.code == ENOENT }
    return true
  }

  /// A folder and the files in it; there are no folders in it.
  private static func isFolderRemoved(_ path: String) -> Bool {
    for name in PendingFile.names(in: path) { unlink(PathName.path(of: name, in: path)) }
    return rmdir(path) == 0 || errno == ENOENT
  }
}
