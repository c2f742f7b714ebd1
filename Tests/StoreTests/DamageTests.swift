import Foundation
import Store
import TestSupport
import Testing

/// Whatever happens to a file, what is read is what was kept or nothing.
@Suite struct DamageTests {
  private let folder: TemporaryFolder
  private let store: ArtifactStore
  private let value = Data((0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) })

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    #expect(store.keep(value, for: key("a")))
  }

  private func damage(_ change: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.object("a")))
    change(&bytes)
    try bytes.write(to: URL(fileURLWithPath: folder.object("a")))
  }

  private var isRemoved: Bool { !FileManager.default.fileExists(atPath: folder.object("a")) }

  @Test func whatIsKeptIsThere() {
    #expect(store.value(for: key("a")) == value)
    #expect(store.value(for: key("b")) == nil)
    #expect(store.keep(Data(), for: key("b")) && store.value(for: key("b")) == Data())
    #expect(store.contains(key("b")) && !store.contains(key("c")))
    let statistics = store.statistics
    #expect(statistics.hits == 2 && statistics.misses == 1 && statistics.writes == 2 && statistics.damaged == 0)
    #expect(statistics.bytesRead == 300 && statistics.bytesWritten == 300)
    #expect(store.complaint == nil)
  }

  /// Neither what a header says of its length nor what a file has of nothing costs memory.
  @Test func whatIsSaidToBeHugeIsAbsent() throws {
    for said in [UInt64(1) << 62, UInt64.max, UInt64(Int.max) - 40, 1 << 40, 0] {
      try damage { bytes in bytes.replaceSubrange(12..<20, with: withUnsafeBytes(of: said.littleEndian, Array.init)) }
      #expect(store.value(for: key("a")) == nil && isRemoved)
      #expect(store.keep(value, for: key("a")))
    }
    // A hole of a terabyte, with a header that says so.
    let length = 1 << 40
    let header = Array("cutlist\n".utf8) + [1, 0, 0, 0]
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.object("a")))
    try file.truncate(atOffset: UInt64(length + 52))
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(header + withUnsafeBytes(of: UInt64(length).littleEndian, Array.init)))
    try file.close()
    #expect(store.value(for: key("a")) == nil && isRemoved)
    #expect(store.keep(value, for: key("a")))
    #expect(store.verify().damaged.isEmpty)
  }

  @Test func everyFlippedBit() throws {
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.object("a"))).count
    for index in 0..<size {
      try damage { $0[index] ^= 1 << UInt8(index % 8) }
      #expect(store.value(for: key("a")) == nil && isRemoved, "byte \(index)")
      #expect(store.keep(value, for: key("a")) && store.value(for: key("a")) == value)
    }
    #expect(store.statistics.damaged == size)
  }

  @Test func everyTruncation() throws {
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.object("a"))).count
    for length in 0..<size {
      try damage { $0 = $0.prefix(length) }
      #expect(store.value(for: key("a")) == nil && isRemoved, "\(length) bytes")
      #expect(store.keep(value, for: key("a")))
    }
    try damage { $0.append(0) }
    #expect(store.value(for: key("a")) == nil && isRemoved)
  }

  @Test func anotherKeysResult() throws {
    #expect(store.keep(Data([1, 2, 3]), for: key("b")))
    try FileManager.default.removeItem(atPath: folder.object("a"))
    try FileManager.default.copyItem(atPath: folder.object("b"), toPath: folder.object("a"))
    #expect(store.value(for: key("a")) == nil && isRemoved)
    #expect(store.value(for: key("b")) == Data([1, 2, 3]))
  }

  @Test func whatIsNoFile() throws {
    try FileManager.default.moveItem(atPath: folder.object("a"), toPath: folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.object("a"), withDestinationPath: folder.path("elsewhere"))
    #expect(store.value(for: key("a")) == nil)
    #expect(store.keep(value, for: key("a")) && store.value(for: key("a")) == value)
    #expect(FileManager.default.fileExists(atPath: folder.path("elsewhere")))
    try FileManager.default.removeItem(atPath: folder.object("a"))
    #expect(mkfifo(folder.object("a"), 0o600) == 0)
    #expect(store.value(for: key("a")) == nil)
    try FileManager.default.createDirectory(atPath: folder.object("a"), withIntermediateDirectories: true)
    #expect(store.value(for: key("a")) == nil && !store.keep(value, for: key("a")))
    #expect(store.complaint?.contains("cannot keep finished work in \(store.folder)") == true)
  }

  /// A folder that cannot be read any more, or is another's by now, is not an empty store.
  @Test(arguments: ["format", "link"]) func whatCannotBeReadIsNotEmpty(kind: String) throws {
    #expect(store.stat().unreadable.isEmpty)
    if kind == "format" {
      try FileManager.default.removeItem(atPath: folder.path("store/format"))
      try FileManager.default.createDirectory(atPath: folder.path("store/format"), withIntermediateDirectories: false)
    } else {
      try FileManager.default.moveItem(atPath: folder.path("store/objects"), toPath: folder.path("elsewhere"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("store/objects"), withDestinationPath: folder.path("elsewhere"))
    }
    #expect(!store.stat().unreadable.isEmpty)
    #expect(!store.verify().unreadable.isEmpty)
    #expect(!store.gc().failures.isEmpty)
    #expect(!store.clear().failures.isEmpty)
  }

  @Test func verifyingFindsAndRemovesIt() throws {
    for name in ["b", "c", "d"] { #expect(store.keep(value, for: key(name))) }
    try damage { $0[40] ^= 1 }
    try "not a result".write(toFile: folder.object("c"), atomically: false, encoding: .utf8)
    let result = store.verify()
    #expect(result.objects == 2 && result.unreadable.isEmpty)
    #expect(Set(result.damaged) == [folder.object("a"), folder.object("c")])
    #expect(isRemoved && store.value(for: key("b")) == value && store.value(for: key("c")) == nil)
    #expect(store.verify().damaged.isEmpty && store.stat().objects == 2)
  }
}
