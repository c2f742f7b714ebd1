import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct JoinTests {
  private typealias Cut = Splice.Cut

  /// Heads, tails, pieces of one frame, whole groups, and jumps in both directions.
  private static let cuts = [5..<41, 60..<61, 0..<12, 13..<14, 24..<72, 30..<37, 12..<13, 20..<24, 36..<60].map {
    Cut($0)
  }

  static let sources = CopySource.h264 + CopySource.hevc + [CopySource.vp9, CopySource.av1] + CopySource.intra

  @Test(arguments: sources + (CopySource.h264 + CopySource.hevc).map { $0.kept(in: "ts") })
  func showsEveryFrame(of source: CopySource) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let container: OutputSettings.Container =
      source.container == "ts" ? .mp4 : try #require(OutputSettings.Container(rawValue: source.container))
    let output = folder.path("joined.\(container)")
    var splice = try Splice([(source, path)])
    try splice.write(JoinTests.cuts, to: output, container: container)
    #expect(splice.shown.count(where: \.isCopied) >= 100)
    try splice.expect(output, from: [path])
  }

  /// FFV1 of the old versions has its parameters in its frames, and a decoder takes them once.
  @Test func ffv1WithoutHeadersIsNotCopied() throws {
    let folder = try TemporaryFolder()
    for level in 0...1 {
      var source = CopySource.ffv1("level-\(level)", interval: 1)
      source.arguments = ["ffv1", "-level", "\(level)", "-g", "1"]
      let path = folder.path(source.testDescription)
      try source.write(to: path)
      var splice = try Splice([(source, path)])
      let failure = #expect(throws: LibAVError.self) {
        try splice.write([Cut(0..<20), Cut(30..<50)], to: folder.path("joined.mkv"), container: .mkv)
      }
      #expect(failure?.text == "there is no source to copy from")
    }
  }

  /// Only the first group may be copied where the others are open, and of FFV1 none that has been begun.
  @Test(arguments: [CopySource.h264Open, CopySource.ffv1("ffv1-groups", interval: 12)])
  func copiesNoMoreThanIsProven(source: CopySource) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let output = folder.path("joined.\(source.container)")
    var splice = try Splice([(source, path)])
    try splice.write([Cut(0..<40), Cut(20..<50)], to: output, container: source.container == "mkv" ? .mkv : .mp4)
    let copied = splice.shown.filter(\.isCopied).map(\.frame)
    #expect(copied == (source.container == "mkv" ? Array(0..<40) + Array(24..<50) : Array(0..<Int64(copied.count))))
    #expect((9...40).contains(copied.count) || source.container == "mkv")
    try splice.expect(output, from: [path])
  }

  /// Matroska rounds times to milliseconds.
  @Test(arguments: ["mp4", "mkv", "ts"])
  func keepsAnOddRate(container: String) throws {
    let folder = try TemporaryFolder()
    var source = CopySource.h264[2].kept(in: container)
    source.rate = FrameRate(30000, 1001)
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let output = folder.path("joined.mp4")
    var splice = try Splice([(source, path)])
    try splice.write(JoinTests.cuts, to: output, container: .mp4)
    try splice.expect(output, from: [path])
    let durations = try CommandLineTool.ffprobe(output, "-select_streams", "v", "-show_entries", "packet=duration_time")
    #expect(Set(durations) == ["0.033367"])
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mov, .mkv], [CopySource.h264[2], CopySource.hevc[1]])
  func joinsInEveryContainer(container: OutputSettings.Container, source: CopySource) throws {
    let folder = try TemporaryFolder()
    let source = source.kept(in: "mkv")
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let output = folder.path("joined.\(container)")
    var splice = try Splice([(source, path)])
    try splice.write(JoinTests.cuts, to: output, container: container)
    try splice.expect(output, from: [path])
  }
}

// MARK: Parameter sets

extension JoinTests {
  private func source(_ base: CopySource, _ number: Int, adding more: String = "") -> CopySource {
    var source = base
    source.name += "-\(number)"
    source.firstNumber = 1000 * number
    source.arguments[source.arguments.count - 1] += more
    return source
  }

  /// Writes what is cut from two sources in turn and gives the first stream's tag and headers.
  private func join(
    _ sources: [CopySource], container: OutputSettings.Container = .mp4
  ) throws -> (plan: JoinPlan, parameters: StreamParameters) {
    let folder = try TemporaryFolder()
    let paths = sources.map { folder.path($0.testDescription) }
    for (source, path) in zip(sources, paths) { try source.write(to: path) }
    var splice = try Splice(Array(zip(sources, paths).map { (source: $0.0, path: $0.1) }))
    let cuts = [(5..<41, 0), (5..<30, 1), (12..<24, 0), (60..<61, 1), (61..<62, 0), (40..<72, 1), (0..<30, 0)].map {
      Splice.Cut($0.0, of: $0.1)
    }
    let output = folder.path("joined.\(container)")
    try splice.write(cuts, to: output, container: container)
    try splice.expect(output, from: paths)
    let video = try #require(try facts(output).video)
    return (try #require(splice.plan), try PacketCopier(path: output, facts: video).sourceParameters)
  }

  /// How many sequence parameter sets an avcC holds.
  private func sequenceSets(_ parameters: StreamParameters) -> Int { Int(parameters.extradata[5] & 0x1F) }

  @Test func countsEqualSetsOnce() throws {
    let (plan, parameters) = try join([source(.plain, 1), source(.plain, 2)])
    #expect(plan.delivery == .outOfBand)
    #expect(plan.parameterSetID == 1)
    #expect(sequenceSets(parameters) == 2)
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mov, .mkv])
  func keepsDifferentNumbersInTheHeader(container: OutputSettings.Container) throws {
    let (plan, parameters) = try join(
      [source(.plain, 1, adding: ":sps-id=1"), source(CopySource.h264[3], 2, adding: ":sps-id=0:level=40")],
      container: container)
    #expect(plan.delivery == .outOfBand)
    #expect(plan.parameterSetID == 2)
    #expect(sequenceSets(parameters) == 3)
    // High profile at the highest level of the three, with chroma format and depth behind the sets.
    #expect(Array(parameters.extradata[..<5]) == [1, 100, 0, 40, 0xFF])
    #expect(Array(parameters.extradata.suffix(4)) == [0xFD, 0xF8, 0xF8, 0])
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mov, .mkv])
  func bringsCollidingSetsWithEveryKeyFrame(container: OutputSettings.Container) throws {
    let (plan, _) = try join([source(.plain, 1), source(CopySource.h264[0], 2)], container: container)
    #expect(plan.delivery == .inBand)
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mov, .mkv])
  func bringsSetsOfHEVCWithEveryKeyFrame(container: OutputSettings.Container) throws {
    let (plan, _) = try join([source(CopySource.hevc[0], 1), source(CopySource.hevc[1], 2)], container: container)
    #expect(plan.delivery == .inBand)
  }

  @Test func tagsWhatBringsItsSets() throws {
    let folder = try TemporaryFolder()
    func tag(_ sources: [CopySource]) throws -> String {
      let paths = sources.map { folder.path($0.testDescription) }
      for (source, path) in zip(sources, paths) { try source.write(to: path) }
      var splice = try Splice(Array(zip(sources, paths).map { (source: $0.0, path: $0.1) }))
      let output = folder.path("joined.mov")
      try splice.write(sources.indices.map { Splice.Cut(12..<36, of: $0) }, to: output, container: .mov)
      return try CommandLineTool.ffprobe(output, "-show_entries", "stream=codec_tag_string")[0]
    }
    #expect(try tag([.plain]) == "avc1")
    #expect(try tag([.plain, CopySource.h264[0]]) == "avc3")
    #expect(try tag([CopySource.hevc[0]]) == "hvc1")
    #expect(try tag([CopySource.hevc[0], CopySource.hevc[1]]) == "hev1")
    #expect(try tag([CopySource.intra[1]]) == "apcs")
  }

  /// Whatever comes first, the header names what a decoder of all parts has to know.
  @Test(arguments: [false, true]) func headersOfAllParts(isReversed: Bool) throws {
    let folder = try TemporaryFolder()
    func parameters(_ name: String, _ arguments: [String]) throws -> StreamParameters {
      let path = folder.path(name)
      try CommandLineTool.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=1", "-pix_fmt", "yuv420p"] + arguments + [path])
      return try PacketCopier(path: path, facts: #require(facts(path).video)).sourceParameters
    }
    func joined(_ sources: [StreamParameters]) throws -> StreamParameters {
      let plan = try JoinPlan(sources: isReversed ? sources.reversed() : sources, encodes: false)
      #expect(plan.delivery == .inBand)
      return try plan.parameters()
    }
    let avc = try joined([
      parameters("high.mp4", ["-c:v", "libx264", "-x264-params", "level=21"]),
      parameters("main.mp4", ["-c:v", "libx264", "-profile:v", "main", "-x264-params", "level=40:cabac=0"]),
    ])
    #expect(avc.tag == "avc3" && avc.profile == 100 && avc.level == 40)
    // Profile, constraints, level.
    #expect(avc.extradata[1] == 100 && avc.extradata[3] == 40)
    let hevc = try joined([
      parameters("small.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none:level-idc=2.1"]),
      parameters("large.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none:level-idc=5.1:high-tier=1"]),
    ])
    #expect(hevc.tag == "hev1" && hevc.extradata[1] & 0x3F == 0x21 && hevc.extradata[12] == 153)
  }
}
