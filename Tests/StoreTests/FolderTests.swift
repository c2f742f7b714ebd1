import Foundation
import Platform
import Store
import TestSupport
import Testing

/// Folders that cannot be used cost nothing but the work that is done again.
@Suite struct FolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func nothingIsMadeBeforeSomethingIsKept() throws {
    let store = folder.store()
    #expect(store.value(for: key("a")) == nil && !store.contains(key("a")))
    #expect(store.stat() == StoreContents() && store.gc().removedObjects == 0 && store.verify().objects == 0)
    #expect(store.evict() == nil && store.clear().removedObjects == 0)
    #expect(!FileManager.default.fileExists(atPath: store.folder))
    #expect(store.keep(Data([1]), for: key("a")))
    let names = folder.files.filter { !$0.hasPrefix("leases/") }
    #expect(names == ["CACHEDIR.TAG", "format", "objects/\(key("a").description.prefix(2))/\(key("a"))"])
    // Another that began before sees it.
    #expect(folder.store().value(for: key("a")) == Data([1]))
    let attributes = try FileManager.default.attributesOfItem(atPath: store.folder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  /// A store is not created in a folder of another program; `lost+found` of a file system does not count as one.
  @Test(arguments: [("HEAD", false), ("lost+found", true), ("objects", true)])
  func foldersThatHoldSomethingElseAreLeftAlone(name: String, isTaken: Bool) throws {
    let store = folder.store()
    try FileManager.default.createDirectory(atPath: store.folder + "/" + name, withIntermediateDirectories: true)
    #expect(store.keep(Data([1]), for: key("a")) == isTaken)
    #expect((store.objection == nil) == isTaken && folder.files.contains("format") == isTaken)
  }

  @Test(
    arguments: [
      ("cutlist store 2\n", "a newer cutlist wrote it"), ("cutlist store 999", "a newer cutlist wrote it"),
      ("cutlist store 0", "an older cutlist wrote it"), ("photographs", "its file `format` is not cutlist's"),
      ("", "its file `format` is not cutlist's"),
    ])
  func foldersOfOtherVersionsAreLeftAlone(format: String, why: String) throws {
    #expect(folder.store().keep(Data([1]), for: key("a")))
    try format.write(toFile: folder.path("store/format"), atomically: true, encoding: .utf8)
    let before = folder.files
    let store = folder.store(limit: 0)
    #expect(store.value(for: key("a")) == nil && !store.contains(key("a")))
    #expect(!store.keep(Data([2]), for: key("b")))
    _ = store.evict()
    _ = store.gc(limit: ByteCount(0))
    _ = store.clear()
    #expect(folder.files == before && store.stat().objects == 0)
    #expect(store.objection == "\(store.folder) is left alone: \(why)")
    #expect(store.complaint == "cannot keep finished work in \(store.folder): \(why)")
    #expect(store.statistics.misses == 1 && store.statistics.writes == 0)
  }

  @Test func aFileIsNoStore() throws {
    try "mine".write(toFile: folder.path("store"), atomically: true, encoding: .utf8)
    let store = folder.store()
    #expect(store.objection == "\(store.folder) is left alone: it cannot be opened: not a directory")
    #expect(!store.keep(Data([1]), for: key("a")) && store.value(for: key("a")) == nil)
    _ = store.clear()
    #expect(try String(contentsOfFile: folder.path("store"), encoding: .utf8) == "mine")
  }

  /// A folder that not even the superuser can make.
  @Test func aFolderThatCannotBeMade() {
    let store = ArtifactStore(folder: "/proc/self/cutlist/store")
    for name in ["a", "b"] {
      #expect(!store.keep(Data([1]), for: key(name)) && store.value(for: key(name)) == nil)
    }
    #expect(store.complaint == "cannot keep finished work in /proc/self/cutlist/store: no such file or directory")
    #expect(store.evict() == nil && store.statistics.misses == 2)
  }

  /// What lies behind a link is not the store's: it is neither read nor removed.
  @Test(arguments: ["objects", "leases"]) func aFolderInItThatIsALinkIsNotFollowed(name: String) throws {
    #expect(folder.store().keep(Data([1]), for: key("a")))
    let inner = folder.path("store/\(name)")
    try FileManager.default.moveItem(atPath: inner, toPath: folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(atPath: inner, withDestinationPath: folder.path("elsewhere"))
    let before = FileManager.default.enumerator(atPath: folder.path("elsewhere"))?.allObjects.count
    let store = folder.store(limit: 0)
    #expect(store.value(for: key("a")) == nil && !store.contains(key("a")) && !store.keep(Data([2]), for: key("b")))
    _ = store.gc(limit: ByteCount(0))
    _ = store.clear()
    #expect(FileManager.default.enumerator(atPath: folder.path("elsewhere"))?.allObjects.count == before)
    #expect(store.objection == "\(store.folder) is left alone: its folder `\(name)` is a symbolic link")
  }

  /// Somebody else may have made the folder: what its own folders lead to is neither read, nor written, nor removed.
  @Test func aShardThatIsALinkIsNotFollowed() throws {
    #expect(folder.store().keep(Data([1]), for: key("a")))
    let shard = PathName.folder(of: folder.object("a"))
    let elsewhere = folder.path("elsewhere")
    try FileManager.default.moveItem(atPath: shard, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: shard, withDestinationPath: elsewhere)
    let damaged = String(key("a").description.dropLast(4)) + "0000"
    for name in [".abc.part", damaged] { try Data([2]).write(to: URL(fileURLWithPath: "\(elsewhere)/\(name)")) }
    let before = try FileManager.default.contentsOfDirectory(atPath: elsewhere).sorted()
    let store = folder.store(limit: 0)
    #expect(store.value(for: key("a")) == nil && !store.contains(key("a")) && !store.keep(Data([2]), for: key("a")))
    #expect(store.complaint == "cannot keep finished work in \(store.folder): not a directory")
    let unreadable = ["\(shard): not a directory"]
    #expect(store.stat() == StoreContents(users: 1, unreadable: unreadable))
    let verified = store.verify()
    #expect(verified.objects == 0 && verified.damaged.isEmpty && verified.unreadable == unreadable)
    #expect(store.gc().removedLeftovers == 0 && store.clear().removedObjects == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).sorted() == before)
  }

  @Test func whatStandsInPlaceOfTheFormatIsNotWaitedFor() throws {
    #expect(folder.store().keep(Data([1]), for: key("a")))
    try FileManager.default.removeItem(atPath: folder.path("store/format"))
    #expect(mkfifo(folder.path("store/format"), 0o600) == 0)
    #expect(folder.store().objection == "\(folder.path("store")) is left alone: its file `format` cannot be read: it is no file")
  }

  /// Whoever made a folder that is not the user's own may have written its leases.
  @Test func leasesOfOthersNameNothingThatIsRemoved() throws {
    let store = folder.store()
    store.note(unfinished: "/nowhere/.a.mp4.1.part")
    #expect(store.keep(Data([1]), for: key("a")))
    let lease = try #require(folder.files.first { $0.hasPrefix("leases/") })
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("store/\(lease)"))).isEmpty)
    let left = folder.path(".movie.mp4.1a.part")
    try Data([1]).write(to: URL(fileURLWithPath: left))
    let crafted = folder.path("store/leases/x.lease")
    for end in [{ folder.store().gc() }, { folder.store().clear() }] {
      try "\(left)\n".write(toFile: crafted, atomically: true, encoding: .utf8)
      #expect(end().removedLeftovers == 1 && !FileManager.default.fileExists(atPath: crafted))
      #expect(FileManager.default.fileExists(atPath: left))
    }
  }

  /// A lease of the user's own store that nobody holds any more says what its process left unfinished, wherever that is.
  @Test func whatAKilledProcessLeftElsewhereIsRemoved() throws {
    #expect(folder.store().keep(Data([1]), for: key("a")))
    let (left, movie) = (folder.path(".movie.mp4.1a.part"), folder.path("movie.mp4"))
    for path in [left, movie] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    try "\(left)\n\(movie)\nrelative\n".write(
      toFile: folder.path("store/leases/x.lease"), atomically: true, encoding: .utf8)
    #expect(folder.store(isOwn: true).gc().removedLeftovers == 2)
    #expect(!FileManager.default.fileExists(atPath: left) && FileManager.default.fileExists(atPath: movie))
  }

  @Test func whatIsNotFinishedStandsInTheLease() throws {
    let store = folder.store(isOwn: true)
    store.note(unfinished: "/nowhere/.a.mp4.1.part")
    #expect(store.keep(Data([1]), for: key("a")))
    store.note(unfinished: "/nowhere/.b.mp4.2.part")
    let lease = try #require(folder.files.first { $0.hasPrefix("leases/") })
    let text = try String(contentsOfFile: folder.path("store/\(lease)"), encoding: .utf8)
    #expect(text == "/nowhere/.a.mp4.1.part\n/nowhere/.b.mp4.2.part\n")
    // It is held, so nothing of it is removed.
    #expect(folder.store(isOwn: true).gc().removedLeftovers == 0)
  }

  @Test func aFileInPlaceOfAFolder() throws {
    #expect(folder.store().keep(Data([1]), for: key("a")))
    try FileManager.default.removeItem(atPath: folder.path("store/objects"))
    try Data().write(to: URL(fileURLWithPath: folder.path("store/objects")))
    let store = folder.store()
    #expect(!store.keep(Data([1]), for: key("a")) && store.value(for: key("a")) == nil)
    #expect(store.complaint?.hasSuffix(": not a directory") == true, "\(store.complaint ?? "")")
    #expect(store.verify().objects == 0 && store.gc().removedObjects == 0)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func aReadOnlyFolderIsReadAndNotWritten() throws {
    #expect(folder.store().keep(Data([1]), for: key("a")))
    let shard = URL(fileURLWithPath: folder.object("a")).deletingLastPathComponent().path
    let places = [shard, folder.path("store/objects"), folder.path("store")]
    for path in places { try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: path) }
    defer {
      for path in places { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
    }
    let store = folder.store()
    #expect(store.value(for: key("a")) == Data([1]) && !store.keep(Data([2]), for: key("b")))
    #expect(store.complaint?.hasSuffix(": permission denied") == true)
  }

  @Test func aDiskThatIsNearlyFull() {
    let store = ArtifactStore(folder: folder.path("store"), reserve: .max)
    #expect(!store.keep(Data([1]), for: key("a")) && !store.keep(Data([1]), for: key("b")))
    #expect(store.complaint == "cannot keep finished work in \(store.folder): the disk is nearly full")
    #expect(store.statistics.writes == 0 && store.stat().objects == 0)
  }

  /// What this process kept makes room for its movie; what others kept stays, and nothing more is kept.
  @Test func whatWasKeptMakesRoom() {
    folder.store().keep(Data([1]), for: key("a"))
    let store = folder.store()
    #expect(!store.giveBack())
    let other = folder.store()
    #expect(other.keep(Data([2]), for: key("b")) && other.keep(Data([3]), for: key("c")))
    #expect(other.giveBack() && !other.giveBack())
    #expect(folder.store().value(for: key("a")) == Data([1]) && folder.store().value(for: key("b")) == nil)
    #expect(!other.keep(Data([4]), for: key("d")) && other.complaint?.contains("the movie needs the room") == true)
  }

  @Test func theFoldersAndLimitsOfTheEnvironment() throws {
    #expect(ArtifactStore.folder(in: ["XDG_CACHE_HOME": "/caches"], account: "/home/a") == "/caches/cutlist")
    #expect(ArtifactStore.folder(in: ["XDG_CACHE_HOME": "caches"], account: "/home/a") == "/home/a/.cache/cutlist")
    #expect(ArtifactStore.folder(in: [:], account: "/home/a") == "/home/a/.cache/cutlist")
    #expect(ArtifactStore.folder(in: ["HOME": "/home/b"], account: "/home/a") == "/home/b/.cache/cutlist")
    #expect(ArtifactStore.folder(in: ["HOME": "b"], account: "/home/a") == "/home/a/.cache/cutlist")
    #expect(try ArtifactStore.limit(in: [:]) == ByteCount(10_000_000_000))
    #expect(try ArtifactStore.limit(in: ["CUTLIST_STORE_LIMIT": "500M"]) == ByteCount(500_000_000))
    #expect(throws: UnreadableByteCount(text: "lots")) { try ArtifactStore.limit(in: ["CUTLIST_STORE_LIMIT": "lots"]) }
    let opened = try ArtifactStore.opening("work", in: ["CUTLIST_STORE_LIMIT": "500M"])
    #expect((opened.folder, opened.limit, opened.isOwn) == ("work", ByteCount(500_000_000), false))
    #expect(try ArtifactStore.opening(nil, in: [:]).isOwn)
  }

  @Test(
    arguments: [
      ("0", 0), ("512", 512), ("10G", 10_000_000_000), ("1.5 GB", 1_500_000_000), ("64KiB", 65536), ("2Ti", 2 << 40),
      ("500M", 500_000_000), ("1k", 1000), ("", nil), ("G", nil), ("-1", nil), ("1i", nil), ("1X", nil), ("1,5G", nil),
      ("99999999999T", nil), ("9223372036854775808", nil),
    ] as [(String, Int64?)])
  func sizes(text: String, bytes: Int64?) { #expect(ByteCount(text)?.bytes == bytes) }

  @Test func sizesInWords() {
    let words = [0, 999, 1000, 62_345, 999_960, 10_000_000_000, 5_000_000_000_000].map { "\(ByteCount(Int64($0)))" }
    #expect(words == ["0 B", "999 B", "1.00 KB", "62.3 KB", "1.00 MB", "10.0 GB", "5.0 TB"])
  }

  /// What the system does not say is not taken for nothing.
  @Test func whatCannotBeListedIsSaid() throws {
    let store = folder.store()
    #expect(store.keep(Data([1]), for: key("a")))
    store.evict()
    let shard = String(key("a").description.prefix(2))
    let whole = folder.path("store/objects/\(shard)")
    try FileManager.default.moveItem(atPath: whole, toPath: folder.path("aside"))
    try Data().write(to: URL(fileURLWithPath: whole))
    let failures = ["\(whole): not a directory"]
    #expect(store.stat().unreadable == failures && store.verify().unreadable == failures)
    #expect(store.gc().failures == failures && store.clear().failures == failures)
    try FileManager.default.removeItem(atPath: whole)
    try FileManager.default.moveItem(atPath: folder.path("aside"), toPath: whole)
    #expect(store.stat().unreadable.isEmpty && store.stat().objects == 1)
    // Its own word about itself that cannot be read is not none.
    try FileManager.default.removeItem(atPath: folder.path("store/format"))
    try FileManager.default.createDirectory(
      atPath: folder.path("store/format"), withIntermediateDirectories: false)
    #expect(folder.store().objection?.hasSuffix("its file `format` cannot be read: it is no file") == true)
  }

  /// In a process of its own, since memory counts for all that a process does.
  @Test func nothingIsKeptOfWorkThatLackedMemory() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let store = folder.store()
      #expect(store.keep(Data([1]), for: key("a")))
      #expect(RefusedAllocation.ask())
      #expect(!store.keep(Data([2]), for: key("b")))
      #expect(store.complaint == "cannot keep finished work in \(store.folder): cannot allocate memory")
      #expect(folder.store().value(for: key("a")) == Data([1]) && folder.store().value(for: key("b")) == nil)
      #expect(folder.store().keep(Data([2]), for: key("b")), "another piece of work")
    }
  }
}
