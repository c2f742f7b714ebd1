import CutlistKit
import Foundation
import TestSupport
import Testing

/// A document gets filters and encoders to do nothing but compute: what else it asks for is an error at its place, and
/// nothing has been made or opened by then.
@Suite struct NotAllowedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Ask: CustomTestStringConvertible, Sendable {
    var text: String
    /// The words that the error stands at.
    var place: String
    var rule = "option-not-allowed"
    var testDescription: String { text }

    static func export(_ export: String, at place: String) -> Ask {
      Ask(text: "export: { video: { \(export) } }", place: place)
    }

    static func effect(_ filter: String, at place: String, rule: String = "option-not-allowed") -> Ask {
      Ask(text: "effects: [ { filter: \(filter) } ]", place: place, rule: rule)
    }
  }

  static let asks: [Ask] = [
    .export("codec: h264_omx, options: { omx_libname: ./code.so }", at: "h264_omx"),
    .export("codec: h264, options: { x264-params: \"dump-yuv=made\" }", at: "\"dump-yuv=made\""),
    .export("codec: h264, options: { x264-params: \"pass=1:stats=made\" }", at: "\"pass=1:stats=made\""),
    .export("codec: h264, options: { x264opts: \"dump-yuv=made\" }", at: "\"dump-yuv=made\""),
    .export("codec: h264, options: { flags: +pass1, stats: made }", at: "+pass1"),
    .export("codec: h264, options: { stats: made }", at: "stats"),
    .export("codec: h264, options: { passlogfile: made }", at: "passlogfile"),
    .export("codec: hevc, options: { x265-params: \"csv=made\" }", at: "\"csv=made\""),
    .export("codec: hevc, options: { x265-params: \"pass=1\" }", at: "\"pass=1\""),
    .export("codec: hevc, options: { x265-params: \"scaling-list=made\" }", at: "\"scaling-list=made\""),
    .export("codec: h264, options: { x264-params: \"cqmfile=made\" }", at: "\"cqmfile=made\""),
    .export("codec: libaom-av1, options: { aom-params: \"film-grain-table=made\" }", at: "\"film-grain-table=made\""),
    .export("codec: hevc, options: { x265-params: \"lowpass-dct=1\" }", at: "\"lowpass-dct=1\""),
    .export("codec: av1, options: { svtav1-params: \"mbr=100\" }", at: "\"mbr=100\""),
    .export("codec: av1, options: { maxrate: 100000 }", at: "maxrate"),
    .export(
      "codec: av1, options: { svtav1-params: \"chroma-u-ac-qindex-offset=1\" }", at: "\"chroma-u-ac-qindex-offset=1\""),
    .export("codec: libaom-av1, options: { use-intra-default-tx-only: 1 }", at: "use-intra-default-tx-only"),
    .export("codec: mjpeg, options: { ps: 300 }", at: "ps"),
    .export("codec: mpeg2video, options: { error_rate: 5 }", at: "error_rate"),
    .export("codec: wmv1, options: { quantizer_noise_shaping: 1 }", at: "quantizer_noise_shaping"),
    .export("codec: mpeg4, options: { skip_threshold: 1000 }", at: "skip_threshold"),
    .export("codec: snow, options: { memc_only: 1 }", at: "memc_only"),
    .effect("\"metadata=mode=print:file=made\"", at: "\"metadata=mode=print:file=made\""),
    .effect("{ name: metadata, options: { mode: print, file: \"http://127.0.0.1:9/x\" } }", at: "file"),
    .effect("\"curves=plot=made\"", at: "\"curves=plot=made\""),
    .effect("\"deshake=filename=made\"", at: "\"deshake=filename=made\""),
    .effect("\"vmafmotion=stats_file=made\"", at: "\"vmafmotion=stats_file=made\""),
    .effect("\"lut1d=made\"", at: "\"lut1d=made\""), .effect("\"curves=psfile=made\"", at: "\"curves=psfile=made\""),
    .effect("{ name: nlmeans, options: { r: 99 } }", at: "99"),
    .effect("\"subtitles=made\"", at: "\"subtitles=made\"", rule: "refused-filter"),
    .effect("\"geq=lum=ran dom(1)*255\"", at: "\"geq=lum=ran dom(1)*255\"", rule: "refused-filter"),
  ]

  private func write(_ more: String, canvas: String = "size: 64x64, rate: 25") throws -> (path: String, text: String) {
    let text = """
      timeline: 1
      canvas: { \(canvas) }
      tracks: [ { kind: video, segments: [ { clip: { color: navy }, duration: 1s } ] } ]
      \(more)

      """
    let path = folder.path("edit.yaml")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return (path, text)
  }

  /// `4:9`, where some words begin on the last line.
  private func place(of words: String, in text: String) throws -> String {
    let line = try #require(text.split(separator: "\n").last)
    let range = try #require(line.range(of: words, options: .backwards))
    return "4:\(line[..<range.lowerBound].count + 1)"
  }

  @Test(arguments: asks) func isRefusedAtItsPlace(_ ask: Ask) throws {
    let (path, text) = try write(ask.text)
    let place = try place(of: ask.place, in: text)
    let commands = [
      ["check", path], ["check", "--offline", path], ["plan", path], ["render", path, "-o", folder.path("out.mkv")],
      ["frames", path, "--at", "0s", "-o", folder.path("frames")], ["emit", path, "--stage", "graph"], ["lock", path],
    ]
    for command in commands where command[0] != "lock" {
      let result = try Program.run(command, in: folder.path("."))
      let said = result.output + result.errors
      #expect(result.status == 1, "\(command): \(result)")
      #expect(said.contains("edit.yaml:\(place)") && said.contains("[\(ask.rule)]"), "\(command): \(said)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("."))
    #expect(files == ["edit.yaml"], "\(files)")
  }

  /// Filters of media that nothing is known of are looked up as well.
  @Test(arguments: [
    ("{ kind: video, segments: [ { clip: a.mkv, effects: [ { filter: \"curves=plot=made\" } ] } ] }"),
    ("{ kind: audio, segments: [ { clip: a.wav, sound: { effects: [ { filter: \"firequalizer=dumpfile=made\" } ] } } ] }"),
  ])
  func filtersOfUnknownMediaAreLookedUp(track: String) throws {
    let text = "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks:\n  - \(track)\n"
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    for options in [["--offline"], []] {
      let checked = try Program.run(["check", folder.path("edit.yaml")] + options, in: folder.path("."))
      let said = checked.output + checked.errors
      #expect(checked.status == 1 && said.contains("[option-not-allowed]"), "\(checked)")
      #expect(said.components(separatedBy: "[option-not-allowed]").count == 2, "\(said)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")) == ["edit.yaml"])
  }

  /// What the canvas makes of an export without a preset is looked up as well.
  @Test func theEncoderOfAnotherCanvasIsLookedUp() throws {
    let (path, _) = try write(
      "export: { video: { options: { x265-params: \"csv=made\" } } }",
      canvas: "size: 64x64, rate: 25, color-space: bt2020-hlg")
    let checked = try Program.run("check", path, in: folder.path("."))
    #expect(checked.status == 1 && (checked.output + checked.errors).contains("[option-not-allowed]"), "\(checked)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")) == ["edit.yaml"])
  }

  @Test func parametersAndVariantsPassTheSameGate() throws {
    let (path, _) = try write(
      """
      parameters: { list: { type: text, default: me=dia } }
      export: { video: { codec: h264, options: { x264-params: "${list}" } } }
      """)
    #expect(try Program.run("check", path).status == 0)
    let set = try Program.run("check", path, "--set", "list=dump-yuv=made", in: folder.path("."))
    #expect(set.status == 1 && (set.output + set.errors).contains("[option-not-allowed]"), "\(set)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")) == ["edit.yaml"])
  }

  // MARK: Trust

  @Test func aPersonCanTrustAnOption() throws {
    let (path, _) = try write("export: { video: { codec: h264, options: { x264-params: \"dump-yuv=made\" } } }")
    let options = ["--trust", "option:libx264.x264-params"]
    #expect(try Program.run(["check", path] + options, in: folder.path(".")).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.path("made")))
    #expect(try Program.run(["plan", path] + options, in: folder.path(".")).status == 0)
  }

  @Test func aPersonCanTrustAFilter() throws {
    let (path, _) = try write("effects: [ { filter: copy }, { filter: noformat } ]")
    #expect(try Program.run("check", path).status == 1)
    let trusted = try Program.run("check", path, "--trust", "filter:noformat")
    #expect(!(trusted.output + trusted.errors).contains("[refused-filter]"), "\(trusted)")
  }

  @Test(arguments: [
    ("libx264", "filter:NAME"), ("filter:hfilp", "hflip"), ("filter:overlay", "inputs"), ("encoder:libx246", "libx264"),
    ("option:libx264", "names no option"), ("option:libx264.stat", "stats"), ("fliter:hflip", "filter"),
  ])
  func wrongNamesAreSaid(name: String, words: String) throws {
    let result = try Program.run("check", "edit.yaml", "--trust", name)
    #expect(result.status == 2 && result.errors.contains(words), "\(result)")
  }

  @Test func theLibraryTrustsWhatItIsTold() throws {
    let (_, text) = try write("export: { video: { codec: h264, options: { x264-params: \"stats=made\" } } }")
    #expect(!Edit(text: text).isValid)
    #expect(Edit(text: text, trust: try Trust(["option:libx264.x264-params"])).isValid)
  }
}
