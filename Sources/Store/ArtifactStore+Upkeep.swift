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

  package init(objects: Int = 0, bytes: Int64 = 0, temporaries: Int = 0, users: Int = 0) {
    self.objects = objects
    self.bytes = bytes
    self.temporaries = temporaries
    self.users = users
  }
}

/// What was removed from a store, and what is left.
package struct StoreSweep: Hashable, Sendable {
  package var removedObjects = 0
  package var removedBytes: Int64 = 0
  /// Files that processes left behind when they ended.
  package var removedLeftovers = 0
  package var contents = StoreContents()
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
    guard place.state == .usable else { return StoreContents() }
    return StoreContents(place, place.listing())
  }

  /// To be called when a process has done its work: removes what was used longest ago until no more than `limit` is
  /// left. Where the process kept nothing there is nothing to do.
  @discardableResult
  package func evict() -> StoreSweep? {
    endLease()
    guard statistics.writes > 0, place.state == .usable else { return nil }
    return sweep(to: limit, leftovers: false)
  }

  /// Removes what processes left behind and what was used longest ago, until no more than `limit` is left.
  package func gc(limit: ByteCount? = nil) -> StoreSweep {
    guard place.state == .usable else { return StoreSweep() }
    return sweep(to: limit ?? self.limit, leftovers: true)
  }

  /// Reads everything and removes what is damaged.
  package func verify() -> StoreVerification {
    guard place.state == .usable else { return StoreVerification() }
    var result = StoreVerification()
    for (key, found) in place.listing().objects {
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
    guard place.state == .usable else { return StoreSweep() }
    var result = StoreSweep()
    let listing = place.listing()
    for (_, file) in listing.objects where (try? place.remove(file.place)) != nil {
      result.removedObjects += 1
      result.removedBytes += file.size
    }
    let (temporaries, leases) = removeLeftovers(listing)
    result.removedLeftovers = temporaries + leases
    result.contents = stat()
    return result
  }

  private func sweep(to limit: ByteCount, leftovers: Bool) -> StoreSweep {
    let listing = place.listing()
    var result = StoreSweep()
    let (temporaries, leases) = leftovers ? removeLeftovers(listing) : (0, 0)
    result.removedLeftovers = temporaries + leases
    var bytes = listing.bytes
    // What a running process has used since it began it may want once more, and what it wrote is what saves its work
    // if it is killed; so that stays, and the limit is kept when the process has ended. Nobody is harmed where this
    // does not hold, as on file systems without locks: what a process has read it has, and what it no longer finds it
    // does again.
    let horizon = listing.leases.filter(place.isLocked).map(\.lastUse).min().map { $0 - ArtifactStore.markInterval } ?? .max
    for (_, file) in listing.objects.sorted(by: { $0.file.lastUse < $1.file.lastUse }) {
      guard bytes > limit.bytes, file.lastUse < horizon else { break }
      // Marked as used since it was listed.
      if let current = place.stored(at: file.place), current.lastUse != file.lastUse { continue }
      do throws(SystemFailure) { try place.remove(file.place) } catch { if error.code != ENOENT { continue } }
      bytes -= file.size
      result.removedObjects += 1
      result.removedBytes += file.size
    }
    result.contents = StoreContents(place, listing)
    result.contents.objects -= result.removedObjects
    result.contents.bytes = bytes
    result.contents.temporaries -= temporaries
    return result
  }

  /// What nobody has locked was left behind. Where there are no locks, what has not been written for an hour was.
  private func removeLeftovers(_ listing: StoreFolder.Listing) -> (temporaries: Int, leases: Int) {
    let hourAgo = timespec.now.nanoseconds - 3_600_000_000_000
    func isRemoved(_ file: StoredFile, _ first: (Descriptor) -> Void = { _ in }) -> Bool {
      guard let open = try? place.file(at: file.place) else { return false }
      let lock = open.lock()
      guard lock == .taken || lock == .unsupported && file.lastUse < hourAgo else { return false }
      first(open)
      return (try? place.remove(file.place)) != nil
    }
    let temporaries = listing.temporaries.count { isRemoved($0) }
    var unfinished = 0
    let leases = listing.leases.count {
      isRemoved($0) { if isOwn { unfinished += StoreLease.removeUnfinished(of: $0) } }
    }
    return (temporaries, leases + unfinished)
  }
}

extension StoreContents {
  fileprivate init(_ place: StoreFolder, _ listing: StoreFolder.Listing) {
    self.init(
      objects: listing.objects.count, bytes: listing.bytes, temporaries: listing.temporaries.count,
      users: listing.leases.filter(place.isLocked).count)
  }
}

extension StoreFolder {
  /// Whether a process holds a file now.
  fileprivate func isLocked(_ file: StoredFile) -> Bool {
    (try? self.file(at: file.place).lock()) == .heldByAnother
  }
}
