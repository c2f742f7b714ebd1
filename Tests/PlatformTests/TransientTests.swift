import Foundation
import Platform
import TestSupport
import Testing

/// What is to be gone when its work is done.
@Suite struct TransientTests {
  /// In a process of its own, since all that it has is removed.
  @Test func whatDoesNotGoAtOnceGoesAtTheEnd() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let work = try ScratchFolder("work", in: folder.url.path)
      let path = work.path
      try FileManager.default.createDirectory(atPath: path + "/within", withIntermediateDirectories: false)
      // There is a folder in it, which nothing that is left behind has; so it cannot be removed.
      #expect(!Transient.remove(path))
      _ = consume work
      #expect(FileManager.default.fileExists(atPath: path))
      try FileManager.default.removeItem(atPath: path + "/within")
      // Work that is underway when the process is ended.
      let file = try PendingFile(for: folder.path("a.mp4"), namesIt: true)
      let second = try ScratchFolder("other", in: folder.url.path)
      try WrittenFile.write([1], to: second.path + "/statistics", .beside)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 3)
      Transient.removeAll()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
      withExtendedLifetime((file, second)) {}
    }
  }
}
