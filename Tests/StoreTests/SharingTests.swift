import Foundation
import Store
import Synchronization
import TestSupport
import Testing

/// Many at once, some of them killed.
@Suite struct SharingTests {
  /// What a key's result is, whoever makes it.
  static func value(_ index: Int) -> Data { Data(repeating: UInt8(index), count: 20_000 + index * 5000) }

  @Test func threadsReadAndWriteTheSameResults() throws {
    let folder = try TemporaryFolder()
    let (store, other) = (folder.store(), folder.store())
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let own = thread % 2 == 0 ? store : other
      for round in 0..<40 {
        let index = (round * 7 + thread) % 10
        if let found = own.value(for: key("\(index)")) {
          if found != Self.value(index) { wrong.add(1, ordering: .relaxed) }
          if round % 5 == 0 { _ = own.gc(limit: ByteCount(200_000)) }
        } else if !own.keep(Self.value(index), for: key("\(index)")) {
          wrong.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0, "\(store.complaint ?? "") \(other.complaint ?? "")")
    #expect(store.verify().damaged.isEmpty && store.stat().temporaries == 0)
    #expect(store.statistics.damaged + other.statistics.damaged == 0)
    let counts = [store.statistics, other.statistics]
    #expect(counts.map { $0.hits + $0.misses }.reduce(0, +) == 320)
  }

  @Test func writersAreKilledAtAnyMoment() throws {
    let folder = try TemporaryFolder()
    let store = folder.store()
    var sawUsers = false
    var hits = 0
    for round in 0..<12 {
      let writers = try (0..<2).map { _ in try WriterProcess.start(in: folder.path("store")) }
      defer {
        for writer in writers {
          kill(writer.processIdentifier, SIGKILL)
          writer.waitUntilExit()
        }
      }
      // Until both are at it.
      while store.stat().users < 2, writers.allSatisfy(\.isRunning) { Thread.sleep(forTimeInterval: 0.002) }
      try #require(writers.allSatisfy { $0.isRunning })
      sawUsers = true
      for index in 0..<10 {
        guard let found = store.value(for: key("\(index)")) else { continue }
        hits += 1
        #expect(found == Self.value(index))
      }
      usleep(UInt32(round * 1700))
    }
    #expect(sawUsers && hits > 0 && store.statistics.damaged == 0)
    let sweep = store.gc()
    #expect(sweep.contents.temporaries == 0 && store.verify().damaged.isEmpty)
    #expect(folder.files.filter { $0.hasSuffix(".part") }.isEmpty)
    #expect(folder.files.filter { $0.hasSuffix(".lease") }.count == 1)
  }
}

/// A process that writes to a store until it is killed: this test bundle, run for one test alone.
@Suite struct WriterProcess {
  private static let variable = "CUTLIST_TEST_WRITER"
  private static let folder = ProcessInfo.processInfo.environment[variable]

  static func start(in folder: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "WriterProcess"]
    process.environment = ProcessInfo.processInfo.environment.merging([variable: folder]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(.enabled(if: folder != nil, "only as a process of its own")) func writesUntilItIsKilled() throws {
    let store = ArtifactStore(folder: try #require(Self.folder))
    for round in 0... {
      let index = round % 10
      try #require(store.keep(SharingTests.value(index), for: key("\(index)")), "\(store.complaint ?? "")")
    }
  }
}
