import Platform
import Foundation

/// A file in a store.
struct StoredFile {
  var path: String
  var size: Int64
  /// Nanoseconds since 1970.
  var lastUse: Int64

  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
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

    var bytes: Int64 { objects.reduce(0) { $0 + $1.file.size } }
  }

  func listing() -> Listing {
    var listing = Listing()
    for shard in names(in: objects) where shard.utf8.count == 2 {
      let folder = "\(objects)/\(shard)"
      for name in names(in: folder) {
        guard let file = StoredFile(path: "\(folder)/\(name)") else { continue }
        if let key = StoreKey(name: name), name.hasPrefix(shard) { listing.objects.append((key, file)) }
        if name.isTemporary { listing.temporaries.append(file) }
      }
    }
    listing.temporaries += names(in: path).filter(\.isTemporary).compactMap { StoredFile(path: "\(path)/\($0)") }
    listing.leases = names(in: leases).filter(\.isLease).compactMap { StoredFile(path: "\(leases)/\($0)") }
    return listing
  }

  private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

extension String {
  fileprivate var isTemporary: Bool { hasPrefix(".") && hasSuffix(StoreFolder.temporarySuffix) }
  fileprivate var isLease: Bool { hasSuffix(StoreLease.suffix) }
}
