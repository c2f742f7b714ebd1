import Platform
import Foundation

/// A file in a store.
struct StoredFile {
  var place: StorePlace
  var size: Int64
  /// Nanoseconds since 1970.
  var lastUse: Int64

  /// Nil where no regular file is at the place, whose folder is open.
  init?(_ place: StorePlace, in folder: OpenFolder) throws(SystemFailure) {
    guard let status = try folder.status(of: place.name), status.st_mode & S_IFMT == S_IFREG else { return nil }
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
    /// What could not be looked at, and why.
    var unreadable: [String] = []

    var bytes: Int64 { objects.reduce(0) { $0 + $1.file.size } }
  }

  func listing() -> Listing {
    var listing = Listing()
    for shard in names(in: [StoreFolder.objects], &listing) where StoreKey.isShard(shard) {
      let files = files(in: [StoreFolder.objects, shard], &listing) { StoreKey(name: $0) != nil || $0.isTemporary }
      for file in files {
        if let key = StoreKey(name: file.place.name) {
          if file.place.name.hasPrefix(shard) { listing.objects.append((key, file)) }
        } else {
          listing.temporaries.append(file)
        }
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
    listing.temporaries += files(in: [], &listing, where: \.isTemporary)
    listing.leases = files(in: [StoreFolder.leases], &listing, where: \.isLease)
  }

  /// The names in a folder; none where there is no such folder.
  private func names(in folders: [String], _ listing: inout Listing) -> [String] {
    do throws(SystemFailure) { return try open(folders).names() } catch {
      note(error, at: folders, &listing)
      return []
    }
  }

  private func files(
    in folders: [String], _ listing: inout Listing, where isWanted: (String) -> Bool
  ) -> [StoredFile] {
    do throws(SystemFailure) {
      let folder = try open(folders)
      return try folder.names().filter(isWanted).compactMap { name in
        do throws(SystemFailure) { return try StoredFile(StorePlace(folders: folders, name: name), in: folder) } catch {
          note(error, at: folders + [name], &listing)
          return nil
        }
      }
    } catch {
      note(error, at: folders, &listing)
      return []
    }
  }

  private func note(_ failure: SystemFailure, at names: [String], _ listing: inout Listing) {
    guard failure.code != ENOENT else { return }
    listing.unreadable.append("\(([path] + names).joined(separator: "/")): \(failure)")
  }
}

extension String {
  fileprivate var isTemporary: Bool { hasPrefix(".") && hasSuffix(StoreFolder.temporarySuffix) }
  fileprivate var isLease: Bool { hasSuffix(StoreLease.suffix) }
}
