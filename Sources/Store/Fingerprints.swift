import Crypto
package import Platform
import Foundation
import Synchronization

/// Fingerprints of files. One that was taken is remembered, in the store too, under the file's identity, so that a
/// second run reads nothing.
package final class Fingerprints: Sendable {
  private let store: ArtifactStore?
  /// What tells files apart in place of their content.
  private let name: (@Sendable (String) -> String)?
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  private struct State {
    var known: [FileIdentity: FileFingerprint] = [:]
    var bytesRead: Int64 = 0
  }

  /// A change within this time of the one before could leave a file with the same times on it: clocks of file systems
  /// are coarse, some tick every two seconds.
  private static let settlingTime: Int64 = 2_000_000_000

  /// `now` gives the time in nanoseconds since 1970.
  package init(
    in store: ArtifactStore?, now: @escaping @Sendable () -> Int64 = { timespec.now.nanoseconds }
  ) {
    self.store = store
    self.now = now
    name = nil
  }

  /// Fingerprints for which no file is read: those of what `name` says of a path, so that files with one name count as
  /// one. They are of no use to a store.
  package init(by name: @escaping @Sendable (String) -> String) {
    store = nil
    now = { 0 }
    self.name = name
  }

  /// How much was read to take fingerprints.
  package var bytesRead: Int64 { state.withLock(\.bytesRead) }

  /// The fingerprint of what a file holds now.
  /// - Throws: why the file cannot be read, or that it is being written while it is.
  package func fingerprint(of path: ConfinedPath) throws(SystemFailure) -> FileFingerprint {
    if let name { return FileFingerprint(of: name(path.path)) }
    let file = try path.open()
    file.writeOut()
    let start = now()
    let identity = FileIdentity(try file.status())
    // The times in images of file systems, and those below an overlay of one, are whole seconds that their makers chose.
    let hasOwnTimes = file.hasOwnTimes && identity.changed % 1_000_000_000 != 0
    if hasOwnTimes, let known = remembered(identity) { return known }
    let (fingerprint, length) = try hash(file)
    let after = FileIdentity(try file.status())
    guard after.isUnwritten(since: identity), length == identity.size else {
      throw SystemFailure(code: EBUSY, description: "the file is being written")
    }
    // Another name or other rights leave what was read as it is. But what is remembered is so under the time that no
    // program can set, and only where nothing at all has happened; where that time lies ahead of the clock, nothing can
    // be told.
    if after == identity, hasOwnTimes, start - identity.changed > Fingerprints.settlingTime {
      remember(fingerprint, of: identity)
    }
    return fingerprint
  }

  private func hash(_ file: Descriptor) throws(SystemFailure) -> (FileFingerprint, length: Int64) {
    var hash = SHA256()
    var length: Int64 = 0
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { block.deallocate() }
    while true {
      let count = try file.read(into: block)
      if count == 0 { break }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: block[..<count]))
      length += Int64(count)
      state.withLock { $0.bytesRead += Int64(count) }
    }
    return (FileFingerprint(digest: Data(hash.finalize()))!, length)
  }

  private func remembered(_ identity: FileIdentity) -> FileFingerprint? {
    if let known = state.withLock({ $0.known[identity] }) { return known }
    guard let known = store?.load(identity.key).flatMap(FileFingerprint.init) else { return nil }
    state.withLock { $0.known[identity] = known }
    return known
  }

  private func remember(_ fingerprint: FileFingerprint, of identity: FileIdentity) {
    state.withLock { $0.known[identity] = fingerprint }
    store?.save(fingerprint.digest, as: identity.key)
  }
}

extension FileIdentity {
  fileprivate var key: StoreKey {
    StoreKey("fingerprint 1") {
      $0.add(Int64(bitPattern: device))
      $0.add(Int64(bitPattern: inode))
      $0.add(size)
      $0.add(modified)
      $0.add(changed)
    }
  }
}
