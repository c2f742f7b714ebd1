import Foundation
import TestSupport
import Testing

/// What `export` asks for is what the file has.
@Suite struct WrittenExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=128x72:rate=25:duration=0.4", "-f", "lavfi", "-i",
      "anoisesrc=seed=3:duration=0.4:sample_rate=48000:amplitude=0.3", "-c:v", "ffv1", "-c:a", "pcm_s24le", "-ac", "2",
      folder.path("a.mkv"))
  }

  private func document(_ export: String, canvas: String = "size: 128x72, rate: 25", more: String = "") throws -> String
  {
    try folder.document(
      """
      timeline: 1
      canvas: { \(canvas) }
      tracks: [ { kind: av, segments: [ { clip: a.mkv } ] } ]
      \(more)
      export: \(export)

      """)
  }

  /// The path of what is rendered.
  private func render(_ export: String, to name: String, canvas: String = "size: 128x72, rate: 25") throws -> String {
    let rendered = try Program.run(
      "render", try document(export, canvas: canvas), "-o", folder.path(name), "--overwrite", "--no-store")
    #expect(rendered.status == 0, "\(rendered)")
    return folder.path(name)
  }

  private func check(
    _ export: String, canvas: String = "size: 256x144, rate: 25", more: String = ""
  ) throws -> String {
    let checked = try Program.run("check", try document(export, canvas: canvas, more: more))
    return checked.output + checked.errors
  }

  private func picture(_ path: String, _ entries: String) throws -> String? {
    try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "stream=\(entries)").first
  }

  struct ProRes: Sendable {
    var export: String
    var tag: String
    var format = "yuv422p10le"
  }

  @Test(arguments: [
    ProRes(export: "{ preset: prores }", tag: "apch"),
    ProRes(export: "{ container: mov, video: { codec: prores, pixel-format: yuv422p10le } }", tag: "apch"),
    ProRes(export: "{ preset: prores, video: { options: { profile: standard } } }", tag: "apcn"),
    ProRes(export: "{ preset: prores, video: { options: { profile: lt } } }", tag: "apcs"),
    ProRes(export: "{ preset: prores, video: { options: { profile: proxy } } }", tag: "apco"),
    ProRes(export: "{ preset: prores, video: { pixel-format: yuv444p10le } }", tag: "ap4h", format: "yuv444p12le"),
    ProRes(export: "{ preset: prores, video: { pixel-format: yuva444p10le } }", tag: "ap4h", format: "yuva444p12le"),
    ProRes(
      export: "{ preset: prores, video: { pixel-format: yuva444p10le, options: { profile: 4444xq } } }", tag: "ap4x",
      format: "yuva444p12le"),
  ])
  func proResSaysItsKind(_ wanted: ProRes) throws {
    let path = try render(wanted.export, to: "out.mov", canvas: "size: 256x144, rate: 25, background: transparent")
    #expect(try picture(path, "codec_tag_string,pix_fmt") == "\(wanted.tag),\(wanted.format)")
  }

  @Test func aPresetsProfileGivesWayToLosingNothing() throws {
    let path = try render("{ video: { crf: 0 } }", to: "out.mp4")
    #expect(try picture(path, "profile") == "High 4:4:4 Predictive")
    let refused = try check("{ video: { crf: 0, options: { profile: high } } }")
    #expect(refused.contains("edit.yaml:5:20: error") && refused.contains("[export-refused]"), "\(refused)")
  }

  @Test(arguments: [
    (["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"], "4444,yuva444p12le"),
    (["-c:v", "prores_ks", "-profile:v", "4444xq", "-pix_fmt", "yuv444p10le"], "XQ,yuv444p12le"),
    (["-c:v", "prores_ks", "-profile:v", "lt", "-pix_fmt", "yuv422p10le"], "LT,yuv422p10le"),
    (["-c:v", "dnxhd", "-profile:v", "dnxhr_sq", "-pix_fmt", "yuv422p"], "DNXHR SQ,yuv422p"),
    (["-c:v", "dnxhd", "-profile:v", "dnxhr_444", "-pix_fmt", "yuv444p10le"], "DNXHR 444,yuv444p10le"),
  ])
  func aSourcesKindIsTakenOver(_ arguments: [String], wanted: String) throws {
    _ = try CommandLineTool.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=0.4"] + arguments + [
        folder.path("b.mov")
      ])
    let edit = try folder.document(
      """
      timeline: 1
      assets: { b: b.mov }
      export: { like: b }
      tracks: [ { kind: video, segments: [ { clip: b, effects: [ { blur: 2 } ] } ] } ]

      """)
    let rendered = try Program.run("render", edit, "-o", folder.path("out.mov"), "--no-store")
    #expect(rendered.status == 0, "\(rendered)")
    #expect(try picture(folder.path("out.mov"), "profile,pix_fmt") == wanted)
  }

  /// Every bit of 24.
  @Test(arguments: ["flac", "tta", "alac", "wavpack"]) func losslessSoundLosesNothing(codec: String) throws {
    let path = try render("{ preset: lossless, audio: { codec: \(codec) } }", to: "out.mkv")
    func sound(_ path: String) throws -> String {
      try CommandLineTool.run(
        "ffmpeg", ["-v", "error", "-i", path, "-vn", "-c:a", "pcm_s24le", "-f", "md5", "-"])
    }
    #expect(try sound(path) == sound(folder.path("a.mkv")))
  }

  @Test(arguments: ["adpcm_ima_wav", "adpcm_ms", "wmav2", "flac", "tta"]) func soundInMatroskaIsReadable(codec: String)
    throws
  {
    let path = try render("{ container: mkv, audio: { codec: \(codec) } }", to: "out.mkv")
    try CommandLineTool.ffmpeg("-xerror", "-err_detect", "explode", "-i", path, "-vn", "-f", "null", "-")
  }

  @Test(arguments: [
    ("{ container: mp4, video: { codec: vp9, pixel-format: yuv440p } }", "[export-refused]"),
    ("{ container: mkv, video: { codec: qtrle, pixel-format: rgb24 } }", "[container-mismatch]"),
    ("{ container: mkv, video: { codec: libxvid, options: { bf: 2 } } }", "[export-refused]"),
  ])
  func whatCannotBeReadIsRefused(_ export: String, rule: String) throws {
    let checked = try check(export)
    #expect(checked.contains(rule), "\(checked)")
  }

  @Test(arguments: [
    "{ preset: prores, video: { bitrate: 4M } }", "{ preset: lossless, audio: { bitrate: 128k } }",
    "{ preset: lossless, file-length-limit: 4MB }",
    "{ container: mov, video: { codec: dnxhd, pixel-format: yuv422p, bitrate: 4M, options: { profile: dnxhr_sq } } }",
  ])
  func ratesThatAreIgnoredAreWarnedOf(_ export: String) throws {
    let checked = try check(export)
    #expect(checked.contains("[rate-ignored]") && !checked.contains("error"), "\(checked)")
  }

  @Test func noRateIsProposedWhereNoneIsKept() throws {
    let checked = try check("{ preset: prores, video: { crf: 3 } }")
    #expect(checked.contains("[unknown-option]") && !checked.contains("bitrate"), "\(checked)")
  }

  @Test(arguments: [("u.mkv", 0), ("u.mp4", 2), ("u.mov", 2)])
  func theEndingChoosesTheContainer(name: String, status: Int) throws {
    let edit = try document("{ video: { codec: utvideo } }")
    #expect(try Program.run("check", edit).status == 0)
    let rendered = try Program.run("render", edit, "-o", folder.path(name), "--no-store")
    #expect(rendered.status == Int32(status), "\(rendered)")
  }

  struct Misplaced: Sendable {
    var export: String
    var place: String
    var id = "option-misplaced"
  }

  @Test(arguments: [
    Misplaced(export: "{ audio: { options: { ar: 44100 } } }", place: "`sample-rate` of the canvas"),
    Misplaced(
      export: "{ audio: { options: { ac: 1 } } }", place: "`channels` of the canvas", id: "export-refused"),
    Misplaced(export: "{ audio: { options: { ch_layout: mono } } }", place: "`channels` of the canvas"),
    Misplaced(export: "{ audio: { options: { channel_layout: 5.1 } } }", place: "`channels` of the canvas"),
    Misplaced(export: "{ audio: { options: { sample_fmt: s16 } } }", place: "sample format", id: "unknown-option"),
    Misplaced(export: "{ video: { options: { color_range: pc } } }", place: "those of the canvas"),
    Misplaced(export: "{ video: { options: { colorspace: smpte170m } } }", place: "those of the canvas"),
    Misplaced(export: "{ video: { options: { color_primaries: bt2020 } } }", place: "those of the canvas"),
    Misplaced(export: "{ video: { options: { color_trc: smpte2084 } } }", place: "those of the canvas"),
    Misplaced(export: "{ video: { options: { aspect: 2 } } }", place: "pixels are square"),
    Misplaced(export: "{ video: { options: { pix_fmt: yuv444p } } }", place: "`pixel-format`", id: "unknown-option"),
    Misplaced(export: "{ video: { options: { s: 64x64 } } }", place: "`size` of `video`", id: "unknown-option"),
    Misplaced(export: "{ video: { options: { x264-params: \"me=dia:fullrange=on\" } } }", place: "`fullrange=on`"),
    Misplaced(export: "{ video: { options: { x264-params: \"colormatrix=bt470bg\" } } }", place: "colormatrix"),
    Misplaced(export: "{ preset: hevc, video: { options: { x265-params: \"annexb=0\" } } }", place: "annexb"),
    Misplaced(export: "{ preset: hevc, video: { options: { x265-params: \"transfer=16\" } } }", place: "transfer"),
    Misplaced(export: "{ video: { options: { x264-params: \"fps=50\" } } }", place: "fps=50"),
    Misplaced(
      export: "{ video: { codec: av1, options: { preset: 10, svtav1-params: \"matrix-coefficients=9\" } } }",
      place: "matrix-coefficients=9"),
  ])
  func whatIsNotTheEncodersToSayIsWarnedOf(_ wanted: Misplaced) throws {
    let checked = try check(wanted.export)
    #expect(checked.contains("[\(wanted.id)]") && checked.contains(wanted.place), "\(checked)")
    #expect(!checked.contains("edit.yaml:5:9:"), "not at the option: \(checked)")
  }

  @Test(arguments: [
    "{ audio: { options: { ar: 48000, ac: 2, ch_layout: stereo, channel_layout: stereo } } }",
    "{ video: { options: { color_range: tv, colorspace: bt709, color_primaries: bt709, color_trc: bt709, aspect: 1 } } }",
    "{ video: { options: { x264-params: \"fullrange=off:colormatrix=bt709:colorprim=bt709:transfer=bt709:me=dia\" } } }",
    "{ preset: hevc, video: { options: { x265-params: \"range=limited:colormatrix=1:annexb=1:sar=1:fps=25\" } } }",
    "{ preset: prores, video: { options: { bf: 2 } } }", "{ video: { codec: av1, options: { preset: 10 } } }",
    "{ video: { codec: mjpeg }, container: mov }",
    "{ container: mkv, video: { codec: libx264rgb, pixel-format: rgb24 } }",
  ])
  func whatSaysTheSameIsAllowed(_ export: String) throws {
    let checked = try check(export)
    #expect(!checked.contains("error") && !checked.contains("warning"), "\(checked)")
  }

  /// No table has a parameter that no library has.
  @Test(arguments: [
    "{ video: { options: { x264-params: \"me=dia:psy-dr=1\" } } }",
    "{ preset: hevc, video: { options: { x265-params: \"psy-dr=1\" } } }",
    "{ video: { codec: av1, options: { preset: 10, svtav1-params: \"psy-dr=1\" } } }",
  ])
  func whatAnEncoderDoesNotKnowIsNotAllowed(_ export: String) throws {
    let checked = try check(export)
    #expect(checked.contains("[option-not-allowed]") && checked.contains("psy-dr"), "\(checked)")
  }

  @Test(arguments: [
    "{ video: { options: { x264-params: \"me=diamond\" } } }",
    "{ preset: hevc, video: { options: { x265-params: \"me=diamond\" } } }",
    "{ video: { codec: av1, options: { preset: 10, svtav1-params: \"tune=loud\" } } }",
  ])
  func whatAnEncoderDoesNotUnderstandIsWarnedOf(_ export: String) throws {
    let checked = try check(export)
    #expect(checked.contains("[option-ignored]"), "\(checked)")
  }

  @Test func noContainerIsProposedWhereNoneHoldsIt() throws {
    let checked = try check(
      "{ container: mp4, video: { codec: qtrle, pixel-format: rgb24 }, audio: { codec: opus } }")
    #expect(checked.contains("[container-mismatch]") && !checked.contains("write `"), "\(checked)")
  }

  /// An option of another encoder is unknown, and nothing else is said of it.
  @Test func listsOfOtherEncodersAreUnknown() throws {
    let checked = try check("{ preset: hevc, video: { options: { x264-params: \"me=dia\" } } }")
    #expect(checked.contains("[unknown-option]") && !checked.contains("follows from the canvas"), "\(checked)")
  }

  @Test func chaptersThatAWaveFileHasNoPlaceForAreWarnedOf() throws {
    let export = "{ video: false, audio: { codec: pcm } }"
    let chapters = "chapters: [ { at: 0s, title: One } ]"
    let written = try check("{ container: wav, video: false, audio: { codec: pcm } }", more: chapters)
    #expect(written.contains("[chapters-not-kept]"), "\(written)")
    let edit = try document(export, more: chapters)
    for (name, isKept) in [("out.wav", false), ("out.mkv", true)] {
      let rendered = try Program.run("render", edit, "-o", folder.path(name), "--no-store")
      #expect(rendered.status == 0, "\(rendered)")
      #expect(rendered.errors.contains("[chapters-not-kept]") != isKept, "\(rendered)")
    }
  }
}
