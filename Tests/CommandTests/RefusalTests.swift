import Foundation
import TestSupport
import Testing

/// What would do harm, or means nothing, is refused before anything is done.
@Suite struct RefusalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    return folder.path(name)
  }

  private static let blank = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]

    """

  /// Relative paths would be those of another folder.
  @Test func aFolderWithoutAPathIsNoPlaceToWork() throws {
    let edit = try write(Self.blank, to: "edit.yaml")
    for arguments in [["check", "edit.yaml"], ["check", edit], ["lock", edit], ["render", edit, "-o", "a.mp4"]] {
      let result = try Program.run(
        arguments, in: folder.url.path, limits: "mkdir -p gone && cd gone && rmdir ../gone")
      #expect(result.status == 3 && result.errors.contains("the current folder has no path"), "\(result.errors)")
    }
    #expect(try Program.run(["--version"], in: folder.url.path, limits: "mkdir -p x && cd x && rmdir ../x").status == 0)
  }

  @Test func aClipOfATimelineWithinIsNotOverwritten() throws {
    try BarcodeMovie().write(to: folder.path("x.mp4"))
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("x.mp4")))
    let tracks = "tracks: [ { kind: video, segments: [ { clip: CLIP } ] } ]\n"
    let head = "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\n"
    _ = try write(head + tracks.replacing("CLIP", with: "x.mp4"), to: "inner.yaml")
    _ = try write(head + tracks.replacing("CLIP", with: "inner.yaml"), to: "middle.yaml")
    let outer = try write(head + tracks.replacing("CLIP", with: "middle.yaml"), to: "outer.yaml")
    for name in ["x.mp4", "inner.yaml", "middle.yaml"] {
      let result = try Program.run("render", outer, "-o", folder.path(name), "--overwrite")
      #expect(result.status == 2 && result.errors.contains("output-is-source"), "\(name): \(result.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("x.mp4"))) == before)
  }

  /// A picture more in a sequence would make the edit longer.
  @Test func aSequenceIsNotAddedTo() throws {
    try FileManager.default.createDirectory(atPath: folder.path("p"), withIntermediateDirectories: false)
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.2", folder.path("p/%d.png"))
    let edit = try write(
      "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\nassets: { s: { images: p/%d.png, rate: 25 } }\n"
        + "tracks: [ { kind: video, segments: [ s ] } ]\n", to: "edit.yaml")
    for name in ["p/6.png", "p/17.png"] {
      let result = try Program.run("frames", edit, "--at", "0s", "-o", folder.path(name))
      #expect(result.status == 2 && result.errors.contains("would be one of the pictures %d.png"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path(name)))
    }
    #expect(try Program.run("frames", edit, "--at", "0s", "-o", folder.path("6.png")).status == 0)
    #expect(try Program.run("frames", edit, "--at", "0s", "-o", folder.path("p/still.png")).status == 0)
  }

  /// The chapters of a movie with another ending have the same place.
  @Test func theChaptersOfAnotherMovieStay() throws {
    let edit = try write(
      Self.blank + "chapters: [ { at: 0s, title: { en: Sea, it: Mare } } ]\n", to: "edit.yaml")
    #expect(try Program.run("render", edit, "-o", folder.path("a.mp4")).status == 0)
    let before = try String(contentsOfFile: folder.path("a.chapters.json"), encoding: .utf8)
    let refused = try Program.run("render", edit, "-o", folder.path("a.mov"), "--overwrite")
    #expect(refused.status == 2 && refused.errors.contains("is that of a.mp4"), "\(refused.errors)")
    #expect(try String(contentsOfFile: folder.path("a.chapters.json"), encoding: .utf8) == before)
    #expect(try Program.run("render", edit, "-o", folder.path("a.mp4"), "--overwrite").status == 0)
  }

  @Test(arguments: [["check"], ["fmt", "--check"]]) func aFolderWithoutTimelinesIsRefused(_ command: [String]) throws {
    try FileManager.default.createDirectory(atPath: folder.path("edit.yaml"), withIntermediateDirectories: false)
    let result = try Program.run(command + ["edit.yaml"], in: folder.url.path)
    #expect(result.status == 2)
    #expect(result.errors == "cutlist: error: there is no timeline in edit.yaml\n")
  }

  @Test(arguments: [["coverage"], ["plan"], ["lock"], ["render", "-o", "a.mp4"]])
  func aFolderIsNoDocument(_ command: [String]) throws {
    try FileManager.default.createDirectory(atPath: folder.path("edit.yaml"), withIntermediateDirectories: false)
    let result = try Program.run(command + ["edit.yaml"], in: folder.url.path)
    #expect(result.status == 2)
    #expect(result.errors == "cutlist: error: cannot read edit.yaml: it is a folder\n")
  }

  @Test func aPresetThatDoesNotExistIsAWrongCommandLine() throws {
    let document = try write(Self.blank, to: "edit.yaml")
    for command in ["plan", "render"] {
      let output = command == "render" ? ["-o", folder.path("a.mp4")] : []
      #expect(try Program.run([command, document, "--preset", "nope"] + output).status == 2)
    }
  }

  @Test(arguments: ["{ codec: h264, crf: -5 }", "{ codec: hevc, crf: -5 }"])
  func aQualityThatTheEncoderDoesNotHave(_ video: String) throws {
    let document = try write(Self.blank + "export: { video: \(video) }\n", to: "edit.yaml")
    let result = try Program.run("check", document)
    #expect(result.status == 1 && result.errors.contains("edit.yaml:4:"))
  }

  @Test(arguments: [
    ["--chapter-locales", "--artwork", "cover.png"], ["--chapter-locales", "--metadata-keys"],
    ["--artwork", "cover.png", "--json"],
  ])
  func twoJobsAtOnce(_ options: [String]) throws {
    try BarcodeMovie().write(to: folder.path("x.mp4"))
    #expect(try Program.run(["inspect", folder.path("x.mp4")] + options, in: folder.url.path).status == 2)
  }

  @Test func aPresetsSizeHoldsBesideAnAssetsCodec() throws {
    try BarcodeMovie().write(to: folder.path("x.mp4"))
    let document = try write(
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      assets: { camera: x.mp4 }
      tracks: [ { kind: video, segments: [ { clip: camera } ] } ]
      export: { preset: h264-720p, like: camera }

      """, to: "edit.yaml")
    #expect(try Program.run("emit", "--stage", "composition", document).output.contains("1280x720"))
  }

  /// Each variant's timelines have places of their own.
  @Test func aMistakeInAVariantsTimelineIsNamedByItsFile() throws {
    _ = try write(Self.blank, to: "intro-en.yaml")
    _ = try write(Self.blank.replacing("duration: 1s", with: "duration: 1s, opactiy: 1"), to: "intro-de.yaml")
    let document = try write(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { lang: { type: text, default: en } }
      variants: { de: { parameters: { lang: de } } }
      tracks: [ { kind: video, segments: [ { clip: { timeline: "intro-${lang}.yaml" } } ] } ]

      """, to: "edit.yaml")
    let result = try Program.run("check", document)
    #expect(result.status == 1 && result.errors.contains("intro-de.yaml:3:"), "\(result.errors)")
  }
}
