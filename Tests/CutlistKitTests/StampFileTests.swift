import CutlistKit
import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// A stamp is as old as the work that it stands for.
@Suite struct StampFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func modified(_ name: String) throws -> Int64 {
    try #require(FileIdentity(path: folder.path(name))).modified
  }

  @Test func itHasTheTimeThatItIsGiven() throws {
    let time = timespec(tv_sec: 1_600_000_000, tv_nsec: 123_456_789)
    for _ in 0..<2 {
      try StampFile(folder.path("s")).touch(at: time)
      #expect(try modified("s") == 1_600_000_000_123_456_789)
    }
  }

  @Test func itIsNoOlderThanWhatTheWorkHasWritten() throws {
    let written = try #require(try WrittenFile.write(Array("a".utf8), to: folder.path("a.yaml"), .named))
    try StampFile(folder.path("s")).touch(
      at: timespec(tv_sec: 1_600_000_000, tv_nsec: 0), notBefore: written.modified)
    #expect(try modified("s") == modified("a.yaml"))
    // What somebody else writes then is newer.
    usleep(20_000)
    try Data("b".utf8).write(to: URL(filePath: folder.path("a.yaml")))
    try StampFile(folder.path("s")).touch(
      at: timespec(tv_sec: 1_600_000_000, tv_nsec: 0), notBefore: written.modified)
    #expect(try modified("s") < modified("a.yaml"))
  }

  /// Files get their times from a clock that is behind the one that programs ask.
  @Test func whatIsWrittenAfterTheBeginningIsNewer() throws {
    for number in 0..<200 {
      try StampFile(folder.path("s")).touch(at: .stampTime)
      try Data("a".utf8).write(to: URL(filePath: folder.path("\(number).yaml")))
      #expect(try modified("s") < modified("\(number).yaml"))
    }
  }
}
