import Platform
import Foundation

/// A file in a store.
struct StoredFile {
  var place: StorePlace
  var size: Int64
  /// Nanoseconds since 1970.
  var lastUse: Int64

  /// Nil where no regular file is at the place, whose folder is open.
  init?(_ place: StorePlace, in folder: OpenFolder) {
    guard let status = folder.status(of: place.name), status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.place = place
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
    for shard in names(in: [StoreFolder.objects]) where StoreKey.isShard(shard) {
      for file in files(in: [StoreFolder.objects, shard], where: { _ in true }) {
        let name = file.place.name
        if let key = StoreKey(name: name), name.hasPrefix(shard) { listing.objects.append((key, file)) }
        if name.isTemporary { listing.temporaries.append(file) }
      }
    }
    listing.temporaries += files(in: [], where: \.isTemporary)
    listing.leases = files(in: [StoreFolder.leases], where: \.isLease)
    return listing
  }

  private func names(in folders: [String]) -> [String] { (try? open(folders).names()) ?? [] }

  private func files(in folders: [String], where isWanted: (String) -> Bool) -> [StoredFile] {
    guard let folder = try? open(folders), let names = try? folder.names() else { return [] }
    return names.filter(isWanted).compactMap { StoredFile(StorePlace(folders: folders, name: $0), in: folder) }
  }
}

extension String {
  fileprivate var isTemporary: Bool { hasPrefix(".") && hasSuffix(StoreFolder.temporarySuffix) }
  fileprivate var isLease: Bool { hasSuffix(StoreLease.suffix) }
}
