import Foundation
import Media
import Planner
import Renderer
import Store
import TestSupport
import Testing
import TimelineModel

/// Cuts that are copied as far as can be show exactly what they would if every frame were encoded.
@Suite struct CopyTests {
  /// A source and how its packets refer to each other.
  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var encoder: String
    var options: [String: String]
    /// Frames from one picture that decoding can begin with to the next; nil where the first is the only one.
    var group: Int64? = 12
    /// The most frames in a row that are stored after a later one, which cannot be copied where a cut parts them.
    var bFrames: Int64
    /// Whether they also stand before a picture that decoding can begin with.
    var areLeading = false
    var rate = FrameRate(25)

    static func x264(_ name: String, _ parameters: String, bFrames: Int64) -> Source {
      Source(
        testDescription: name, encoder: "libx264",
        options: [
          "preset": "veryfast",
          "x264-params": "keyint=12:min-keyint=12:scenecut=0:b-adapt=0:bframes=\(bFrames):\(parameters)",
        ],
        bFrames: bFrames)
    }

    static let all = [
      x264("no B-frames", "ref=2", bFrames: 0), x264("B-frames", "b-pyramid=0", bFrames: 3), pyramid,
      x264("a deep pyramid", "b-pyramid=normal", bFrames: 8), ntsc, hevc,
    ]
    static let pyramid = x264("a pyramid", "b-pyramid=normal", bFrames: 3)
    static let ntsc: Source = {
      var source = x264("29.97 fps", "b-pyramid=normal", bFrames: 3)
      source.rate = FrameRate(30000, 1001)
      return source
    }()
    static let hevc = Source(
      testDescription: "HEVC with leading pictures", encoder: "libx265",
      options: [
        "preset": "ultrafast",
        "x265-params": "keyint=12:min-keyint=12:scenecut=0:bframes=3:b-adapt=0:log-level=error",
      ], bFrames: 3, areLeading: true)
  }

  private let studio: Studio
  init() throws { studio = try Studio() }

  /// The encoder pins closed groups on every movie that cutlist writes, so these are made by ffmpeg.
  private func add(_ name: String, _ source: Source, openGroups: Bool = false, from first: Int = 0) throws {
    try studio.addBarcodes("raw-\(name)") { movie in
      movie.frames = 144
      movie.rate = source.rate
      movie.firstNumber = first
    }
    var arguments = ["-v", "error", "-y", "-i", studio.folder.path("raw-\(name)"), "-c:v", source.encoder]
    for (key, value) in source.options.sorted(by: { $0.key < $1.key }) {
      let isOpen = openGroups && key.hasSuffix("params")
      arguments += ["-\(key)", value + (isOpen ? ":open-gop=1" : "")]
    }
    try CommandLineTool.run("ffmpeg", arguments + ["-threads", "1", studio.folder.path(name)])
    studio.add(name)
    studio.addEncoder(source.encoder)
  }

  /// Cuts of `frames` at frames of the source, one after another.
  private func cuts(_ frames: [(name: String, range: Range<Int64>)], _ source: Source) -> Composition {
    var start: Int64 = 0
    let segments = frames.map { name, range in
      defer { start += Int64(range.count) }
      let at = { (frame: Int64) in source.rate.seconds(ofFrame: frame) }
      return movie(name, at(start), at(start + Int64(range.count)), from: at(range.lowerBound))
    }
    var result = composition(segments, rate: source.rate)
    result.output.video = VideoSettings(
      encoder: source.encoder, pixelFormat: "yuv420p",
      options: source.encoder == "libx264"
        ? ["preset": "veryfast", "crf": "25"] : ["preset": "ultrafast", "x265-params": "bframes=2"])
    return result
  }

  private func expectRight(_ composition: Composition, _ expected: [Int], in container: String = "mp4") throws
    -> RenderReport
  {
    var composition = composition
    composition.output.container = container == "mkv" ? .mkv : .mp4
    let name = "out.\(container)"
    let report = try studio.session(composition, name).run()
    #expect(try studio.barcodes(of: name) == expected)
    #expect(try CommandLineTool.ffmpeg("-v", "error", "-i", studio.folder.path(name), "-f", "null", "-") == "")
    return report
  }

  /// What cannot be read at this moment would be copied at another one, and the movie has the same bytes at each.
  @Test func aSourceThatIsGoneIsNoReasonToEncode() throws {
    try add("a.mp4", .pyramid)
    let composition = cuts([("a.mp4", 0..<144)], .pyramid)
    let maker = PlanMaker(composition, folder: studio.media)
    #expect(try maker.report().copiedFrames == 144)
    for isForbidden in [false, true] {
      try FileManager.default.removeItem(atPath: studio.folder.path("a.mp4"))
      if isForbidden {
        // A link to itself leads nowhere.
        try FileManager.default.createSymbolicLink(
          atPath: studio.folder.path("a.mp4"), withDestinationPath: "a.mp4")
      }
      #expect(throws: RenderFailure.self) { try maker.plan() }
      #expect(throws: RenderFailure.self) { try maker.report() }
      #expect(throws: RenderFailure.self) { try maker.picture(through: nil) }
      if !isForbidden { try Data().write(to: studio.folder.url.appending(path: "a.mp4")) }
    }
  }

  @Test(arguments: Source.all)
  func everyFrameOfRandomCuts(_ source: Source) throws {
    try add("a.mp4", source, openGroups: source.areLeading)
    var random = SplitMix(seed: 7)
    for _ in 0..<4 {
      let ranges = (0..<8).map { _ in
        let start = Int64.random(in: 0..<140, using: &random)
        return start..<Int64.random(in: start + 1...min(start + 50, 144), using: &random)
      }
      let report = try expectRight(
        cuts(ranges.map { ("a.mp4", $0) }, source), ranges.flatMap { $0.map(Int.init) })
      // No more is encoded than each cut's way to the next safe picture, and what its end parts from a later frame.
      let group = source.group ?? 144
      let most = ranges.reduce(Int64(0)) { sum, range in
        let next = (range.lowerBound + group - 1) / group * group
        let head = min(Int64(range.count), next - range.lowerBound)
        return sum + min(Int64(range.count), head + source.bFrames)
      }
      #expect(report.encodedFrames <= most, "\(report.encodedFrames) of \(report.frames) frames for \(ranges)")
    }
  }

  @Test(arguments: ["mp4", "mkv"])
  func everyContainer(_ container: String) throws {
    try add("a.mp4", .pyramid)
    let report = try expectRight(
      cuts([("a.mp4", 5..<60), ("a.mp4", 70..<71), ("a.mp4", 24..<48)], .pyramid),
      (5..<60).map { $0 } + [70] + (24..<48), in: container)
    #expect(report.copiedFrames > 50)
  }

  @Test func openGroupsOfH264HaveNoSafePictureButTheFirst() throws {
    try add("a.mp4", .pyramid, openGroups: true)
    let report = try expectRight(
      cuts([("a.mp4", 5..<60), ("a.mp4", 0..<30)], .pyramid), (5..<60).map { $0 } + (0..<30))
    #expect(report.encodedFrames >= 55 && report.copiedFrames > 20)
  }

  @Test func sourcesWhoseParameterSetsCollide() throws {
    var other = Source.pyramid
    other.options["x264-params"] = "keyint=12:min-keyint=12:scenecut=0:b-adapt=0:bframes=1:ref=2:cabac=0"
    try add("a.mp4", .pyramid)
    try add("b.mp4", other, from: 1000)
    let report = try expectRight(
      cuts([("a.mp4", 3..<40), ("b.mp4", 3..<40), ("a.mp4", 24..<60)], .pyramid),
      (3..<40).map { $0 } + (1003..<1040) + (24..<60))
    #expect(report.copiedFrames > 70)
  }

  /// Libavcodec shows garbage where lossless frames and others stand in one track: one kind of them is encoded.
  @Test(arguments: [["crf": "25"], ["crf": "0"], ["x264-params": "qp=0"]])
  func losslessFramesAreNotJoinedToOthers(export: [String: String]) throws {
    var lossless = Source.pyramid
    lossless.options["qp"] = "0"
    try add("a.mp4", .pyramid)
    try add("b.mp4", lossless, from: 1000)
    var edit = cuts([("a.mp4", 0..<48), ("b.mp4", 3..<40), ("a.mp4", 50..<90)], .pyramid)
    edit.output.video?.options = ["preset": "veryfast"].merging(export) { $1 }
    _ = try expectRight(edit, Array(0..<48) + (1003..<1040) + (50..<90))
    // Where all are lossless they are copied.
    var whole = cuts([("b.mp4", 12..<40)], lossless)
    whole.output.video?.options = ["preset": "veryfast"].merging(export) { $1 }
    let report = try expectRight(whole, Array(1012..<1040))
    #expect(report.encodedFrames == 0)
  }

  /// Where frames lack, what lies before and behind is copied, and the frame before them is shown again.
  @Test func aFileThatLacksFramesIsCopiedUpToThem() throws {
    try add("a.mp4", .pyramid)
    let lacking = Set(100..<103).union([120])
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("a.mp4"), "-vf", "select='not(between(n,100,102)+eq(n,120))'", "-vsync", "vfr", "-c:v",
      "libx264", "-preset", "veryfast", "-x264-params", "keyint=12:min-keyint=12:scenecut=0:bframes=2",
      studio.folder.path("gaps.mp4"))
    studio.add("gaps.mp4")
    let expected = (0..<144).map { number in (0...number).last { !lacking.contains($0) }! }
    let report = try expectRight(cuts([("gaps.mp4", 0..<144)], .pyramid), expected)
    #expect(report.copiedFrames > 110 && report.encodedFrames > 0)
  }

  /// Times that tremble are those of the canvas once the packets are copied.
  @Test func aFileWhoseTimesTremble() throws {
    try add("a.mp4", .x264("no B-frames", "ref=2", bFrames: 0))
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("a.mp4"), "-c", "copy", "-bsf:v", "setts=ts='TS+if(N,mod(N*7,9)-4,0)*0.001/TB'",
      "-video_track_timescale", "90000", studio.folder.path("shaky.mp4"))
    studio.add("shaky.mp4")
    let report = try expectRight(cuts([("shaky.mp4", 0..<144)], .pyramid), Array(0..<144))
    #expect(report.copiedFrames == 144)
  }

  @Test func aWholeFileIsCopiedWhole() throws {
    try add("a.mp4", .pyramid)
    let report = try expectRight(cuts([("a.mp4", 0..<144)], .pyramid), Array(0..<144))
    #expect(report.copiedFrames == 144)
  }

  @Test func whatPlaysOnIsOneCopy() throws {
    try add("a.mp4", .pyramid)
    let report = try expectRight(
      cuts([("a.mp4", 0..<31), ("a.mp4", 31..<77), ("a.mp4", 77..<144)], .pyramid), Array(0..<144))
    #expect(report.copiedFrames == 144)
  }

  @Test func nothingIsCopiedWhereThatIsForbidden() throws {
    try add("a.mp4", .pyramid)
    for level in [OptimisationLevel.none, .encodeAll] {
      var session = studio.session(cuts([("a.mp4", 0..<50)], .pyramid), "\(level).mp4")
      session.level = level
      #expect(try session.run().encodedFrames == 50)
      #expect(try studio.barcodes(of: "\(level).mp4") == Array(0..<50))
    }
  }

  @Test func aRangeIsCutLikeAnythingElse() throws {
    try add("a.mp4", .pyramid)
    var session = studio.session(cuts([("a.mp4", 0..<144)], .pyramid), "out.mp4")
    session.range = range(seconds(17, 25), seconds(90, 25))
    let report = try session.run()
    #expect(try studio.barcodes(of: "out.mp4") == Array(17..<90))
    #expect(report.encodedFrames <= 9)
  }
}
