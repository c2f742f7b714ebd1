import Foundation
import Platform
import Store
import TestSupport
import Testing

@Suite struct FingerprintTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An hour ahead: no file has changed just now.
  private func fingerprints(in store: ArtifactStore?, later seconds: Double = 3600) -> Fingerprints {
    Fingerprints(in: store) { Int64((Date().timeIntervalSince1970 + seconds) * 1e9) }
  }

  private func write(_ text: String, _ name: String = "a.bin") throws -> String {
    // In place, so that the file keeps its identity but for the times.
    if !FileManager.default.fileExists(atPath: folder.path(name)) {
      try Data().write(to: URL(fileURLWithPath: folder.path(name)))
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path(name)))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
    return folder.path(name)
  }

  @Test func itIsTheContentsHash() throws {
    let path = try write("abc")
    let fingerprint = try fingerprints(in: nil).fingerprint(of: path)
    #expect(fingerprint.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(try fingerprints(in: nil).fingerprint(of: try write("abc", "b.bin")) == fingerprint)
    #expect(try fingerprints(in: nil).fingerprint(of: try write("abd")) != fingerprint)
    let long = Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try long.write(to: URL(fileURLWithPath: path))
    let expected = try CommandLineTool.run("sha256sum", [path]).prefix(64)
    #expect(try fingerprints(in: nil).fingerprint(of: path).description == expected)
  }

  @Test func aSecondRunReadsNothing() throws {
    let path = try write("abc")
    let store = folder.store()
    let first = fingerprints(in: store)
    let fingerprint = try first.fingerprint(of: path)
    #expect(try first.fingerprint(of: path) == fingerprint && first.bytesRead == 3)
    let second = fingerprints(in: folder.store())
    #expect(try second.fingerprint(of: path) == fingerprint && second.bytesRead == 0)
    // The folder above is another: the file is the same.
    try FileManager.default.createDirectory(atPath: folder.path("moved"), withIntermediateDirectories: true)
    #expect(link(path, folder.path("moved/other.bin")) == 0)
    let third = fingerprints(in: folder.store())
    #expect(try third.fingerprint(of: folder.path("moved/other.bin")) == fingerprint && third.bytesRead == 3)
    #expect(store.statistics == StoreStatistics(), "fingerprints are not counted as results of work")
  }

  @Test func theSameSizeAndTimeAreNotTheSameFile() throws {
    let path = try write("abc")
    let store = folder.store()
    let before = try fingerprints(in: store).fingerprint(of: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let identity = try #require(FileIdentity(path: path))
    Thread.sleep(forTimeInterval: 0.05)
    _ = try write("xyz")
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(attributes[.modificationDate])], ofItemAtPath: path)
    let after = try fingerprints(in: store).fingerprint(of: path)
    #expect(after != before && FileIdentity(path: path) != identity)
  }

  /// Another name or other rights that come while it is read leave what it holds as it is. But nothing is remembered then.
  @Test func anotherNameThatComesWhileItIsReadIsNoChange() throws {
    let path = try write("abc")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 40_000_000)
    try file.close()
    let expected = try fingerprints(in: nil).fingerprint(of: path)
    let store = folder.store()
    let isOver = DispatchSemaphore(value: 0)
    let other = folder.path("other.bin")
    Thread.detachNewThread {
      while isOver.wait(timeout: .now()) == .timedOut {
        link(path, other)
        unlink(other)
      }
      isOver.signal()
    }
    defer { isOver.signal() }
    #expect(try fingerprints(in: store).fingerprint(of: path) == expected)
  }

  @Test func whatChangedJustNowIsReadAgain() throws {
    let path = try write("abc")
    let store = folder.store()
    let now = Fingerprints(in: store)
    _ = try now.fingerprint(of: path)
    _ = try now.fingerprint(of: path)
    #expect(now.bytesRead == 6)
    let behind = fingerprints(in: store, later: -3600)
    _ = try behind.fingerprint(of: path)
    #expect(behind.bytesRead == 3)
    _ = try fingerprints(in: store).fingerprint(of: path)
    let later = Fingerprints(in: store)
    _ = try later.fingerprint(of: path)
    #expect(later.bytesRead == 0)
  }

  @Test func aDamagedFingerprintIsTakenAgain() throws {
    let path = try write("abc")
    let store = folder.store()
    let fingerprint = try fingerprints(in: store).fingerprint(of: path)
    for name in folder.files where name.hasPrefix("objects/") {
      try Data("junk".utf8).write(to: URL(fileURLWithPath: folder.path("store/\(name)")))
    }
    let second = fingerprints(in: store)
    #expect(try second.fingerprint(of: path) == fingerprint && second.bytesRead == 3)
  }

  @Test func whatCannotBeRead() throws {
    #expect { try Fingerprints(in: nil).fingerprint(of: folder.path("gone")) } throws: { error in
      (error as? SystemFailure)?.code == ENOENT
    }
    #expect { try Fingerprints(in: nil).fingerprint(of: folder.url.path) } throws: { error in
      (error as? SystemFailure)?.code == EISDIR
    }
  }

  @Test func identitiesTellWhatWasWritten() throws {
    let path = try write("abc")
    let identity = try #require(FileIdentity(path: path))
    #expect(FileIdentity(path: path) == identity && identity.size == 3)
    // Another name and other rights are no other content.
    Thread.sleep(forTimeInterval: 0.05)
    #expect(link(path, folder.path("second")) == 0)
    let linked = try #require(FileIdentity(path: path))
    #expect(linked != identity && linked.isUnwritten(since: identity))
    _ = try write("abcd")
    #expect(try #require(FileIdentity(path: path)).isUnwritten(since: identity) == false)
    try FileManager.default.removeItem(atPath: path)
    #expect(FileIdentity(path: path) == nil)
  }
}
