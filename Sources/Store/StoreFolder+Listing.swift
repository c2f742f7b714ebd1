import Platform
import Foundation

/// A file in a store.
struct StoredFile {
  var path: String
  var size: Int64
  /// Nanoseconds since 1970.
  var lastUse: Int64

  /// Nil where there is none, or something that is no file.
  init?(path: String) throws(SystemFailure) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemFailure()
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    size = Int64(status.st_size)
    lastUse = status.st_mtim.nanoseconds
  }
}

extension StoreFolder {
  /// What is in a store. Files that are no store's own are not in it, and so are never touched.
  struct Listing {
    var objects: [(key: StoreKey, file: StoredFile)] = []
    var temporaries: [StoredFile] = []
    var leases: [StoredFile] = []
    /// What could not be looked at, and why.
    var unreadable: [String] = []

    var bytes: Int64 { objects.reduce(0) { $0 + $1.file.size } }

    /// The names in a folder; none where there is no such folder.
    fileprivate mutating func names(in folder: String) -> [String] {
      do throws(SystemFailure) { return try Descriptor(folder, O_RDONLY | O_DIRECTORY).names() } catch {
        if error.code != ENOENT { unreadable.append("\(folder): \(error)") }
        return []
      }
    }

    fileprivate mutating func file(_ path: String) -> StoredFile? {
      do throws(SystemFailure) { return try StoredFile(path: path) } catch {
        unreadable.append("\(path): \(error)")
        return nil
      }
    }
  }

  func listing() -> Listing {
    var listing = Listing()
    for shard in listing.names(in: objects) where shard.utf8.count == 2 {
      let folder = "\(objects)/\(shard)"
      for name in listing.names(in: folder) {
        let key = StoreKey(name: name).flatMap { name.hasPrefix(shard) ? $0 : nil }
        guard key != nil || name.isTemporary, let file = listing.file("\(folder)/\(name)") else { continue }
        if let key { listing.objects.append((key, file)) } else { listing.temporaries.append(file) }
      }
    }
    listOutside(&listing)
    return listing
  }

  /// What is not beside objects, of which there are few.
  func outerListing() -> Listing {
    var listing = Listing()
    listOutside(&listing)
    return listing
  }

  private func listOutside(_ listing: inout Listing) {
    for name in listing.names(in: path) where name.isTemporary {
      if let file = listing.file("\(path)/\(name)") { listing.temporaries.append(file) }
    }
    for name in listing.names(in: leases) where name.isLease {
      if let file = listing.file("\(leases)/\(name)") { listing.leases.append(file) }
    }
  }
}

extension String {
  fileprivate var isTemporary: Bool { hasPrefix(".") && hasSuffix(StoreFolder.temporarySuffix) }
  fileprivate var isLease: Bool { hasSuffix(StoreLease.suffix) }
}
