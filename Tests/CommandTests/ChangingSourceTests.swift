import Foundation
import TestSupport
import Testing

/// Files that say something else of themselves under way, as those do that were joined of others, and files that are
/// wrong about themselves.
@Suite struct ChangingSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let size = "64x48"
  private static let test = "testsrc2=s=\(size):r=10"

  /// A filter that says what the numbers of frames mean.
  private static func tags(_ matrix: String, _ others: String = "bt709") -> String {
    "setparams=colorspace=\(matrix):color_primaries=\(others):color_trc=\(others):range=tv"
  }

  /// Writes two seconds of H.264 at ten frames a second.
  private func make(
    _ name: String, _ picture: String, _ filters: String = tags("bt709"), _ options: [String] = []
  ) throws {
    try CommandLineTool.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", picture, "-t", "2", "-c:v", "libx264", "-g", "8", "-bf", "0"]
        + ["-pix_fmt", "yuv420p", "-fflags", "+bitexact", "-vf", filters] + options + [folder.path(name)])
  }

  /// Puts parts behind one another without encoding them.
  private func join(_ parts: [String], as name: String) throws {
    let list = parts.map { "file '\(folder.path($0))'\n" }.joined()
    try list.write(toFile: folder.path("list.txt"), atomically: true, encoding: .utf8)
    try CommandLineTool.ffmpeg(
      "-f", "concat", "-safe", "0", "-i", folder.path("list.txt"), "-c", "copy", folder.path(name))
  }

  private func render(_ clip: String, asset: String = "", export: String = "h264", _ arguments: String...) throws -> String {
    let document = try folder.document(
      """
      timeline: 1
      canvas: { size: \(Self.size), rate: 10 }
      assets: { a: { file: \(clip)\(asset) } }
      tracks: [ { kind: video, segments: [ { clip: a, source: 3f..37f } ] } ]
      export: \(export)

      """)
    let checked = try Program.run(["check", document], in: folder.url.path)
    #expect(checked.status == 0, "\(checked.errors)")
    let name = "made.mkv"
    let result = try Program.run(
      ["render", document, "-o", name, "--overwrite", "--no-store"] + arguments, in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
    return name
  }

  /// Digests of the frames of a file.
  private func digests(_ name: String) throws -> [String] {
    try CommandLineTool.run("ffmpeg", ["-v", "error", "-i", folder.path(name), "-f", "framemd5", "-"])
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: ",").last!) }
  }

  /// The red of the first pixel of each frame.
  private func reds(_ name: String) throws -> [Int] {
    let output = folder.path("frames.rgb")
    try CommandLineTool.ffmpeg("-i", folder.path(name), "-vf", "format=rgb24", "-f", "rawvideo", output)
    let bytes = try Data(contentsOf: URL(filePath: output))
    return stride(from: 0, to: bytes.count, by: 64 * 48 * 3).map { Int(bytes[$0]) }
  }

  /// Frames that other parameter sets belong to are encoded.
  @Test(arguments: ["mp4", "mkv", "ts"])
  func otherParameterSetsEndACopy(container: String) throws {
    try make("p.ts", Self.test)
    try make("q.ts", Self.test, Self.tags("bt709"), ["-x264-params", "cabac=0", "-refs", "1"])
    try join(["p.ts", "q.ts"], as: "joined.\(container)")
    let source = try digests("joined.\(container)")
    #expect(source.count == 40)
    let made = try digests(try render("joined.\(container)"))
    #expect(made.count == 34 && made[5..<17].elementsEqual(source[8..<20]))
    #expect(try digests(render("joined.\(container)", export: "lossless")).elementsEqual(source[3..<37]))
  }

  /// The grey in the middle of each frame and at both ends of its middle row.
  private func grays(_ name: String) throws -> [[Int]] {
    let output = folder.path("frames.gray")
    try CommandLineTool.ffmpeg("-i", folder.path(name), "-vf", "format=gray", "-f", "rawvideo", output)
    let bytes = try Data(contentsOf: URL(filePath: output))
    return stride(from: 24 * 64, to: bytes.count, by: 64 * 48).map { row in
      [0, 32, 63].map { Int(bytes[row + $0]) }
    }
  }

  /// Pictures of another shape stand between bars, whether it is another number of pixels or other pixels.
  @Test(arguments: [
    ("color=white:s=36x48:r=10", "setsar=1"), ("color=white:s=64x48:r=10", "setsar=9/16"),
    ("color=white:s=144x192:r=10", "setsar=1"), ("color=white:s=144x96:r=10", "setsar=1/2"),
  ])
  func anotherShapeGetsBars(picture: String, aspect: String) throws {
    try make("p.ts", "color=white:s=64x48:r=10", "setsar=1")
    try make("q.ts", picture, aspect)
    try join(["p.ts", "q.ts", "p.ts"], as: "joined.ts")
    let made = try grays(try render("joined.ts"))
    #expect(made.count == 34 && made[..<17].allSatisfy { $0.allSatisfy { $0 > 250 } })
    #expect(made[17...].allSatisfy { $0[0] < 5 && $0[1] > 250 && $0[2] < 5 }, "\(made[20])")
  }

  /// What is as wide and high as the rest is shown so, with as many pixels as it may have.
  @Test(arguments: [("128x96", "1"), ("48x48", "4/3")]) func otherPixelsOfOneShapeGetNoBars(size: String, aspect: String) throws {
    try make("p.ts", "color=white:s=64x48:r=10", "setsar=1")
    try make("q.ts", "color=white:s=\(size):r=10", "setsar=\(aspect)")
    try join(["p.ts", "q.ts"], as: "joined.ts")
    let made = try grays(try render("joined.ts"))
    #expect(made.count == 34 && made.allSatisfy { $0.allSatisfy { $0 > 250 } })
  }

  /// A part in other light looks as it does alone.
  @Test func everyPartIsReadInItsOwnLight() throws {
    let lights = [
      "sdr": "colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv",
      "pq": "colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084:range=tv",
      "hlg": "colorspace=bt2020nc:color_primaries=bt2020:color_trc=arib-std-b67:range=tv",
    ]
    var alone: [String: Int] = [:]
    for (name, light) in lights {
      try make("\(name).ts", "color=#606060:s=64x48:r=10", "format=yuv420p,setparams=\(light)")
      try join(["\(name).ts", "\(name).ts"], as: "twice.ts")
      alone[name] = try grays(render("twice.ts"))[20][1]
    }
    #expect(Set(alone.values).count == 3, "\(alone)")
    for (first, second) in [("sdr", "pq"), ("pq", "sdr"), ("pq", "hlg"), ("hlg", "pq"), ("hlg", "sdr")] {
      try join(["\(first).ts", "\(second).ts"], as: "joined.ts")
      let made = try grays(render("joined.ts"))
      let wanted = try [#require(alone[first]), #require(alone[second])]
      #expect(abs(made[3][1] - wanted[0]) <= 1 && abs(made[30][1] - wanted[1]) <= 2, "\(first) and \(second): \(made[30])")
    }
  }

  /// The decoder of H.264 remembers the range of what it decoded before.
  @Test(arguments: ["mkv", "mp4", "ts"]) func theRangeOfAPartIsItsOwn(container: String) throws {
    try make("p.ts", "color=white:s=64x48:r=10", "format=yuv420p", ["-qp", "0"])
    try make("q.ts", "color=white:s=64x48:r=10", "format=yuv420p,scale=out_range=pc", ["-qp", "0", "-color_range", "pc"])
    try join(["p.ts", "q.ts"], as: "joined.\(container)")
    for segment in ["a", "{ clip: a, reverse: true }"] {
      let document = try folder.document(
        """
        timeline: 1
        canvas: { size: \(Self.size), rate: 10 }
        assets: { a: { file: joined.\(container) } }
        tracks: [ { kind: video, segments: [ \(segment) ] } ]
        export: lossless

        """)
      let result = try Program.run(
        ["render", document, "-o", "made.mkv", "--overwrite", "--no-store"], in: folder.url.path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try grays("made.mkv").allSatisfy { $0.allSatisfy { $0 > 250 } })
    }
  }

  /// libavformat tells a palette once, with the first packet.
  @Test(arguments: [
    ["s.mov", "-c:v", "smc"], ["r.avi", "-c:v", "rawvideo", "-pix_fmt", "pal8"],
    ["q.mov", "-c:v", "qtrle", "-pix_fmt", "gray", "-g", "6"],
  ])
  func palettesAreKnownAfterAJump(options: [String]) throws {
    try CommandLineTool.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", Self.test, "-t", "4"] + options.dropFirst()
        + [folder.path(options[0])])
    let whole = try digests(render(options[0], export: "{ preset: lossless, audio: false }"))
    let part = try digests(
      render(options[0], export: "{ preset: lossless, audio: false }", "--range", "1.5s..2.5s"))
    #expect(whole.count == 34 && part.count == 10 && Set(whole).count > 20)
    #expect(part.elementsEqual(whole[15..<25]))
  }

  /// Decoders of some codecs go by the tag of their track.
  @Test(arguments: ["utvideo", "rawvideo"], ["yuv420p", "yuv422p"])
  func tagsAreCopied(codec: String, format: String) throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", Self.test, "-t", "4", "-vf", "\(Self.tags("bt709")),format=\(format)", "-c:v", codec,
      folder.path("a.mkv"))
    let export = "{ container: mkv, audio: false, video: { codec: \(codec), pixel-format: \(format) } }"
    let made = try digests(render("a.mkv", export: export))
    #expect(try made.elementsEqual(digests("a.mkv")[3..<37]))
  }

  /// Sources whose headers differ from each other's and from the encoder's own are encoded.
  @Test func sourcesWithOtherHeadersAreEncoded() throws {
    for (name, option) in [("a.mkv", ["-context", "1"]), ("b.mkv", ["-pred", "median"])] {
      try CommandLineTool.run(
        "ffmpeg",
        ["-v", "error", "-y", "-f", "lavfi", "-i", Self.test, "-t", "1", "-vf", Self.tags("bt709"), "-c:v", "ffvhuff"]
          + option + ["-pix_fmt", "yuv420p", folder.path(name)])
    }
    let document = try folder.document(
      """
      timeline: 1
      tracks: [ { kind: video, segments: [ a.mkv, b.mkv ] } ]
      export: { container: mkv, audio: false, video: { codec: ffvhuff, pixel-format: yuv420p } }

      """)
    let result = try Program.run(
      ["render", document, "-o", "made.mkv", "--no-store"], in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try digests("made.mkv") == digests("a.mkv") + digests("b.mkv"))
  }

  /// Whoever reads grey PNG takes it for full range.
  @Test(arguments: ["png", "qtrle"]) func greyIsInFullRange(codec: String) throws {
    let document = try folder.document(
      """
      timeline: 1
      canvas: { size: \(Self.size), rate: 10 }
      tracks: [ { kind: video, segments: [ { clip: { color: "#404040" }, duration: 1s } ] } ]
      export: { container: mov, audio: false, video: { codec: \(codec), pixel-format: gray } }

      """)
    let result = try Program.run(["render", document, "-o", "made.mov", "--no-store"], in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(Set(try reds("made.mov")) == [0x40])
  }

  /// Frames of another size are scaled to that of the first ones.
  @Test func anotherSizeIsScaled() throws {
    try make("p.ts", Self.test)
    try make("q.ts", "testsrc2=s=96x72:r=10")
    try join(["p.ts", "q.ts"], as: "joined.mp4")
    for export in ["h264", "lossless"] {
      let made = try render("joined.mp4", export: export)
      let sizes = try CommandLineTool.ffprobe(folder.path(made), "-show_entries", "frame=width,height")
      #expect(sizes == Array(repeating: "64,48", count: 34))
    }
    let source = try digests("joined.mp4")
    #expect(try digests("made.mkv")[..<17].elementsEqual(source[3..<20]))
  }

  /// What the numbers of frames mean may change with them.
  @Test(arguments: [["bt709", "bt601"], ["bt601", "bt709"]], ["h264", "lossless"])
  func otherColoursAreConverted(matrices: [String], export: String) throws {
    for matrix in matrices {
      let name = matrix == "bt601" ? "smpte170m" : matrix
      try make(
        "\(matrix).ts", "color=red:s=\(Self.size):r=10",
        "scale=out_color_matrix=\(matrix),format=yuv420p,\(Self.tags(name))")
    }
    try join(matrices.map { "\($0).ts" }, as: "joined.mp4")
    let made = try reds(try render("joined.mp4", export: export))
    #expect(made.count == 34 && made.allSatisfy { $0 >= 248 }, "\(made)")
  }

  /// A copy would go on saying what the document contradicts.
  @Test(arguments: ["mp4", "mkv"])
  func framesThatAreWrongAboutThemselvesAreNotCopied(container: String) throws {
    try make(
      "wrong.\(container)", "color=red:s=\(Self.size):r=10",
      "scale=out_color_matrix=bt709,format=yuv420p,\(Self.tags("smpte170m", "smpte170m"))", ["-t", "4"])
    let made = try reds(try render("wrong.\(container)", asset: ", color-space: bt709"))
    #expect(Set(made).count == 1 && made[0] >= 248, "\(made)")
  }
}
