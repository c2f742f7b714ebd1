import Foundation
import TestSupport
import Testing

/// What a store keeps of one edit is not taken for another's, and makes no difference to any.
@Suite struct KeptResultsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Renders with a store that all share, and without one.
  private func movies(
    _ document: String, ending: String = "mkv", environment: [String: String] = [:]
  ) throws -> (kept: Data, fresh: Data) {
    let store = ["--store", "store"]
    let made = try [store, ["--no-store"]].enumerated().map { index, arguments in
      let name = "\(index).\(ending)"
      let result = try Program.run(
        ["render", document, "-o", name, "--overwrite", "--progress", "none"] + arguments, in: folder.url.path,
        environment: environment)
      #expect(result.status == 0, "\(result.errors)")
      return try Data(contentsOf: folder.url.appending(path: name))
    }
    return (made[0], made[1])
  }

  private func timeline(_ segment: String) -> String {
    "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ \(segment) ] } ]\n"
  }

  /// An effect that remembers frames hears of all of them, also of those that another timeline shows.
  @Test(arguments: ["denoise", "deinterlace", "{ filter: tmix=frames=2 }", "{ filter: hue=H=t }"])
  func aTimelineBehindAnEffectThatRemembers(effect: String) throws {
    let inner = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { late: blue }
      tracks:
        - kind: video
          segments:
            - { clip: { color: navy }, duration: 5f }
            - { clip: { color: "${late}" }, duration: 5f }

      """
    _ = try folder.document(inner, "inner.yaml")
    let outer = try ["red", "lime"].map { color in
      try folder.document(
        timeline("{ clip: { timeline: inner.yaml, with: { late: \(color) } }, effects: [ \(effect) ] }"),
        "\(color).yaml")
    }
    let (red, lime) = (try movies(outer[0]), try movies(outer[1]))
    #expect(red.kept == red.fresh && lime.kept == lime.fresh && red.fresh != lime.fresh)
    #expect(try Program.run("diff", outer[0], outer[1], in: folder.url.path).status == 1)
    // What stands only in the text of the timeline makes no other picture.
    _ = try folder.document("# a comment\n" + inner, "inner.yaml")
    #expect(try movies(outer[1]).kept == lime.fresh)
  }

  /// A value that reads like further options is another filter than one that has these.
  @Test func soundsOfFiltersThatReadAlike() throws {
    try CommandLineTool.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=1:r=48000:a=0.5:seed=3", folder.path("a.wav")])
    let documents = try [#"{ attacks: "0.05", volume: "-90" }"#, #"{ attacks: "0.05 volume=-90" }"#].enumerated().map {
      index, options in
      try folder.document(
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: audio
            segments: [ { clip: a.wav, sound: { effects: [ { filter: { name: compand, options: \(options) } } ] } } ]
        export: { preset: audio }

        """, "\(index).yaml")
    }
    // Either may be the first to be kept.
    for order in [[1, 0], [0, 1]] {
      try? FileManager.default.removeItem(at: folder.url.appending(path: "store"))
      let made = try order.map { try movies(documents[$0], ending: "m4a") }
      #expect(made[0].kept == made[0].fresh && made[1].kept == made[1].fresh && made[0].fresh != made[1].fresh)
    }
  }

  /// Neither who calls the program nor what was kept decides what a drawing shows.
  @Test func drawingsForAnotherLanguageOrWithOtherFonts() throws {
    try """
    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><switch>
    <rect systemLanguage="de" width="64" height="64" fill="red"/><rect width="64" height="64" fill="blue"/></switch>
    <text x="2" y="40" font-size="30">Ag</text></svg>
    """.write(toFile: folder.path("a.svg"), atomically: true, encoding: .utf8)
    let document = try folder.document(timeline("{ clip: a.svg, duration: 5f }"))
    let plain = try movies(document)
    let german = try movies(document, environment: ["LANGUAGE": "de", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"])
    #expect(plain.kept == plain.fresh && german.kept == plain.fresh && german.fresh == plain.fresh)
    // Without fonts there are no letters, and what stands for them is left to chance.
    try #"<?xml version="1.0"?><fontconfig><dir>/nowhere</dir><cachedir>/nowhere</cachedir></fontconfig>"#.write(
      toFile: folder.path("fonts.conf"), atomically: true, encoding: .utf8)
    let bare = ["FONTCONFIG_FILE": folder.path("fonts.conf")]
    for command in [["check", document], ["render", document, "-o", "bare.mkv", "--store", "store"]] {
      let result = try Program.run(command, in: folder.url.path, environment: bare)
      #expect(result.status == 1 && result.errors.contains("this machine has no fonts"), "\(result.errors)")
    }
    let shapes = try folder.document(timeline("{ clip: shapes.svg, duration: 5f }"), "shapes.yaml")
    try String(contentsOfFile: folder.path("a.svg"), encoding: .utf8).replacing(/<text.*text>/, with: "")
      .write(toFile: folder.path("shapes.svg"), atomically: true, encoding: .utf8)
    let drawn = try movies(shapes, environment: bare)
    #expect(try drawn.kept == drawn.fresh && drawn.fresh == movies(shapes).fresh)
  }
}
