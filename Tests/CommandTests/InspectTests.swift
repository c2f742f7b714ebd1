import Foundation
import TestSupport
import Testing

/// What `inspect` says to programs.
@Suite struct InspectTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func inspect(_ name: String, status: Int32 = 0) throws -> [String: Any] {
    let result = try Program.run("inspect", "--json", name, in: folder.url.path)
    #expect(result.status == status, "\(result.errors)")
    let reports = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    return try #require(reports.first)
  }

  private func abilities(_ report: [String: Any]) -> [Bool?] {
    ["isReadable", "isPlayable", "isComposable", "isExportable"].map { report[$0] as? Bool }
  }

  /// Shows AST-15.
  @Test func whatIsNotThereIsNull() throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=d=1", "-metadata", "lyrics=La la\nla", "-c:a", "aac", folder.path("song.m4a"))
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", folder.path("still.png"))
    let (song, still) = (try inspect("song.m4a"), try inspect("still.png"))
    #expect(song["lyrics"] as? String == "La la\nla" && song["duration"] as? String != nil)
    #expect((song["streams"] as? [Any])?.count == 1 && abilities(song) == [true, true, true, true])
    #expect(still["lyrics"] is NSNull && still["duration"] is NSNull)
    #expect(abilities(still) == [true, true, true, true])
  }

  /// Shows AST-16.
  @Test func whatCanBeDoneWithAFile() throws {
    try Data("This is a letter, and no movie at all.\n".utf8).write(to: URL(fileURLWithPath: folder.path("letter.txt")))
    let letter = try inspect("letter.txt", status: 3)
    #expect(abilities(letter) == [false, false, false, false])
    #expect(
      letter["duration"] is NSNull && letter["problem"] is String && (letter["streams"] as? [Any])?.isEmpty == true)
    // A codec that nobody knows.
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-c:v", "libvpx", folder.path("known.mkv"))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("known.mkv")))
    let name = try #require(bytes.range(of: Data("V_VP8".utf8)))
    bytes.replaceSubrange(name, with: Data("V_XX8".utf8))
    try bytes.write(to: URL(fileURLWithPath: folder.path("unknown.mkv")))
    #expect(abilities(try inspect("known.mkv")) == [true, true, true, true])
    #expect(abilities(try inspect("unknown.mkv", status: 3)) == [true, false, false, false])
  }

  /// A cover is not read until it is asked for. Shows MET-01.
  @Test(arguments: ["song.m4a", "song.mp3"]) func keysAreListedWithoutTheirValues(name: String) throws {
    let cover = 3_000_000
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "nullsrc=s=1000x1000,geq=random(1)*255:128:128", "-frames:v", "1", "-c:v", "png", "-pix_fmt",
      "rgb24", folder.path("cover.png"))
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.path("cover.png"))).count
    #expect(size > cover / 3)
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=d=1", "-i", folder.path("cover.png"), "-map", "0", "-map", "1", "-c:v", "copy",
      "-disposition:v", "attached_pic", "-metadata", "title=A song", "-metadata", "artist=Anna", folder.path(name))
    let listed = try Program.run("inspect", "--metadata-keys", name, in: folder.url.path)
    #expect(listed.status == 0, "\(listed.errors)")
    for key in ["title", "artist", "artwork"] { #expect(listed.output.contains(key), "\(listed.output)") }
    #expect(!listed.output.contains("Anna"))
    let read = try bytesRead("inspect", "--metadata-keys", name) - bytesRead("presets")
    #expect(read < size / 4, "\(read) of \(size)")
    let extracted = try Program.run("inspect", name, "--artwork", "out.png", in: folder.url.path)
    #expect(extracted.status == 0, "\(extracted.errors)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("out.png")))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("cover.png"))))
    #expect(try Program.run("inspect", name, "--artwork", "out.png", in: folder.url.path).status == 2)
    #expect(try Program.run("inspect", "cover.png", "--artwork", "none.png", in: folder.url.path).status == 3)
    for place in ["-", "/dev/stdout"] {
      let (source, copy) = (folder.path(name), folder.path("copy.png"))
      _ = try CommandLineTool.run(
        "sh", ["-c", "\"$0\" inspect \"$1\" --artwork \(place) > \"$2\"", Program.url.path, source, copy])
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: copy))
          == Data(contentsOf: URL(fileURLWithPath: folder.path("cover.png"))))
      #expect(!FileManager.default.fileExists(atPath: folder.path("-")))
    }
  }

  @Test func standardOutputTakesAFirstDocument() throws {
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-c:v", "libvpx", folder.path("a.mkv"))
    let written = try Program.run("init", "a.mkv", "-o", "/dev/stdout", in: folder.url.path)
    #expect(written.status == 0 && written.output.contains("timeline: 1"), "\(written.errors)")
  }

  /// By the system's count, of the program alone.
  private func bytesRead(_ arguments: String...) throws -> Int {
    let script = "\"$0\" \"$@\" > said 2>&1 || exit 1; grep rchar /proc/$$/io"
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, Program.url.path] + arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Int(try #require(said.firstMatch(of: /rchar: (\d+)/)).1)!
  }
}
