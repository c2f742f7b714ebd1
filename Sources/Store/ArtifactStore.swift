import Platform
package import Foundation
import Synchronization

/// Results of work in a folder, each in a file named by its key. Any number of processes and threads may share it, and
/// any of them may be killed at any moment: a result appears whole, and is checked whenever it is read.
///
/// Nothing that goes wrong with it is an error. What cannot be read counts as absent, what cannot be kept is done again
/// another time, and `complaint` says why.
package final class ArtifactStore: Sendable {
  package let folder: String
  /// How many bytes `evict` leaves.
  package let limit: ByteCount

  let place: StoreFolder
  /// Whether the folder is the user's own, in which nobody else writes. Only there are leases believed what they say of
  /// files elsewhere.
  package let isOwn: Bool
  /// What has to stay free on the disk: the movie itself wants to be written too.
  private let reserve: Int64?
  private let memory = RefusedMemory()
  private let state = Mutex(State())

  private struct State {
    var statistics = StoreStatistics()
    var complaint: String?
    var isFounded = false
    var wantsLease = true
    var lease: StoreLease?
    /// What this process has not finished, in files outside the store.
    var unfinished: [String] = []
    /// The keys of the results that this process has kept, which `giveBack` removes.
    var kept: [StoreKey] = []
    var isFull = false
  }

  /// Nothing is made in the folder until something is kept. `reserve` bytes have to stay free on the disk: a quarter of a
  /// gigabyte unless said, and on a small disk a twentieth. `isOwn` where nobody but the user writes in the folder.
  package init(
    folder: String = defaultFolder, limit: ByteCount = defaultLimit, reserve: Int64? = nil, isOwn: Bool = false
  ) {
    self.folder = folder
    self.limit = limit
    self.reserve = reserve
    self.isOwn = isOwn
    place = StoreFolder(path: folder)
  }

  // MARK: Results

  /// The result that was kept under `key`, marked as used; nil where there is none. What is there and is not what was
  /// kept is removed.
  package func value(for key: StoreKey) -> Data? {
    let value = load(key)
    state.withLock {
      $0.statistics.hits += value == nil ? 0 : 1
      $0.statistics.misses += value == nil ? 1 : 0
      $0.statistics.bytesRead += Int64(value?.count ?? 0)
    }
    return value
  }

  /// Whether there is something under `key`, which is then marked as used. Only `value(for:)` knows if it is intact, and
  /// another process may remove it before: this is for estimates.
  package func contains(_ key: StoreKey) -> Bool {
    guard isReadable, let file = try? place.file(at: StorePlace(of: key)) else { return false }
    markUse(of: file)
    return true
  }

  /// Keeps a result. False where that was not possible, which costs nothing but doing the work again.
  @discardableResult
  package func keep(_ value: Data, for key: StoreKey) -> Bool {
    let isKept = save(value, as: key)
    state.withLock {
      $0.statistics.writes += isKept ? 1 : 0
      $0.statistics.bytesWritten += isKept ? Int64(value.count) : 0
    }
    return isKept
  }

  package var statistics: StoreStatistics { state.withLock(\.statistics) }

  /// The first reason why something could not be kept, as a clause; nil where all went well.
  package var complaint: String? { state.withLock(\.complaint) }

  // MARK: Without counting

  func load(_ key: StoreKey) -> Data? {
    guard isReadable, let file = try? place.file(at: StorePlace(of: key)) else { return nil }
    do {
      if let value = try ObjectFile.read(file, for: key) {
        markUse(of: file)
        return value
      }
    } catch { return nil }
    state.withLock { $0.statistics.damaged += 1 }
    remove(file, at: StorePlace(of: key))
    return nil
  }

  @discardableResult
  func save(_ value: Data, as key: StoreKey) -> Bool {
    do throws(SystemFailure) {
      // What was made without all the memory that it takes may be something else.
      try memory.check()
      try prepare(for: value.count)
      // Whoever sweeps the folder may take a file away between its making and its locking: once more, then.
      if try !write(value, for: key), try !write(value, for: key) { throw SystemFailure(code: ENOENT) }
      state.withLock { $0.kept.append(key) }
      return true
    } catch {
      state.withLock { $0.complaint = $0.complaint ?? "cannot keep finished work in \(folder): \(error)" }
      return false
    }
  }

  /// Removes what this process has kept, for a movie that finds no room on the same disk, and keeps nothing from here on.
  /// False if there was nothing to remove.
  package func giveBack() -> Bool {
    let kept = state.withLock { state in
      state.isFull = true
      state.complaint = state.complaint ?? "cannot keep finished work in \(folder): the movie needs the room"
      defer { state.kept = [] }
      return state.kept
    }
    return kept.count { key in
      let place = StorePlace(of: key)
      guard let folder = try? self.place.open(place.folders) else { return false }
      return (try? folder.remove(place.name)) != nil
    } > 0
  }

  /// Says of a file outside the store that it is not finished: should this process be killed, `gc` of the user's own
  /// store removes it. In another one nothing is said.
  package func note(unfinished path: String) {
    guard isOwn else { return }
    state.withLock {
      $0.unfinished.append(path)
      $0.lease?.note(unfinished: path)
    }
  }

  /// Ends what `evict` of other processes holds back for this one.
  func endLease() {
    state.withLock {
      $0.lease = nil
      $0.wantsLease = true
    }
  }

  // MARK: Steps

  private var isReadable: Bool {
    let isFounded = state.withLock(\.isFounded) || place.state == .usable
    if isFounded { takeLease() }
    return isFounded
  }

  private func takeLease() {
    state.withLock {
      $0.isFounded = true
      guard $0.wantsLease else { return }
      $0.wantsLease = false
      $0.lease = StoreLease(in: place, unfinished: $0.unfinished)
    }
  }

  /// At most once a minute for each object: eviction does not ask for more.
  private func markUse(of file: Descriptor) {
    guard let status = try? file.status() else { return }
    let (age, isAgeless) = timespec.now.nanoseconds.subtractingReportingOverflow(status.st_mtim.nanoseconds)
    // A use that lies ahead was marked by a clock that was wrong, and would shield the object for ever.
    if isAgeless || !(0..<ArtifactStore.markInterval).contains(age) { file.markUse() }
  }

  static let markInterval: Int64 = 60_000_000_000

  private func prepare(for size: Int) throws(SystemFailure) {
    if !state.withLock(\.isFounded) {
      if place.state == .absent { try place.found() }
      if case .foreign(let why) = place.state { throw SystemFailure(code: EINVAL, description: why) }
    }
    takeLease()
    try checkRoom(for: size)
  }

  private func checkRoom(for size: Int) throws(SystemFailure) {
    if state.withLock(\.isFull) { throw SystemFailure(code: ENOSPC, description: "the disk is full") }
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0 else { return }
    let unit = Int64(disk.f_frsize)
    let reserve = reserve ?? min(256 << 20, Int64(disk.f_blocks) * unit / 20)
    guard Int64(disk.f_bavail) * unit - Int64(size) >= reserve else {
      throw SystemFailure(code: ENOSPC, description: "the disk is nearly full")
    }
  }

  /// False where another process took the file away while it was written.
  private func write(_ value: Data, for key: StoreKey) throws(SystemFailure) -> Bool {
    let (folder, temporary) = (try place.open(StorePlace(of: key).folders, making: true), StoreFolder.temporaryName)
    let file = try folder.create(temporary)
    let path = place.path(of: StorePlace(folders: StorePlace(of: key).folders, name: temporary))
    Transient.add(path, in: folder)
    // Whatever comes of it, nothing has that name then.
    defer { Transient.remove(path) }
    // The lock is a sign to those who sweep, and lasts until the file is closed.
    if file.lock() == .heldByAnother { return false }
    try ObjectFile.write(value, for: key, to: file)
    // The folder is not made safe as well: a loss of power may lose the name, and then the work is done again.
    try file.synchronizeContent()
    do throws(SystemFailure) { try folder.rename(temporary, to: key.description) } catch {
      if error.code == ENOENT { return false }
      throw error
    }
    return true
  }

  /// Removes a damaged file unless an intact one has taken its place since.
  func remove(_ file: Descriptor, at place: StorePlace) {
    guard let folder = try? self.place.open(place.folders), let status = try? file.status(),
      let current = try? folder.status(of: place.name), (current.st_ino, current.st_dev) == (status.st_ino, status.st_dev)
    else { return }
    try? folder.remove(place.name)
  }
}
