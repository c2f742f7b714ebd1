import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

/// Files are seen to come, to change and to go where they are watched, and nowhere else.
@Suite struct PlaceWatchTests {
  private final class Count: Sendable {
    private let value = Mutex(0)
    func add() { value.withLock { $0 += 1 } }
    var now: Int { value.withLock { $0 } }

    /// True once there are so many; false if they do not come.
    func reaches(_ count: Int) -> Bool {
      for _ in 0..<500 where now < count { usleep(20_000) }
      return now >= count
    }
  }

  @Test func filesThatComeChangeAndGo() throws {
    let folder = try TemporaryFolder()
    let count = Count()
    let watch = try #require(PlaceWatch { count.add() })
    let path = folder.path("a.mp4")
    watch.watch([path, folder.path("no/b.mp4")])
    try Data("1".utf8).write(to: URL(filePath: folder.path("other.mp4")))
    try Data("1".utf8).write(to: URL(filePath: path))
    #expect(count.reaches(1))
    try Data("12".utf8).write(to: URL(filePath: path))
    #expect(count.reaches(2))
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved.mp4"))
    #expect(count.reaches(3))
    try FileManager.default.moveItem(atPath: folder.path("moved.mp4"), toPath: path)
    #expect(count.reaches(4))
    try FileManager.default.removeItem(atPath: path)
    #expect(count.reaches(5))
    // What is not named any more is not told.
    usleep(300_000)
    watch.watch([folder.path("other.mp4")])
    let before = count.now
    try Data("1".utf8).write(to: URL(filePath: path))
    usleep(300_000)
    #expect(count.now == before)
    try Data("12".utf8).write(to: URL(filePath: folder.path("other.mp4")))
    #expect(count.reaches(before + 1))
  }
}
