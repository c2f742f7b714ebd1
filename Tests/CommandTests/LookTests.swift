import Foundation
import TestSupport
import Testing

/// What `check --picture` sees, and how it is said.
@Suite struct LookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A clip that flickers between black and white, six times a second, from 1 s to 3 s; and a text that cannot be read.
  private func flickering() throws -> String {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "color=black:s=320x180:r=24:d=4", "-vf",
      "geq=lum='if(between(N,24,71)*lt(mod(N,4),2),235,16)':cb=128:cr=128", "-pix_fmt", "yuv420p",
      folder.path("flicker.mp4"))
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "color=white:s=320x180:r=24:d=2", "-pix_fmt", "yuv420p", folder.path("snow.mp4"))
    return try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 24 }
      tracks:
        - kind: video
          segments:
            - clip: flicker.mp4
            - clip: snow.mp4
      titles:
        - { text: Harbour, over: 4.5s..6s }

      """)
  }

  @Test func itSaysWhatIsSeenAndWhere() throws {
    let path = try flickering()
    let blind = try Program.run("check", path)
    #expect(blind.status == 0 && blind.errors.isEmpty, "\(blind.errors)")
    let result = try Program.run("check", "--picture", "edit.yaml", in: folder.url.path)
    #expect(result.status == 0)
    for line in [
      "edit.yaml:6:15: warning: the picture flashes more than three times a second from 1 s to ",
      "over all of it [flashing-picture]", "edit.yaml:9:13: warning: at 4.5 s the text is #ffffff on about #ffffff",
      ": a contrast of 1 to 1, where 3 is the least [low-contrast]", "2 warnings",
    ] {
      #expect(result.errors.contains(line), "\(result.errors)")
    }
    let alone = try Program.run("check", "--picture", "--jobs", "1", "edit.yaml", in: folder.url.path)
    #expect(alone.errors == result.errors)
  }

  /// What a filter counts are the canvas's pixels, however small the picture is looked at.
  @Test func filtersOfTheCanvasFindIt() throws {
    let path = try folder.document(
      """
      timeline: 1
      canvas: { size: 640x360, rate: 24 }
      effects: [ { filter: "crop=500:300" } ]
      tracks: [ { kind: video, effects: [ { filter: "crop=600:340" } ], segments: [ { clip: { color: teal }, duration: 1s } ] } ]
      titles: [ { text: Harbour, over: 0s..1s } ]

      """)
    let result = try Program.run("check", "--picture", path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test func levelsFormatsAndRangesHoldForIt() throws {
    let path = try flickering()
    #expect(try Program.run("check", "--picture", "--deny", "flashing-picture", path).status == 1)
    #expect(try Program.run("check", "--picture", "--deny", "warnings", path).status == 1)
    let allowed = try Program.run("check", "--picture", "--allow", "flashing-picture", path)
    #expect(allowed.status == 0 && !allowed.errors.contains("flashing-picture"))
    _ = try folder.document("root: true\nrules: { low-contrast: off, flashing-picture: error }\n", ".cutlist.yaml")
    let configured = try Program.run("check", "--picture", "--format", "json", path)
    #expect(configured.status == 1)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(configured.output.utf8)) as? [String: Any])
    let found = try #require(report["diagnostics"] as? [[String: Any]])
    #expect(found.compactMap { $0["rule"] as? String } == ["flashing-picture"])
    #expect((found[0]["place"] as? [String: Any])?["line"] as? Int == 6)
    #expect(try Program.run("check", "--picture", "--no-config", "--range", "3.5s..6s", path).errors.contains("4.5 s"))
    let late = try Program.run("check", "--picture", "--no-config", "--range", "3.5s..4.4s", path)
    #expect(late.errors.isEmpty, "\(late.errors)")
  }

  /// What a document allows is of use, whether or not anybody looks.
  @Test func whatIsAllowedIsNotUnused() throws {
    let path = try flickering()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let allowing = text.replacing("flicker.mp4", with: "flicker.mp4 # cutlist: allow flashing-picture")
      .replacing("6s }", with: "6s } # cutlist: allow low-contrast")
    for arguments in [["check"], ["check", "--picture"]] {
      let result = try Program.run(arguments + [try folder.document(allowing)])
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
    let useless = allowing.replacing("flicker.mp4", with: "snow.mp4")
    #expect(try Program.run("check", "--picture", try folder.document(useless)).errors.contains("[unused-allow]"))
  }

  @Test func aLockDoesNotKnowWhatItLooksLike() throws {
    let path = try flickering()
    #expect(try Program.run("lock", path).status == 0)
    #expect(try Program.run("check", "--locked", "--picture", path).errors.contains("[flashing-picture]"))
    try FileManager.default.removeItem(atPath: folder.path("flicker.mp4"))
    #expect(try Program.run("check", "--locked", path).status == 0)
    let result = try Program.run("check", "--locked", "--picture", path)
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "6:15: error: `flicker.mp4` is not here, and its lock does not say what it looks like [missing-media]"),
      "\(result.errors)")
    #expect(try Program.run("check", "--offline", "--picture", path).status == 2)
  }

  @Test func errorsComeFirst() throws {
    let path = try flickering()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let result = try Program.run("check", "--picture", try folder.document(text.replacing("kind", with: "knid")))
    #expect(result.status == 1 && !result.errors.contains("[flashing-picture]"))
  }

  @Test func whatCannotBeDrawnIsSaid() throws {
    let path = try flickering()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path("flicker.mp4")))
    let length = try file.seekToEnd()
    // The first frame stays, so that nobody notices before the others are wanted.
    try file.seek(toOffset: length / 3)
    try file.write(contentsOf: Data(repeating: 0x5A, count: Int(length / 4)))
    try file.close()
    let result = try Program.run("check", "--picture", path)
    #expect(result.status == 1, "\(result.errors)")
  }
}
