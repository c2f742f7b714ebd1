import Foundation
import TestSupport
import Testing

/// One call for one file is refused, then the next: each time a command ends with 3, or does as if nothing had been.
@Suite(.enabled(if: Program.canBeTraced)) struct RefusedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The calls by which files are reached.
  private static let calls = ["openat2", "pread64", "fstat"]

  private func run(_ arguments: [String], refusing call: String, of file: String, at count: Int) throws -> Program.Result {
    try Program.run(
      arguments, in: folder.url.path,
      limits: """
        exec strace -f -qq -o '\(folder.path("calls"))' -P '\(file)' -P '\(folder.path(file))' -P '\(file.split(separator: "/").last!)' \
        -e trace=\(call) -e inject=\(call):error=EIO:when=\(count) "$0" "$@"
        """)
  }

  /// Runs a command with each call refused in turn, up to one that is not made.
  private func expectHonesty(
    _ arguments: [String], about file: String, prepare: () throws -> Void = {}, result: () -> Data? = { nil }
  ) throws {
    try prepare()
    let whole = try Program.run(arguments, in: folder.url.path)
    let made = result()
    var refusals = 0
    for call in RefusedFileTests.calls {
      for count in 1...40 {
        try prepare()
        let refused = try run(arguments, refusing: call, of: file, at: count)
        let calls = (try? String(contentsOfFile: folder.path("calls"), encoding: .utf8)) ?? ""
        guard calls.contains("INJECTED") else { break }
        if refused.status == 3 {
          refusals += 1
        } else {
          #expect(refused.status == whole.status, "\(arguments) \(call) \(count): \(refused.errors)")
          #expect(refused.output == whole.output, "\(arguments) \(call) \(count)")
          #expect(result() == made, "\(arguments) \(call) \(count)")
        }
      }
    }
    #expect(refusals > 0)
  }

  private func chapters(_ language: String, _ titles: String...) -> String {
    """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 2s } ] } ]
    chapters:
      - { at: 0s, title: { en: One, \(language): \(titles[0]) } }
      - { at: 1s, title: { en: Two, \(language): \(titles[1]) } }

    """
  }

  @Test func chaptersBesideAMovie() throws {
    _ = try folder.document(chapters("de", "Eins", "Zwei"))
    #expect(try Program.run("render", "edit.yaml", "-o", "film.mp4", in: folder.url.path).status == 0)
    try expectHonesty(["chapters", "film.mp4", "--locale", "de"], about: "film.chapters.json")
    try expectHonesty(["inspect", "film.mp4", "--json"], about: "film.chapters.json")
  }

  /// A list of chapters that cannot be read is not replaced, since it may belong to another movie.
  @Test func chaptersOfAnotherMovieStay() throws {
    _ = try folder.document(chapters("de", "Eins", "Zwei"))
    _ = try folder.document(chapters("it", "Uno", "Due"), "it.yaml")
    #expect(try Program.run("render", "edit.yaml", "-o", "film.mov", in: folder.url.path).status == 0)
    let list = URL(filePath: folder.path("film.chapters.json"))
    let before = try Data(contentsOf: list)
    try expectHonesty(
      ["render", "it.yaml", "-o", "film.mp4", "--overwrite", "--no-store"], about: "film.chapters.json",
      result: { try? Data(contentsOf: list) })
    #expect(try Data(contentsOf: list) == before)
  }

  /// None is left out of what is checked, or made a document of.
  @Test func filesOfAFolder() throws {
    for name in ["docs", "clips"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["a", "b", "c"] { 
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", folder.path("clips/\(name).png"))
     }
    _ = try folder.document("timeline: 1\ntracks: []\n", "docs/good.yaml")
    _ = try folder.document("timeline: 1\ntracks: [ { kind: vidoe } ]\n", "docs/bad.yaml")
    try expectHonesty(["check", "docs", "--stamp", "stamp"], about: "docs/bad.yaml")
    try expectHonesty(["fmt", "--check", "docs"], about: "docs/bad.yaml")
    try expectHonesty(["init", "clips"], about: "clips/b.png")
  }

  @Test func equalFilesInTwoFolders() throws {
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      try BarcodeMovie().write(to: folder.path("\(name)/a.mp4"))
      _ = try folder.document("timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n", "\(name)/edit.yaml")
    }
    try expectHonesty(["diff", "one/edit.yaml", "two/edit.yaml"], about: "one/a.mp4")
  }

  @Test func namesOfMetadata() throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=d=1", "-metadata", "title=A", "-metadata", "artist=B", folder.path("a.m4a"))
    try expectHonesty(["inspect", "--metadata-keys", "a.m4a"], about: "a.m4a")
  }

  /// Colours that change under way are compared with those of the first frame, for which the file is opened once more.
  @Test func coloursThatChangeUnderWay() throws {
    for (name, matrix, transfer) in [("a", "bt709", "bt709"), ("b", "bt2020nc", "arib-std-b67")] {
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-c:v", "libx264", "-preset", "ultrafast", "-g", "5",
        "-colorspace", matrix, "-color_trc", transfer, "-color_primaries", name == "a" ? "bt709" : "bt2020",
        "-color_range", "tv", folder.path("\(name).ts"))
    }
    let parts = try ["a.ts", "b.ts"].map { try Data(contentsOf: URL(filePath: folder.path($0))) }
    try (parts[0] + parts[1]).write(to: URL(filePath: folder.path("c.ts")))
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      tracks: [ { kind: video, segments: [ { clip: c.ts, source: 0.5s..1.5s } ] } ]

      """)
    let movie = URL(filePath: folder.path("o.mp4"))
    try expectHonesty(["render", "edit.yaml", "-o", "o.mp4", "--no-store", "-j", "1"], about: "c.ts") {
      try? FileManager.default.removeItem(at: movie)
    } result: {
      try? Data(contentsOf: movie)
    }
  }
}
