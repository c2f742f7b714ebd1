import Foundation

/// Tells other processes that one uses the store, and since when: a locked file, made when the use began. It ends with
/// the process, however that ends.
final class StoreLease: Sendable {
  static let suffix = ".lease"

  private let path: String
  private let file: OpenFile

  /// Nil where the folder cannot be written or its file system has no locks: then nothing is held back for this process.
  init?(in folder: StoreFolder) {
    path = "\(folder.leases)/\(StoreFolder.mark)\(StoreLease.suffix)"
    do throws(SystemFailure) {
      try folder.makeFolder(folder.leases)
      file = try OpenFile(creating: path)
    } catch { return nil }
    guard file.lock() == .taken else {
      unlink(path)
      return nil
    }
  }

  deinit { unlink(path) }
}
