import Foundation
import Platform
import Renderer
import TestSupport
import Testing

/// The limits that a container sets, in folders that look like the kernel's.
@Suite struct ControlGroupTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func groups(of controller: String, _ membership: String, _ files: [String: String]) throws -> [String] {
    for (name, text) in files.merging(["membership": membership], uniquingKeysWith: { $1 }) {
      let url = folder.url.appending(path: name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return ControlGroups.folders(
      of: controller, membership: folder.path("membership"), hierarchy: folder.url.path)
  }

  private func quota(_ membership: String, _ files: [String: String]) throws -> Int? {
    Processors.quota(ofGroups: try groups(of: "cpu", membership, files))
  }

  private func memory(_ membership: String, _ files: [String: String]) throws -> Int? {
    MachineMemory.limit(ofGroups: try groups(of: "memory", membership, files))
  }

  @Test func theSmallestOfTheSecondVersion() throws {
    let files = ["cpu.max": "max 100000\n", "a/cpu.max": "250000 100000\n", "a/b/cpu.max": "800000 100000\n"]
    #expect(try quota("0::/a/b\n", files) == 3)
  }

  @Test func withinAContainerTheGroupIsTheRoot() throws {
    #expect(try quota("0::/../gone\n", ["cpu.max": "50000 100000\n"]) == 1)
  }

  @Test func theFirstVersion() throws {
    let files = ["cpu/x/cpu.cfs_quota_us": "200000\n", "cpu/x/cpu.cfs_period_us": "100000\n"]
    #expect(try quota("7:memory:/y\n4:cpu,cpuacct:/x\n0::/\n", files) == 2)
  }

  /// A service manager limits the group of a process within the machine's own.
  @Test func theSmallestMemory() throws {
    let files = ["memory.max": "max\n", "a/memory.max": "419430400\n", "a/b/memory.max": "max\n"]
    #expect(try memory("0::/a/b\n", files) == 419_430_400)
    #expect(try memory("0::/../gone\n", ["memory.max": "1000\n"]) == 1000)
    #expect(try memory("7:memory:/y\n0::/\n", ["memory/y/memory.limit_in_bytes": "2000\n", "memory.max": "3000\n"]) == 2000)
    #expect(
      MachineMemory.limit(
        ofGroups: ControlGroups.folders(of: "memory", membership: "/none", hierarchy: folder.url.path)) == 3000)
    #expect(MachineMemory.resident > 1 << 20)
  }

  @Test func noLimit() throws {
    #expect(try quota("0::/a\n", ["a/cpu.max": "max 100000\n"]) == nil)
    #expect(try quota("1:cpu:/\n", ["cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"]) == nil)
    #expect(try quota("", [:]) == nil)
    #expect((1...ProcessInfo.processInfo.activeProcessorCount).contains(Processors.available))
  }
}
