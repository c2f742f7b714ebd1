import Foundation
import Media
import Planner
import Renderer
import Store
import TestSupport
import Testing
import TimelineModel

/// What effects that remember frames come to does not depend on how the work is divided.
@Suite struct EffectTests {
  private static let size = PixelSize(width: 96, height: 64)

  /// Filters that remember a few frames, all frames, and give fewer than they get or late.
  static let remembering: [[Effect]] = [
    [Effect(.denoise, ["denoise": Curve(1)])],
    [Effect(.deinterlace, subject: .fields(.top))],
    [Effect(.deinterlace, subject: .fields(.auto)), Effect(.denoise)],
    [Effect(.stabilise)],
    [Effect(.filter, subject: .filter(FilterCall("tmix", [.init("frames", "5")]), alpha: .takes))],
    [Effect(.filter, subject: .filter(FilterCall("lagfun", [.init("decay", "0.9")]), alpha: .takes))],
    [Effect(.filter, subject: .filter(FilterCall("framestep", [.init("step", "3")]), alpha: .takes))],
    [
      Effect(.filter, subject: .filter(FilterCall("hue", [.init("h", "t*360"), .init("b", "t-1")]), alpha: .takes))
    ],
    [Effect(.denoise), Effect(.exposure, ["exposure": Curve(0.5)])],
  ]

  private func studio() throws -> Studio {
    let studio = try Studio()
    try studio.addBarcodes("a.mkv") {
      $0.size = EffectTests.size
      $0.frames = 60
      $0.container = .mkv
      $0.video = VideoSettings(encoder: "ffv1", pixelFormat: "yuv420p", options: ["g": "1"])
    }
    return studio
  }

  private func composition(_ effects: [Effect], from first: Int64 = 5, count: Int64 = 50) -> Composition {
    let range = TimelineRange(.zero, TimelineTime(Rational(count, 25)))
    let source = SourceRange(SourceTime(Rational(first, 25)), SourceTime(Rational(first + count, 25)))
    var segment = VideoSegment(
      content: .movie(MediaReference("a.mkv"), TimeMapping(source: source, target: range)), range: range)
    segment.effects = effects
    return Composition(
      canvas: Canvas(size: EffectTests.size, rate: FrameRate(25)), end: range.end,
      videoTracks: [VideoTrack(id: "v", segments: [segment])],
      instructions: [Instruction(range: range, layers: [Layer(content: .track("v"))])],
      output: OutputSettings(
        preset: "lossless", container: .mkv,
        video: VideoSettings(encoder: "ffv1", pixelFormat: "yuv420p", options: ["g": "1"]), audio: nil))
  }

  private func distances(_ first: [UInt8], _ second: [UInt8]) -> [Int] {
    zip(first, second).map { abs(Int($0) - Int($1)) }
  }

  private func bytes(_ frame: VideoFrame) -> [UInt8] {
    (0..<3).flatMap { plane in
      frame.withPlane(plane) { bytes, stride in
        (0..<frame.size.height / (plane == 0 ? 1 : 2)).flatMap { row in
          bytes[row * stride..<row * stride + frame.size.width / (plane == 0 ? 1 : 2)]
        }
      }
    }
  }

  /// Shows VID-31.
  @Test(arguments: remembering.indices) func aFrameIsTheSameWhereverWorkBegins(index: Int) throws {
    let studio = try studio()
    let composition = composition(EffectTests.remembering[index])
    let through = studio.renderer(composition)
    let inOrder = try (0..<50).map { bytes(try through.frame(Int64($0))) }
    // Alone, backwards and in leaps.
    for frame in [0, 1, 7, 23, 49] {
      #expect(bytes(try studio.renderer(composition).frame(Int64(frame))) == inOrder[frame], "frame \(frame) alone")
    }
    let leaping = studio.renderer(composition)
    for frame in [40, 12, 13, 44, 3, 49, 0] {
      #expect(bytes(try leaping.frame(Int64(frame))) == inOrder[frame], "frame \(frame) in leaps")
    }
    let graphs = studio.renderer(composition, usesKernels: false)
    #expect(bytes(try graphs.frame(30)) == inOrder[30])
    #expect(Set(inOrder).count > 3)
  }

  /// Whatever a source is coded in, what neither moves nor flickers comes out of effects that remember as it went in.
  @Test(
    arguments: ["yuv420p", "yuv422p10le", "yuva444p", "yuva420p10le", "rgba"], ["bt709", "smpte170m", "bt2020"])
  func whatStandsStillStaysAsItIs(pixelFormat: String, matrix: String) throws {
    let studio = try Studio()
    let picture =
      "color=c=0xd25a28@0.5:s=96x64:r=25:d=0.4,format=yuva444p,drawbox=20:10:40:30:color=0x40c080@0.8:t=fill:replace=1"
    let tag = matrix == "bt2020" ? "bt2020nc" : matrix
    try CommandLineTool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "\(picture),scale=out_color_matrix=\(matrix):out_range=tv:flags=accurate_rnd,format=\(pixelFormat)", "-c:v",
        "ffv1", "-colorspace", pixelFormat == "rgba" ? "rgb" : tag, "-color_primaries", "bt709", "-color_trc", "bt709",
        studio.folder.path("a.mkv"),
      ])
    studio.add("a.mkv")
    let filters = [
      FilterCall("tmix", [.init("frames", "3")]), FilterCall("tmedian", [.init("radius", "1")]), FilterCall("lagfun"),
      FilterCall("hqdn3d"),
    ]
    let calls = filters.compactMap { call -> Effect? in
      guard case .works(let alpha) = FilterCatalog.trial(FilterUse(call, on: EffectTests.size)) else { return nil }
      return Effect(.filter, subject: .filter(call, alpha: alpha))
    }
    #expect(calls.count == filters.count)
    let effects = [Effect(.denoise), Effect(.deinterlace, subject: .fields(.auto)), Effect(.stabilise)] + calls
    for usesKernels in [true, false] {
      let plain = bytes(try studio.renderer(composition([], from: 0, count: 9), usesKernels: usesKernels).frame(5))
      for effect in effects {
        let changed = composition([effect], from: 0, count: 9)
        let frame = bytes(try studio.renderer(changed, usesKernels: usesKernels).frame(5))
        // Where the two colours meet, chroma may be read in another way.
        let distances = distances(frame, plain)
        #expect(
          frame.count == plain.count && distances.reduce(0, +) * 2 <= distances.count,
          "\(effect.subject) \(effect.kind), by kernels: \(usesKernels)")
      }
    }
  }

  /// A filter may convert the colours of a source that says nothing of them, and what it makes is brought back.
  @Test func untaggedColoursMayBeConverted() throws {
    let studio = try Studio()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.4", "-c:v", "ffv1", "-pix_fmt", "yuv420p",
      studio.folder.path("a.mkv"))
    studio.add("a.mkv")
    let call = FilterCall("colorspace", [.init("all", "bt601-6-625")])
    let effects = [Effect(.filter, subject: .filter(call, alpha: .nothing))]
    let frame = bytes(try studio.renderer(composition(effects, from: 0, count: 9)).frame(5))
    let plain = bytes(try studio.renderer(composition([], from: 0, count: 9)).frame(5))
    let distances = distances(frame, plain)
    #expect(distances.reduce(0, +) <= 3 * distances.count, "\(distances.reduce(0, +)) of \(distances.count)")
  }

  /// The numbers of a filter that knows gray alone fill their range; those of a picture do not.
  @Test func edgesAreBlackAndWhite() throws {
    let studio = try studio()
    let call = FilterCall("edgedetect")
    let effects = [Effect(.filter, subject: .filter(call, alpha: .nothing))]
    let luma = Planes(try studio.renderer(composition(effects, count: 1)).frame(0)).luma.flatMap(\.self)
    #expect(luma.min() == 16 && luma.max() == 235, "\(luma.min() ?? 0)...\(luma.max() ?? 0)")
  }

  /// Pictures with alpha, of eight bits and of ten.
  @Test(arguments: EffectKind.allCases.filter { ![.lut, .filter].contains($0) }, ["yuv444p", "yuva444p"])
  func moreBitsAreTheSamePicture(kind: EffectKind, format: String) throws {
    let studio = try Studio()
    let curves = kind.parameters.map { parameter in
      (
        parameter.name,
        Curve(kind == .blur ? 3 : (parameter.range.lowerBound + min(parameter.range.upperBound, 9000)) / 2)
      )
    }
    let subject: EffectSubject =
      switch kind {
      case .chromaKey: .color(Color(red: 210, green: 90, blue: 40))
      case .deinterlace: .fields(.auto)
      default: .none
      }
    let effect = Effect(kind, Dictionary(uniqueKeysWithValues: curves), subject: subject)
    let frames = try [format, "\(format)10le"].map { format in
      try CommandLineTool.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-f", "lavfi", "-i",
          "testsrc2=s=96x64:r=25:d=0.4,format=yuva444p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='255*X/W',format=\(format)",
          "-c:v", "ffv1", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range",
          "tv", studio.folder.path("a.mkv"),
        ])
      studio.add("a.mkv")
      return bytes(try studio.renderer(composition([effect], from: 0, count: 9), usesKernels: false).frame(5))
    }
    let distances = distances(frames[0], frames[1])
    #expect(distances.reduce(0, +) <= distances.count, "\(distances.max()!)")
  }

  /// Numbers that jump and then change are told to filters that run already.
  @Test(arguments: EffectKind.allCases.filter { $0.parameters.contains(where: \.isAnimatable) && $0 != .lut })
  func changingNumbersAreThoseOfTheirMoment(kind: EffectKind) throws {
    let studio = try studio()
    let curves = kind.parameters.map { parameter in
      let (low, high) = (parameter.range.lowerBound, min(parameter.range.upperBound, 10_000))
      let span = kind == .blur ? 10 : high - low
      let ramp = CurvePiece(range(seconds(1, 2), 1.s), from: low + 0.2 * span, to: low + 0.5 * span)
      return (parameter.name, Curve(low, pieces: [ramp]))
    }
    let key = kind == .chromaKey ? EffectSubject.color(Color(red: 200, green: 200, blue: 200)) : .none
    let composition = composition([Effect(kind, Dictionary(uniqueKeysWithValues: curves), subject: key)])
    let through = studio.renderer(composition, usesKernels: false)
    let inOrder = try (0..<50).map { bytes(try through.frame(Int64($0))) }
    for frame in [11, 12, 13, 17, 24, 25, 26, 49] {
      let alone = bytes(try studio.renderer(composition, usesKernels: false).frame(Int64(frame)))
      #expect(alone == inOrder[frame], "frame \(frame)")
    }
  }

  /// A track's canvas, with effects and partly seen, in a movie of more than eight bits.
  @Test(arguments: ["yuv420p10le", "yuv444p10le"]) func tracksOfDeepMoviesHaveEffects(_ format: String)
    throws
  {
    let studio = try studio()
    var composition = composition([], count: 2)
    composition.output.video?.pixelFormat = format
    composition.videoTracks[0].effects = [Effect(.exposure, ["exposure": Curve(-1)])]
    let opaque = Planes(try studio.renderer(composition).frame(0))
    composition.videoTracks[0].opacity = Curve(0.5)
    let half = Planes(try studio.renderer(composition).frame(0))
    // Black is 64 of ten bits.
    for (row, other) in zip(opaque.luma, half.luma) {
      for (whole, seen) in zip(row, other) { #expect(abs(Double(seen) - 64 - Double(whole - 64) / 2) <= 2) }
    }
  }

  /// The frames before a segment's first are none of its business.
  @Test func aRunBeginsWithItsSegment() throws {
    let studio = try studio()
    let effects = [Effect(.filter, subject: .filter(FilterCall("lagfun"), alpha: .takes))]
    let plain = try studio.renderer(composition([])).frame(0)
    #expect(bytes(try studio.renderer(composition(effects)).frame(0)) == bytes(plain))
    #expect(
      bytes(try studio.renderer(composition(effects)).frame(5))
        != bytes(try studio.renderer(composition(effects, from: 10)).frame(0)))
  }

  /// The last frame goes on where there are too few.
  @Test func filtersThatNeedMoreFramesThanThereAreGetThem() throws {
    let studio = try studio()
    for effects in [
      [Effect(.denoise)], [Effect(.filter, subject: .filter(FilterCall("tblend"), alpha: .takes))],
      [Effect(.filter, subject: .filter(FilterCall("atadenoise", [.init("s", "65")]), alpha: .takes))],
    ] {
      let (one, plain) = (composition(effects, count: 1), composition([], count: 1))
      #expect(bytes(try studio.renderer(one).frame(0)) == bytes(try studio.renderer(plain).frame(0)), "\(effects)")
      let three = composition(effects, count: 3)
      let through = studio.renderer(three)
      let inOrder = try (0..<3).map { bytes(try through.frame($0)) }
      #expect(bytes(try studio.renderer(three).frame(2)) == inOrder[2], "\(effects)")
    }
  }

  /// A filter that is switched on in the middle is on from the same frame on, wherever rendering began.
  @Test func filtersAreSwitchedOnInTime() throws {
    let studio = try studio()
    let call = FilterCall("negate", [.init("enable", "gte(n,3)")])
    let composition = composition([Effect(.filter, subject: .filter(call, alpha: .takes))], count: 6)
    let plain = studio.renderer(self.composition([], count: 6))
    for frame: Int64 in [5, 0, 3, 2] {
      let isPlain = try bytes(studio.renderer(composition).frame(frame)) == bytes(plain.frame(frame))
      #expect(isPlain == (frame < 3), "\(frame)")
    }
  }

  /// A filter on a canvas counts the canvas's pixels, however small finished frames are.
  @Test(arguments: [Rational(1), Rational(1, 2), Rational(1, 3)], [true, false])
  func filtersCountTheCanvasesPixels(_ scale: Rational, _ isOnTrack: Bool) throws {
    let studio = try studio()
    var boxed = composition([], count: 1)
    let box = ["x": "48", "y": "16", "w": "24", "h": "48", "color": "white", "t": "fill"]
    let call = FilterCall("drawbox", box.sorted(by: <).map { .init($0.key, $0.value) })
    let effects = [Effect(.filter, subject: .filter(call, alpha: .takes))]
    if isOnTrack { boxed.videoTracks[0].effects = effects } else { boxed.effects = effects }
    let frame = Planes(try studio.renderer(boxed, scale: scale).frame(0))
    let plain = Planes(try studio.renderer(composition([], count: 1), scale: scale).frame(0))
    let isInside = frame.luma.indices.map { y in
      frame.luma[0].indices.map { x in
        let (left, top) = (Rational(Int64(x)) / scale, Rational(Int64(y)) / scale)
        return left >= Rational(48) && left + .one / scale <= Rational(72) && top >= Rational(16)
      }
    }
    for (y, row) in isInside.enumerated() {
      for (x, isInside) in row.enumerated() where isInside { #expect(frame.luma[y][x] == 235, "\(x) \(y)") }
    }
    #expect(isInside.joined().contains(true))
    #expect(frame.luma[0] == plain.luma[0] && frame.luma.map(\.last) == plain.luma.map(\.last))
  }

  @Test(arguments: [remembering[3], remembering[0]]) func bytesDoNotDependOnJobsOrTheRange(_ effects: [Effect]) throws {
    let studio = try studio()
    let composition = composition(effects)
    for jobs in [1, 4] { _ = try studio.session(composition, "jobs\(jobs).mkv", jobs: jobs).run() }
    let files = try [1, 4].map { try Data(contentsOf: URL(filePath: studio.folder.path("jobs\($0).mkv"))) }
    #expect(files[0] == files[1])
    let part = TimelineRange(TimelineTime(Rational(20, 25)), TimelineTime(Rational(26, 25)))
    _ = try studio.session(composition, "part.mkv", range: part).run()
    studio.add("part.mkv")
    studio.add("jobs1.mkv")
    let readers = try ["part.mkv", "jobs1.mkv"].map { name in
      try FrameReader(
        path: studio.folder.path(name), facts: studio.catalog.facts(for: MediaReference(name))!.video!)
    }
    for frame in 0..<6 {
      #expect(bytes(try readers[0].frame(Int64(frame))) == bytes(try readers[1].frame(Int64(frame + 20))))
    }
  }

  /// A table of colours counts by what is in it.
  @Test func aChangedTableIsAnotherPicture() throws {
    let studio = try studio()
    let store = ArtifactStore(folder: studio.folder.path("store"))
    let composition = composition([Effect(.lut, subject: .file(MediaReference("look.cube")))], count: 10)
    func render(_ gain: Double, _ name: String) throws -> RenderReport {
      let corners = (0..<8).map { "\(Double($0 & 1) * gain) \(Double($0 >> 1 & 1) * gain) \(Double($0 >> 2) * gain)" }
      try ("LUT_3D_SIZE 2\n" + corners.joined(separator: "\n") + "\n")
        .write(toFile: studio.folder.path("look.cube"), atomically: true, encoding: .utf8)
      var session = studio.session(composition, name)
      session.store = store
      return try session.run()
    }
    #expect(try render(1, "one.mkv").encodedFrames == 10)
    #expect(try render(1, "same.mkv").encodedFrames == 0)
    #expect(try render(0.5, "other.mkv").encodedFrames == 10)
    let files = try ["one.mkv", "same.mkv", "other.mkv"].map {
      try Data(contentsOf: URL(filePath: studio.folder.path($0)))
    }
    #expect(files[0] == files[1] && files[0] != files[2])
  }
}
