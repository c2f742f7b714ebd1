import Foundation
import TestSupport
import Testing

/// What files may be called that commands read and write, and what else may be in their places.
@Suite struct PlacesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., home: String = "/nonexistent") throws -> Program.Result {
    try Program.run(arguments, in: folder.url.path, environment: ["HOME": home])
  }

  private static func text(_ clip: String) -> String {
    """
    timeline: 1
    canvas: { size: 320x180, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: "\(clip)", source: 0s..0.2s } ] } ]

    """
  }

  private func make(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: folder.url.path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// A shell makes a home of a `~` before the program sees it; what it leaves is a name.
  @Test(arguments: ["~", "~root"]) func aTildeIsAName(name: String) throws {
    for folder in [folder.path(name), folder.path("home")] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try BarcodeMovie().write(to: folder.path("\(name)/a.mp4"))
    try Self.text("a.mp4").write(toFile: folder.path("\(name)/edit.yaml"), atomically: true, encoding: .utf8)
    try Self.text("\(name)/a.mp4").write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    try "rules: { no-such-rule: off }\n".write(
      toFile: folder.path("\(name)/.cutlist.yaml"), atomically: true, encoding: .utf8)
    let home = folder.path("home")
    let own = try run("check", "\(name)/edit.yaml", home: home)
    #expect(own.status == 1 && own.errors.contains("[unknown-rule]") && !own.errors.contains("[missing-media]"))
    for arguments in [
      ["lock", "\(name)/edit.yaml"], ["check", "--no-config", "--locked", "\(name)/edit.yaml"], ["check", "edit.yaml"],
      ["frames", "--at", "0s", "-o", "\(name)/new/a.png", "edit.yaml"],
      ["render", "edit.yaml", "-o", "\(name)/out.mp4", "--root", "."],
      ["init", "\(name)", "-o", "\(name)/first.yaml"], ["check", "--no-config", "\(name)/first.yaml"],
    ] {
      let result = try Program.run(arguments, in: folder.url.path, environment: ["HOME": home])
      #expect(result.status == 0, "\(arguments): \(result.errors)")
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
    #expect(made == [".cutlist.yaml", "a.mp4", "edit.yaml", "edit.yaml.lock", "first.yaml", "new", "out.mp4"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("\(name)/new")) == ["a.png"])
  }

  /// A build's sandbox is a folder of links, which are followed into the folder that a person names and nowhere else.
  @Test func linksOfASandbox() throws {
    try make("source/edit.yaml", Self.text("a.mp4"))
    try make("source/drawn.yaml", Self.text("a.svg").replacing("source: 0s..0.2s", with: "duration: 1s"))
    try make("source/direct.yaml", Self.text("../source/a.mp4"))
    try make("source/absolute.yaml", Self.text(folder.path("source/a.mp4")))
    try make("source/away.yaml", Self.text("b.mp4"))
    try make("source/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='9'/></svg>")
    try BarcodeMovie().write(to: folder.path("source/a.mp4"))
    try make("elsewhere/b.mp4", "")
    try BarcodeMovie().write(to: folder.path("elsewhere/b.mp4"))
    try make("sandbox/out/none", "")
    for name in ["edit.yaml", "drawn.yaml", "direct.yaml", "absolute.yaml", "away.yaml", "a.mp4", "a.svg"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("sandbox/\(name)"), withDestinationPath: folder.path("source/\(name)"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("sandbox/b.mp4"), withDestinationPath: folder.path("elsewhere/b.mp4"))
    #expect(try run("check", "sandbox/edit.yaml").status != 0)
    for name in ["edit", "drawn"] {
      let result = try run("check", "sandbox/\(name).yaml", "--links-into", "source")
      #expect(result.status == 0, "\(result.errors)")
    }
    let made = try run(
      "render", "sandbox/edit.yaml", "--links-into", "source", "-o", "sandbox/out/a.mp4", "--depfile", "sandbox/out/a.d",
      "--no-store")
    #expect(made.status == 0, "\(made.errors)")
    let list = try String(contentsOfFile: folder.path("sandbox/out/a.d"), encoding: .utf8)
    #expect(list.contains("sandbox/a.mp4") && !list.contains("source/"), "\(list)")
    for name in ["direct", "absolute", "away"] {
      let result = try run("check", "sandbox/\(name).yaml", "--links-into", "source")
      #expect(result.status == 1 && result.errors.contains("[path-outside-root]"), "\(name): \(result.errors)")
    }
    #expect(try run("check", "sandbox/edit.yaml", "--links-into", "none").status == 2)
  }

  /// Nobody waits for the other end of a pipe, nor puts a file in its place.
  @Test(arguments: [
    ["frames", "edit.yaml", "--at", "0s", "--overwrite", "-o", "pipe.png"],
    ["render", "edit.yaml", "--overwrite", "-o", "pipe.mp4"],
    ["render", "edit.yaml", "-o", "out.mp4", "--depfile", "pipe.d"],
    ["check", "edit.yaml", "--stamp", "ok", "--depfile", "pipe.d"], ["init", "a.mp4", "-o", "pipe.yaml"],
    ["inspect", "a.mp4", "--artwork", "pipe.png"],
  ])
  func aPipeIsNoPlaceForAFile(arguments: [String]) throws {
    try BarcodeMovie().write(to: folder.path("a.mp4"))
    try make("edit.yaml", Self.text("a.mp4"))
    let pipes = ["pipe.d", "pipe.mp4", "pipe.png", "pipe.yaml"]
    for pipe in pipes { #expect(mkfifo(folder.path(pipe), 0o600) == 0) }
    let before = folder.names
    let result = try Program.run(arguments, in: folder.url.path)
    #expect(result.status != 0 && result.errors.contains("pipe."), "\(result.errors)")
    #expect(folder.names == before)
    for pipe in pipes {
      var status = stat()
      #expect(lstat(folder.path(pipe), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
  }

  /// What no system would follow is an error where it stands, whether or not anybody looks for the file.
  @Test(arguments: [[], ["--offline"]]) func pathsHaveALength(options: [String]) throws {
    let paths = [
      (String(repeating: "a/", count: 3000) + "a.mp4", "a path has 4095 bytes at most, and this one has 6005"),
      (String(repeating: "n", count: 256) + ".mp4", "a name in a path has 255 bytes at most"),
    ]
    for (path, said) in paths {
      try make("edit.yaml", Self.text(path))
      let result = try Program.run(["check", "edit.yaml"] + options, in: folder.url.path)
      #expect(
        result.status == 1 && result.errors.contains("edit.yaml:3:46: error: \(said)")
          && result.errors.contains("[bad-value]"), "\(result.errors)")
    }
    // A million names, in an argument and in a document.
    let long = String(repeating: "a/", count: 50_000)
    let named = try Program.run(["check", "\(long)edit.yaml"] + options, in: folder.url.path)
    #expect(named.status == 2 && named.errors.contains("file name too long"), "\(named.status) \(named.errors.suffix(200))")
    try make("edit.yaml", Self.text(String(repeating: "a/", count: 1 << 20) + "a.mp4"))
    let written = try Program.run(["check", "edit.yaml"] + options, in: folder.url.path)
    #expect(written.status == 1 && written.errors.contains("[bad-value]"), "\(written.status)")
  }

  @Test func locksNameNothingThatIsTooLong() throws {
    try BarcodeMovie().write(to: folder.path("a.mp4"))
    try make("edit.yaml", Self.text("a.mp4"))
    #expect(try run("lock", "edit.yaml").status == 0)
    let lock = try String(contentsOfFile: folder.path("edit.yaml.lock"), encoding: .utf8)
    try make("edit.yaml.lock", lock.replacing("a.mp4", with: String(repeating: "a", count: 256)))
    let result = try run("check", "--locked", "edit.yaml")
    #expect(result.status != 0 && result.errors.contains("no lock that this program has written"), "\(result.errors)")
  }

  /// Swift sees one name, the system two files.
  @Test func namesThatOnlyBytesTellApart() throws {
    let (one, two) = ("caf\u{e9}.mp4", "cafe\u{301}.mp4")
    try BarcodeMovie().write(to: folder.path(one))
    try TestSound.write([TestSound.tone(300, count: 48000)], to: folder.path("tone.wav"))
    try FileManager.default.moveItem(atPath: folder.path("tone.wav"), toPath: folder.path(two))
    try make(
      "edit.yaml",
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks:
        - { kind: video, segments: [ { clip: \(one), source: 0s..0.2s } ] }
        - { kind: audio, segments: [ { clip: \(two), source: 0s..0.2s } ] }

      """)
    let lock = try run("lock", "edit.yaml")
    #expect(lock.status == 0 && lock.errors.contains("2 media files"), "\(lock.errors)")
    let (checked, locked) = (try run("check", "edit.yaml"), try run("check", "--locked", "edit.yaml"))
    #expect(checked.status == 0 && locked.status == 0 && checked.errors == locked.errors, "\(locked.errors)")
    // A movie may have the name that only looks like that of a source.
    try make("half.yaml", Self.text(one))
    try FileManager.default.removeItem(atPath: folder.path(two))
    let rendered = try run("render", "half.yaml", "-o", two)
    #expect(rendered.status == 0 && folder.names.count { $0 == one } == 2, "\(rendered.errors)")
    let refused = try run("render", "half.yaml", "-o", one, "--overwrite")
    #expect(refused.status == 2 && refused.errors.contains("[output-is-source]"))
  }
}
