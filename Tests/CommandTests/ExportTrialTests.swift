import Foundation
import TestSupport
import Testing

/// What an encoder or a container refuses is an error before anything is rendered.
@Suite struct ExportTrialTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Export: CustomTestStringConvertible, Sendable {
    var export: String
    var canvas = "size: 320x180, rate: 25"
    var testDescription: String { export }

    var output: String {
      let container = ["mkv", "mov"].first { export.contains("container: \($0)") }
      return "out.\(container ?? "mp4")"
    }
  }

  private func document(_ export: Export) throws -> String {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=0.2", "-f", "lavfi", "-i",
      "sine=duration=0.2:sample_rate=48000", "-c:v", "ffv1", "-c:a", "pcm_s16le", folder.path("a.mkv"))
    try """
    timeline: 1
    canvas: { \(export.canvas) }
    tracks: [ { kind: av, segments: [ { clip: a.mkv } ] } ]
    export: \(export.export)

    """.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    return folder.path("edit.yaml")
  }

  @Test(arguments: [
    Export(export: "{ container: mov, video: { codec: dnxhd, pixel-format: yuv422p } }"),
    Export(export: "{ video: { codec: av1 } }", canvas: "size: 16x16, rate: 25"),
    Export(export: "{ video: { codec: hevc } }", canvas: "size: 2x2, rate: 25"),
    Export(export: "{ container: mkv, video: { codec: h264, options: { profile: high }, pixel-format: yuv444p } }"),
    // Seen only when the first frames are encoded.
    Export(export: "{ video: { codec: mpeg4, options: { rc_eq: 0/0 } } }"),
  ])
  func whatIsRefusedIsAnErrorOfCheck(_ export: Export) throws {
    let path = try document(export)
    let checked = try Program.run("check", path)
    #expect(checked.status == 1, "\(checked)")
    #expect(checked.output.contains("[export-refused]") || checked.errors.contains("[export-refused]"), "\(checked)")
    let rendered = try Program.run("render", path, "-o", folder.path(export.output))
    #expect(rendered.status != 0 && rendered.errors.contains("[export-refused]"), "\(rendered)")
  }

  @Test(arguments: [
    Export(export: "{ container: mp4, video: { codec: h264, pixel-format: yuv444p } }"),
    Export(export: "{ container: mp4, video: { codec: h264, pixel-format: yuv422p } }"),
    Export(export: "{ container: mp4, video: { codec: h264, pixel-format: yuv420p10le } }"),
    Export(export: "{ container: mov, video: { codec: mjpeg } }"),
    Export(export: "{ container: mkv, video: { codec: rawvideo } }"),
    Export(export: "{ container: mp4, video: { codec: av1, options: { preset: 12 } } }"),
    Export(export: "{ container: mkv, video: { codec: libaom-av1, options: { cpu-used: 8 } } }"),
    Export(export: "{ container: mp4, audio: { codec: flac } }"),
    Export(export: "{ audio: { codec: aac, options: { profile: aac_low } } }"),
    Export(export: "{ container: mov, video: { codec: qtrle, pixel-format: gray } }"),
    Export(export: "{ video: { codec: mpeg4, options: { threads: auto } } }"),
    Export(export: "{ video: { codec: mpeg4, options: { rc_eq: tex^qComp } } }"),
  ])
  func whatIsAcceptedIsRendered(_ export: Export) throws {
    let path = try document(export)
    let checked = try Program.run("check", path)
    #expect(checked.status == 0, "\(checked)")
    let rendered = try Program.run("render", path, "-o", folder.path(export.output))
    #expect(rendered.status == 0, "\(rendered)")
    try CommandLineTool.ffmpeg("-i", folder.path(export.output), "-f", "null", "-")
  }

  @Test func aContainerFromTheOutputsEndingIsTriedToo() throws {
    let path = try document(
      Export(
        export: "{ preset: prores, video: { codec: h264, pixel-format: yuv420p }, audio: { codec: mp3 } }",
        canvas: "size: 320x180, rate: 25, sample-rate: 8000"))
    #expect(try Program.run("check", path).status == 0)
    #expect(try Program.run("render", path, "-o", folder.path("a.mov")).status == 0)
    let refused = try Program.run("render", path, "-o", folder.path("a.mp4"))
    #expect(refused.status == 2 && refused.errors.contains("[output-type-mismatch]"), "\(refused)")
    #expect(refused.errors.contains("8000"), "\(refused)")
  }

  @Test(arguments: [
    (Export(export: "h264", canvas: "size: 1x1, rate: 25"), "write `2x2`"),
    (
      Export(
        export: "{ container: mov, video: { codec: dnxhd } }",
        canvas: "size: 1920x1080, rate: 25, color-space: bt2020-pq"), "write `pixel-format: yuv422p10le`"
    ),
  ])
  func whatIsProposedIsPossible(_ export: Export, help: String) throws {
    let checked = try Program.run("check", try document(export))
    #expect(checked.status == 1 && (checked.output + checked.errors).contains(help), "\(checked)")
  }
}
