import Platform
import Foundation

/// Tells other processes that one uses the store, and since when: a locked file, made when the use began. It ends with
/// the process, however that ends. In the user's own store the names of files stand in it that the process has not
/// finished, a line each, so that `gc` finds what a killed one left elsewhere.
final class StoreLease: Sendable {
  static let suffix = ".lease"

  private let path: String
  private let file: Descriptor

  /// Nil where the folder cannot be written or its file system has no locks: then nothing is held back for this process.
  init?(in folder: StoreFolder, unfinished: [String] = []) {
    // Before it is locked, another process may take it for one that was left behind, and remove it.
    for _ in 0..<StoreLease.tries {
      let name = StoreFolder.mark + StoreLease.suffix
      let (leases, file, path): (OpenFolder, Descriptor, String)
      do throws(SystemFailure) {
        leases = try folder.open([StoreFolder.leases], making: true)
        file = try leases.create(name)
        path = folder.path(of: StorePlace(folders: [StoreFolder.leases], name: name))
        Transient.add(path, in: leases)
      } catch { return nil }
      if file.lock() == .taken, (try? leases.status(of: name)) ?? nil != nil {
        (self.path, self.file) = (path, file)
        for path in unfinished { note(unfinished: path) }
        return
      }
      Transient.remove(path)
    }
    return nil
  }

  private static let tries = 3

  /// Says of a file that it is not finished; what cannot be said stays unsaid.
  func note(unfinished path: String) { try? file.write(Data((path + "\n").utf8)) }

  /// Removes what a process left unfinished whose lease nobody holds any more, and says how many files that were. The
  /// lease is to be the user's own: whoever can write one names what is removed.
  static func removeUnfinished(of lease: Descriptor) -> Int {
    guard let bytes = try? lease.read(limit) else { return 0 }
    let paths = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    return Set(paths).count { PathName.isAbsolute($0) && PendingFile.removeIfLeft($0) }
  }

  /// Bytes of a lease that are read at most.
  private static let limit = 1 << 16

  deinit { Transient.remove(path) }
}
