import Foundation
import Glibc
import TestSupport
import Testing

/// A first document of what is in a folder.
@Suite struct BinTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("clips/more"), withIntermediateDirectories: true)
    for (name, artist) in [("b10.mp4", "Anna"), ("b9.mp4", "Berit"), ("a.mp4", "Anna")] {
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "color=red:s=64x64:r=25:d=1", "-metadata", "artist=\(artist)", folder.path("clips/\(name)")
      )
    }
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "sine=d=1", folder.path("clips/c.wav"))
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", folder.path("clips/d.png"))
    try BarcodeMovie().write(to: folder.path("clips/more/e.mp4"))
    try Data("words".utf8).write(to: URL(fileURLWithPath: folder.path("clips/notes.txt")))
  }

  private func clips(_ arguments: String...) throws -> [String] {
    let result = try Program.run(["init"] + arguments, in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.matches(of: /: (clips\/\S+)/).map { String($0.1) }
  }

  /// Whatever a file is called, the document plays that one, or none is written.
  @Test func oddNamesLeadToTheirFiles() throws {
    for name in ["$${x}.mp4", "a \u{2028} b.mp4", "a\u{FFFE}b.mp4", "\"\\#: x.mp4"] {
      try BarcodeMovie().write(to: folder.path(name))
      try? FileManager.default.removeItem(atPath: folder.path("edit.yaml"))
      #expect(try Program.run("init", name, "-o", "edit.yaml", in: folder.url.path).status == 0)
      let checked = try Program.run("check", "edit.yaml", in: folder.url.path)
      #expect(checked.status == 0, "\(name): \(checked.errors)")
    }
    try BarcodeMovie().write(to: folder.path("${x}.mp4"))
    _ = try Program.run("init", "${x}.mp4", "-o", "other.yaml", in: folder.url.path)
    #expect(try String(contentsOfFile: folder.path("other.yaml"), encoding: .utf8).contains(": $${x}.mp4\n"))
    for name in ["a\u{85}b.mp4", "a\u{7F}b.mp4"] {
      try BarcodeMovie().write(to: folder.path(name))
      let refused = try Program.run("init", name, "-o", "no.yaml", in: folder.url.path)
      #expect(refused.status == 3 && refused.errors.contains("control characters"), "\(refused.errors)")
    }
    try FileManager.default.copyItem(atPath: folder.path("${x}.mp4"), toPath: folder.path("x.yaml"))
    let refused = try Program.run("init", "x.yaml", "-o", "no.yaml", in: folder.url.path)
    #expect(refused.status == 3 && refused.errors.contains("x.yaml: a clip of this name"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("no.yaml")))
  }

  /// Shows AST-13.
  @Test func aFolderIsItsMediaInTheOrderOfTheirNames() throws {
    #expect(
      try clips("clips") == ["clips/a.mp4", "clips/b9.mp4", "clips/b10.mp4", "clips/c.wav", "clips/d.png"])
    #expect(try clips("clips", "--kind", "video") == ["clips/a.mp4", "clips/b9.mp4", "clips/b10.mp4"])
    #expect(try clips("clips", "--kind", "audio") == ["clips/c.wav"])
    #expect(try clips("clips", "--kind", "image") == ["clips/d.png"])
    // As a shell hands in a pattern.
    #expect(try clips("clips/d.png", "clips/notes.txt", "clips/a.mp4", "--kind", "video") == ["clips/a.mp4"])
  }

  @Test func whatIsNoMediaFileInAFolderIsPassedOver() throws {
    for name in ["a\nb.txt", "c\u{7}d.mp4"] { try Data().write(to: URL(fileURLWithPath: folder.path("clips/\(name)"))) }
    #expect(mkfifo(folder.path("clips/pipe.mp4"), 0o600) == 0)
    #expect(mknod(folder.path("clips/socket.mp4"), S_IFSOCK | 0o600, 0) == 0)
    try BarcodeMovie().write(to: folder.path("outside.mp4"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("clips/out.mp4"), withDestinationPath: "../outside.mp4")
    try FileManager.default.createSymbolicLink(atPath: folder.path("clips/none.mp4"), withDestinationPath: "none")
    #expect(
      try clips("clips") == ["clips/a.mp4", "clips/b9.mp4", "clips/b10.mp4", "clips/c.wav", "clips/d.png"])
    // A media file that no document can name is told of.
    try BarcodeMovie().write(to: folder.path("clips/a\nb.mp4"))
    let refused = try Program.run("init", "clips", in: folder.url.path)
    #expect(refused.status == 3 && refused.errors.contains("control characters, as U+000A"), "\(refused.errors)")
    #expect(try clips("clips", "--kind", "audio") == ["clips/c.wav"])
  }

  /// Shows AST-14.
  @Test func metadataAreLookedFor() throws {
    #expect(try clips("clips", "--where", "artist=Anna") == ["clips/a.mp4", "clips/b10.mp4"])
    #expect(try clips("clips", "--where", "artist=Berit") == ["clips/b9.mp4"])
    let none = try Program.run("init", "clips", "--where", "artist=Clara", "--kind", "video", in: folder.url.path)
    #expect(none.status == 3 && none.output.isEmpty)
    #expect(
      none.errors.contains("clips: there is no media file of the kind `video` and whose artist is `Clara`"),
      "\(none.errors)")
  }

  @Test func whatItMakesRenders() throws {
    _ = try Program.run("init", "clips", "--kind", "video", "-o", "edit.yaml", in: folder.url.path)
    let result = try Program.run("check", "edit.yaml", in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Shows AST-13.
  @Test func aClosedFolderIsSaidToBe() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("clips"))
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("clips")) }
    // Nothing is closed to the superuser, who becomes nobody for this.
    let isSuperuser = geteuid() == 0
    let result =
      isSuperuser
      ? try Program.run(
        ["init", folder.path("clips")],
        limits:
          "chmod 755 \(folder.url.path); set -- setpriv --reuid 65534 --regid 65534 --clear-groups \"$0\" \"$@\"; exec \"$@\""
      )
      : try Program.run("init", folder.path("clips"))
    #expect(
      result.status == 3 && result.errors.contains("the folder may not be opened by this user"), "\(result.errors)")
  }
}
