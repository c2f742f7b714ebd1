import Files
import Foundation

/// Tells other processes that one uses the store, and since when: a locked file, made when the use began. It ends with
/// the process, however that ends.
final class StoreLease: Sendable {
  static let suffix = ".lease"

  private let path: String
  private let file: OpenFile

  /// Nil where the folder cannot be written or its file system has no locks: then nothing is held back for this process.
  init?(in folder: StoreFolder) {
    // Before it is locked, another process may take it for one that was left behind, and remove it.
    for _ in 0..<StoreLease.tries {
      let path = "\(folder.leases)/\(StoreFolder.mark)\(StoreLease.suffix)"
      let file: OpenFile
      do throws(SystemFailure) {
        try folder.makeFolder(folder.leases)
        file = try OpenFile(creating: path)
      } catch { return nil }
      if file.lock() == .taken, FileIdentity(path: path) != nil {
        (self.path, self.file) = (path, file)
        return
      }
      unlink(path)
    }
    return nil
  }

  private static let tries = 3

  deinit { unlink(path) }
}
