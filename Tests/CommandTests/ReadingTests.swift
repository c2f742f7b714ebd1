import Foundation
import TestSupport
import Testing

/// How much of its media the program reads: no more than the question needs.
@Suite(.enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/io"))) struct ReadingTests {
  private let folder: TemporaryFolder
  private let size: Int

  init() throws {
    folder = try TemporaryFolder()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25", "-t", "12", "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast",
      "-threads", "1", "-movflags", "faststart", folder.path("long.mp4"))
    size = try Data(contentsOf: URL(fileURLWithPath: folder.path("long.mp4"))).count
  }

  /// Bytes that the program read beyond what it reads to start. A shell is told what its children read.
  private func bytesRead(_ arguments: String...) throws -> Int {
    func total(_ arguments: [String]) throws -> Int {
      let script = "\"$0\" \"$@\" > said 2>&1 || exit 1; cat /proc/$$/io"
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script, Program.url.path] + arguments
      process.currentDirectoryURL = folder.url
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") }, "\(arguments)")
      return try #require(Int(line.dropFirst(7)))
    }
    return try total(arguments) - total(["--version"])
  }

  /// Shows AST-08.
  @Test func aDurationIsInTheHeader() throws {
    let read = try bytesRead("inspect", "long.mp4")
    #expect(read > 0 && read * 50 < size, "\(read) of \(size)")
  }

  /// Shows AST-18, CMP-14.
  @Test func aFileIsLookedIntoOnce() throws {
    func check(_ count: Int) throws -> Int {
      let segments = (0..<count).map { "{ clip: long.mp4, source: \($0 % 10)s..\($0 % 10 + 1)s }" }
      _ = try folder.cuts(segments, size: "640x360")
      return try bytesRead("check", "edit.yaml")
    }
    let (once, often) = (try check(1), try check(100))
    #expect(once > 0 && often < once + size / 50, "\(once), \(often) of \(size)")
  }
}
