import Platform
import Foundation

/// What a store holds.
package struct StoreContents: Hashable, Sendable {
  package var objects = 0
  package var bytes: Int64 = 0
  /// Files that processes were writing when they ended, or are writing now.
  package var temporaries = 0
  /// Processes that use it now.
  package var users = 0
  /// What the system would not say of it; nothing of that is counted.
  package var unreadable: [String] = []

  package init(objects: Int = 0, bytes: Int64 = 0, temporaries: Int = 0, users: Int = 0, unreadable: [String] = []) {
    self.objects = objects
    self.bytes = bytes
    self.temporaries = temporaries
    self.users = users
    self.unreadable = unreadable
  }
}

/// What was removed from a store, and what is left.
package struct StoreSweep: Hashable, Sendable {
  package var removedObjects = 0
  package var removedBytes: Int64 = 0
  /// Files that processes left behind when they ended.
  package var removedLeftovers = 0
  package var contents = StoreContents()
  /// What the system would not look at or remove, and why.
  package var failures: [String] = []
}

/// What came of reading all of a store.
package struct StoreVerification: Hashable, Sendable {
  package var objects = 0
  package var bytes: Int64 = 0
  /// What was not what was once written; it was removed.
  package var damaged: [String] = []
  /// What the system would not read; it is still there.
  package var unreadable: [String] = []
}

extension ArtifactStore {
  /// Why a folder is left alone: it is another program's, or of another version; nil where it is not.
  package var objection: String? {
    if case .foreign(let why) = place.state { "\(folder) is left alone: \(why)" } else { nil }
  }

  package func stat() -> StoreContents {
    if let obstacles = place.obstacles { return StoreContents(unreadable: obstacles) }
    return StoreContents(place, place.listing())
  }

  /// To be called when a process has done its work: removes what was used longest ago until no more than `limit` is
  /// left, and what processes left behind. Where the process kept nothing there is little to do.
  @discardableResult
  package func evict() -> StoreSweep? {
    endLease()
    guard place.state == .usable else { return nil }
    guard statistics.writes > 0 else {
      _ = removeLeftovers(place.outerListing())
      return nil
    }
    return sweep(to: limit)
  }

  /// Removes what processes left behind and what was used longest ago, until no more than `limit` is left.
  package func gc(limit: ByteCount? = nil) -> StoreSweep {
    if let obstacles = place.obstacles { return StoreSweep(failures: obstacles) }
    return sweep(to: limit ?? self.limit)
  }

  /// Reads everything and removes what is damaged.
  package func verify() -> StoreVerification {
    if let obstacles = place.obstacles { return StoreVerification(unreadable: obstacles) }
    let listing = place.listing()
    var result = StoreVerification(unreadable: listing.unreadable)
    for (key, found) in listing.objects {
      do throws(SystemFailure) {
        let file = try place.file(at: found.place)
        if try ObjectFile.read(file, for: key) == nil {
          remove(file, at: found.place)
          result.damaged.append(place.path(of: found.place))
          continue
        }
        result.objects += 1
        result.bytes += found.size
      } catch {
        // Another process may have removed it meanwhile.
        if error.code != ENOENT { result.unreadable.append("\(place.path(of: found.place)): \(error)") }
      }
    }
    return result
  }

  /// Removes everything but what is being written.
  package func clear() -> StoreSweep {
    if let obstacles = place.obstacles { return StoreSweep(failures: obstacles) }
    let listing = place.listing()
    var sweep = StoreSweep(failures: listing.unreadable)
    for (_, file) in listing.objects { sweep.remove(file, from: place) }
    sweep.add(removeLeftovers(listing))
    sweep.contents = stat()
    return sweep
  }

  private func sweep(to limit: ByteCount) -> StoreSweep {
    let listing = place.listing()
    let leftovers = removeLeftovers(listing)
    var result = StoreSweep(failures: listing.unreadable)
    result.add(leftovers)
    // What a running process has used since it began it may want once more, and what it wrote is what saves its work
    // if it is killed; so that stays, and the limit is kept when the process has ended. Nobody is harmed where this
    // does not hold, as on file systems without locks: what a process has read it has, and what it no longer finds it
    // does again.
    let horizon = listing.leases.filter(place.isLocked).map(\.lastUse).min().map { $0 - ArtifactStore.markInterval }
    let bytes = listing.bytes
    for (_, file) in listing.objects.sorted(by: { $0.file.lastUse < $1.file.lastUse }) {
      guard bytes - result.removedBytes > limit.bytes, horizon.map({ file.lastUse < $0 }) ?? true else { break }
      // Marked as used since it was listed.
      if let current = place.stored(at: file.place), current.lastUse != file.lastUse { continue }
      result.remove(file, from: place)
    }
    result.contents = StoreContents(place, listing)
    result.contents.objects -= result.removedObjects
    result.contents.bytes -= result.removedBytes
    result.contents.temporaries -= leftovers.temporaries
    return result
  }

  fileprivate struct Leftovers {
    var temporaries = 0
    var leases = 0
    var failures: [String] = []
  }

  /// What nobody has locked was left behind. Where there are no locks, what has not been written for an hour was.
  fileprivate func removeLeftovers(_ listing: StoreFolder.Listing) -> Leftovers {
    var leftovers = Leftovers()
    func isRemoved(_ file: StoredFile, _ first: (Descriptor) -> Void = { _ in }) -> Bool {
      do throws(SystemFailure) {
        let open = try place.file(at: file.place)
        guard open.isAbandoned else { return false }
        first(open)
        try place.remove(file.place)
        return true
      } catch {
        if error.code != ENOENT { leftovers.failures.append("\(place.path(of: file.place)): \(error)") }
        return false
      }
    }
    for file in listing.temporaries where isRemoved(file) { leftovers.temporaries += 1 }
    for file in listing.leases {
      var unfinished = 0
      if isRemoved(file, { if isOwn { unfinished = StoreLease.removeUnfinished(of: $0) } }) {
        leftovers.leases += 1 + unfinished
      }
    }
    return leftovers
  }
}

extension StoreSweep {
  fileprivate mutating func remove(_ file: StoredFile, from folder: StoreFolder) {
    do throws(SystemFailure) {
      try folder.remove(file.place)
      removedObjects += 1
      removedBytes += file.size
    } catch {
      if error.code != ENOENT { failures.append("\(folder.path(of: file.place)): \(error)") }
    }
  }

  fileprivate mutating func add(_ leftovers: ArtifactStore.Leftovers) {
    removedLeftovers += leftovers.temporaries + leftovers.leases
    failures += leftovers.failures
  }
}

extension StoreContents {
  fileprivate init(_ place: StoreFolder, _ listing: StoreFolder.Listing) {
    self.init(
      objects: listing.objects.count, bytes: listing.bytes, temporaries: listing.temporaries.count,
      users: listing.leases.filter(place.isLocked).count, unreadable: listing.unreadable)
  }
}

extension StoreFolder {
  /// Whether a process holds a file now.
  fileprivate func isLocked(_ file: StoredFile) -> Bool {
    (try? self.file(at: file.place).lock()) == .heldByAnother
  }
}

extension StoreFolder {
  /// Why it cannot be looked at, in words, of which there are none if there is no store yet; nil if it can be.
  fileprivate var obstacles: [String]? {
    switch state {
    case .usable: nil
    case .absent: []
    case .foreign(let why): [why]
    }
  }
}
