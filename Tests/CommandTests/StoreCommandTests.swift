import Foundation
import TestSupport
import Testing

/// `cutlist store …`, over a store whose one result was made by hand.
@Suite struct StoreCommandTests {
  private let folder: TemporaryFolder
  /// A key, and what a store keeps under it: `abc`.
  private let key = String(repeating: "5a", count: 32)

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("store/objects/5a"), withIntermediateDirectories: true)
    try write(Data("cutlist store 1\n".utf8), "format")
    var object = Data("cutlist\n".utf8) + Data([1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]) + Data("abc".utf8)
    try (object + Data(key.utf8)).write(to: URL(fileURLWithPath: folder.path("sealed")))
    let seal = try CommandLineTool.run("sha256sum", [folder.path("sealed")]).prefix(64)
    for index in stride(from: 0, to: 64, by: 2) {
      object.append(UInt8(seal.dropFirst(index).prefix(2), radix: 16)!)
    }
    try write(object, "objects/5a/\(key)")
  }

  private func write(_ data: Data, _ name: String) throws {
    try data.write(to: URL(fileURLWithPath: folder.path("store/\(name)")))
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(["store"] + arguments + ["--store", folder.path("store")])
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let result = try Program.run(["store"] + arguments + ["--store", folder.path("store"), "--format", "json"])
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test func itSaysWhatIsThere() throws {
    let result = try run("stat")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output == "\(folder.path("store")): 1 result, 55 B of 10.0 GB\n")
    let report = try json("stat")
    #expect(report["objects"] as? Int == 1 && report["bytes"] as? Int == 55 && report["users"] as? Int == 0)
    #expect(report["folder"] as? String == folder.path("store") && report["limit"] as? Int == 10_000_000_000)
  }

  @Test func itFindsDamage() throws {
    let intact = try run("verify")
    #expect(intact.status == 0 && intact.output == "1 result, 55 B, intact\n", "\(intact.output)")
    try write(Data("cutlist\nand more".utf8), "objects/5a/\(key)")
    let damaged = try run("verify")
    #expect(damaged.status == 3)
    #expect(
      damaged.output == "\(folder.path("store/objects/5a/\(key)")) was damaged and is removed\n0 results, 0 B, intact\n"
    )
    #expect(try run("verify").status == 0)
  }

  @Test func itIsSweptAndCleared() throws {
    try write(Data(), "objects/5a/.left.part")
    #expect(try run("gc").output == "removed 0 results, 0 B and 1 leftover; left are 1 result, 55 B\n")
    #expect(try json("gc", "--limit", "1k")["removedObjects"] as? Int == 0)
    let swept = try json("gc", "--limit", "54")
    #expect(swept["removedObjects"] as? Int == 1 && swept["removedBytes"] as? Int == 55 && swept["bytes"] as? Int == 0)
    #expect(try run("clear").output == "removed 0 results, 0 B; left are 0 results, 0 B\n")
  }

  @Test func theEnvironmentChoosesFolderAndLimit() throws {
    let environment = ["XDG_CACHE_HOME": folder.url.path, "CUTLIST_STORE_LIMIT": "20M"]
    let folderThere = folder.path("cutlist")
    try FileManager.default.moveItem(atPath: folder.path("store"), toPath: folderThere)
    #expect(
      try Program.run(["store", "stat"], environment: environment).output
        == "\(folderThere): 1 result, 55 B of 20.0 MB\n")
    let wrong = try Program.run(["store", "stat"], environment: ["CUTLIST_STORE_LIMIT": "much"])
    #expect(wrong.status == 2 && wrong.errors.contains("`much` is none"))
  }

  @Test func whatIsNoneOrAnothersIsLeftAlone() throws {
    #expect(try run("gc", "--limit", "lots").status == 2)
    #expect(try run("frobnicate").status == 2)
    try write(Data("cutlist store 7\n".utf8), "format")
    for command in ["stat", "gc", "verify", "clear"] {
      let result = try run(command)
      #expect(result.status == 3 && result.output.isEmpty && result.errors.contains("a newer cutlist wrote it"))
    }
    #expect(FileManager.default.fileExists(atPath: folder.path("store/objects/5a/\(key)")))
    let nowhere = try Program.run("store", "stat", "--store", folder.path("nowhere"))
    #expect(nowhere.status == 0 && nowhere.output.contains(": 0 results, 0 B of"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
  }

  @Test func whatCannotBeListedIsAFailure() throws {
    let whole = folder.path("store/objects")
    try FileManager.default.moveItem(atPath: whole, toPath: folder.path("aside"))
    try write(Data(), "objects")
    for command in ["stat", "gc", "verify", "clear"] {
      let result = try run(command)
      #expect(result.status == 3 && (result.output + result.errors).contains("\(whole): not a directory"), "\(command)")
    }
  }
}
