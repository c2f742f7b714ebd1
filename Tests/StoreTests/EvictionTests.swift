import Foundation
import Store
import TestSupport
import Testing

/// What goes first, what stays, and what is never touched.
@Suite struct EvictionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Ten results of about a kilobyte, of which 9 was used last and 0 longest ago.
  private func fill(_ store: ArtifactStore) throws {
    for index in 0..<10 {
      #expect(store.keep(Data(count: 1000), for: key("\(index)")))
      try folder.age("\(index)", seconds: Double(10000 - index * 600))
    }
  }

  private func left(in store: ArtifactStore) -> [Int] { (0..<10).filter { store.contains(key("\($0)")) } }

  @Test func whatWasUsedLongestAgoGoesFirst() throws {
    let store = folder.store(limit: 5500)
    try fill(store)
    // Reading marks use.
    #expect(store.value(for: key("2")) != nil && store.contains(key("4")))
    let sweep = try #require(store.evict())
    #expect(sweep.removedObjects == 5 && sweep.contents.objects == 5)
    #expect(sweep.contents.bytes <= 5500 && sweep.contents.bytes + sweep.removedBytes == 10520)
    #expect(left(in: store) == [2, 4, 7, 8, 9])
    #expect(store.stat().bytes == sweep.contents.bytes)
  }

  @Test func markingIsRareAndMendsMarksThatLieAhead() throws {
    let store = folder.store()
    #expect(store.keep(Data(count: 10), for: key("a")))
    func mark() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: folder.object("a"))[.modificationDate] as? Date
    }
    try folder.age("a", seconds: 30)
    let before = try mark()
    #expect(store.value(for: key("a")) != nil)
    #expect(try mark() == before)
    for seconds in [90.0, -5000] {
      try folder.age("a", seconds: seconds)
      #expect(store.value(for: key("a")) != nil)
      let date = try #require(try mark())
      #expect(abs(date.timeIntervalSinceNow) < 20)
    }
  }

  @Test func withoutNewResultsThereIsNothingToDo() throws {
    try fill(folder.store())
    let reader = folder.store(limit: 0)
    #expect(reader.value(for: key("3")) != nil)
    #expect(reader.evict() == nil)
    #expect(left(in: reader).count == 10)
  }

  @Test func whatARunningProcessUsesStays() throws {
    let early = folder.store()
    try fill(early)
    early.evict()
    // Two others run: one has read 3, one has written a new result.
    let (running, other) = (folder.store(), folder.store())
    #expect(running.value(for: key("3")) != nil && other.keep(Data(count: 1000), for: key("new")))
    #expect(folder.store().stat().users == 2)
    let sweep = folder.store(limit: 0).gc()
    #expect(sweep.removedObjects == 9 && sweep.contents.objects == 2)
    #expect(running.value(for: key("3")) != nil && other.value(for: key("new")) != nil)
    // It ends; only what is used by nobody else goes.
    running.evict()
    #expect(folder.store(limit: 0).gc().removedObjects == 0, "the other one may have begun earlier")
    other.evict()
    #expect(folder.store(limit: 0).gc().contents == StoreContents())
  }

  @Test func aProcessHoldsNothingBackFromItself() throws {
    let store = folder.store(limit: 3000)
    for index in 0..<10 { #expect(store.keep(Data(count: 1000), for: key("\(index)"))) }
    #expect(store.evict()?.contents.objects == 2)
  }

  @Test func leftoversGo() throws {
    let store = folder.store()
    #expect(store.keep(Data(count: 10), for: key("a")))
    let shard = URL(fileURLWithPath: folder.object("a")).deletingLastPathComponent().path
    for path in ["\(shard)/.abc.part", folder.path("store/.def.part"), folder.path("store/leases/ghi.lease")] {
      try Data(count: 5).write(to: URL(fileURLWithPath: path))
    }
    #expect(store.stat().temporaries == 2)
    let sweep = store.gc()
    #expect(sweep.removedLeftovers == 3 && sweep.removedObjects == 0)
    #expect(sweep.contents == StoreContents(objects: 1, bytes: 62, temporaries: 0, users: 1))
    #expect(store.value(for: key("a")) != nil)
  }

  /// What a render leaves behind that could not tidy up, the next one removes.
  @Test(arguments: [false, true]) func leftoversGoWithTheNextRender(keepsSomething: Bool) throws {
    #expect(folder.store().keep(Data(count: 10), for: key("a")))
    let lease = folder.path("store/leases/ghi.lease"), part = folder.path("store/.def.part")
    let beside = folder.object("a").replacing(key("a").description, with: ".jkl.part")
    for path in [lease, part, beside] { try Data().write(to: URL(fileURLWithPath: path)) }
    let store = folder.store()
    #expect(store.value(for: key("a")) != nil)
    if keepsSomething { #expect(store.keep(Data(count: 10), for: key("b"))) }
    store.evict()
    #expect(!FileManager.default.fileExists(atPath: lease) && !FileManager.default.fileExists(atPath: part))
    #expect(FileManager.default.fileExists(atPath: beside) == !keepsSomething)
  }

  @Test func whatIsBeingWrittenStays() throws {
    let store = folder.store()
    #expect(store.keep(Data(count: 10), for: key("a")))
    let path = folder.path("store/objects/\(key("a").description.prefix(2))/.abc.part")
    try Data(count: 5).write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(store.gc().removedLeftovers == 0 && store.clear().removedLeftovers == 0)
    #expect(FileManager.default.fileExists(atPath: path))
    try file.close()
    #expect(store.gc().removedLeftovers == 1)
  }

  @Test func filesOfOthersAreNeverTouched() throws {
    let store = folder.store()
    try fill(store)
    let foreign = ["holiday.mp4", "objects/notes.txt", "objects/ab/notes.txt", "objects/ab/" + key("3").description]
    try FileManager.default.createDirectory(
      atPath: folder.path("store/objects/ab"), withIntermediateDirectories: true)
    for name in foreign { try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path("store/\(name)"))) }
    #expect(store.clear().removedObjects == 10)
    _ = store.gc(limit: ByteCount(0))
    #expect(store.verify().objects == 0)
    #expect(Set(foreign).isSubset(of: folder.files), "\(folder.files)")
    #expect(left(in: store).isEmpty && store.stat().objects == 0)
  }
}
