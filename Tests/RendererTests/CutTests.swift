import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Every frame of a rendered movie shows what the document says.
@Suite struct CutTests {
  /// Shows CMP-01, CMP-21, ARC-21.
  @Test func everyFrameOfCutsAtArbitraryFrames() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4") { $0.frames = 120 }
    try studio.addBarcodes("b.mp4") { movie in
      movie.frames = 120
      movie.firstNumber = 1000
      movie.keyInterval = 12
    }
    let f = { (n: Int64) in Rational(n, 25) }
    let cuts = composition([
      movie("a.mp4", f(0), f(13), from: f(30)), movie("b.mp4", f(13), f(14), from: f(77)),
      movie("a.mp4", f(14), f(50), from: f(3)), movie("b.mp4", f(50), f(151), from: f(19)),
    ])
    _ = try studio.session(cuts, "out.mp4").run()
    let expected = (0..<13).map { 30 + $0 } + [1077] + (0..<36).map { 3 + $0 } + (0..<101).map { 1019 + $0 }
    #expect(try studio.barcodes(of: "out.mp4") == expected)
  }

  @Test(arguments: [FrameRate(30000, 1001), FrameRate(24), FrameRate(50)])
  func everyFrameFromAnotherRate(_ rate: FrameRate) throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4") { movie in
      movie.rate = rate
      movie.frames = 100
    }
    let cut = composition([movie("a.mp4", 0.s, seconds(3, 2), from: seconds(1, 3))])
    let renderer = studio.renderer(cut)
    for n in Int64(0)..<37 {
      let wanted = rate.frame(at: Rational(n, 25) + seconds(1, 3))
      #expect(Barcode.read(try renderer.frame(n)) == wanted.map(Int.init))
    }
  }

  @Test func everyFrameFromIrregularTimes() throws {
    let studio = try Studio()
    let ticks: [Int64] = [0, 3, 4, 9, 10, 20, 21, 22, 35, 47]
    try studio.addBarcodes("v.mp4") { movie in
      movie.rate = FrameRate(50)
      movie.frames = ticks.count
      movie.ticks = ticks
      movie.container = .mkv
    }
    let facts = try #require(studio.catalog.facts(for: MediaReference("v.mp4"))?.video)
    let renderer = studio.renderer(composition([movie("v.mp4", 0.s, seconds(22, 25))]))
    for n in Int64(0)..<22 {
      let wanted = ticks.lastIndex { Rational($0, 50) <= Rational(n, 25) }
      #expect(Barcode.read(try renderer.frame(n)) == wanted, "\(facts.timing)")
    }
  }

  /// Shows AST-22.
  @Test func theContainerMakesNoDifference() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4") { $0.frames = 40 }
    let names = ["a.mp4", "a.mov", "a.mkv"]
    for name in names.dropFirst() {
      try CommandLineTool.ffmpeg("-i", studio.folder.path("a.mp4"), "-c", "copy", studio.folder.path(name))
      studio.add(name)
    }
    let renderers = names.map { studio.renderer(composition([movie($0, 0.s, 1.s, from: seconds(7, 25))])) }
    for n in Int64(0)..<25 {
      let frames = try renderers.map { Planes(try $0.frame(n)) }
      #expect(Set(frames.map(\.luma)).count == 1 && Set(frames.map(\.u)).count == 1, "frame \(n)")
      #expect(Barcode.read(try renderers[2].frame(n)) == Int(n) + 7)
    }
  }

  /// Shows CMP-23.
  @Test func tracksThatTakeTurnsShowTheSameAsOne() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4") { $0.keyInterval = 50 }
    let cuts = [
      movie("a.mp4", 0.s, 1.s, from: 2.s), movie("a.mp4", 1.s, 2.s, from: seconds(1, 5)),
      movie("a.mp4", 2.s, 3.s, from: seconds(7, 5)),
    ]
    let together = studio.renderer(composition(cuts))
    let other = VideoTrack(id: "other", segments: [gap(0.s, 1.s), cuts[1], gap(2.s, 3.s)])
    let turns = studio.renderer(
      composition(
        [cuts[0], gap(1.s, 2.s), cuts[2]],
        layers: [Layer(content: .track("main")), Layer(content: .track("other"))], more: [other]))
    for n in Int64(0)..<75 { #expect(Planes(try together.frame(n)).luma == Planes(try turns.frame(n)).luma) }
  }

  @Test func anyFrameInAnyOrder() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4")
    let renderer = studio.renderer(composition([movie("a.mp4", 0.s, 4.s)]))
    for n in [99, 0, 50, 51, 49, 50, 98, 3] as [Int64] { #expect(Barcode.read(try renderer.frame(n)) == Int(n)) }
    #expect(Barcode.read(try renderer.frame(at: TimelineTime(199, 100))) == 49)
  }

  /// Shows TIM-11, PLY-34.
  @Test func speedAndItsInverse() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4")
    let fast = studio.renderer(composition([movie("a.mp4", 0.s, 2.s, sourceLength: 4.s)]))
    #expect(try [0, 1, 2, 30].map { Barcode.read(try fast.frame($0)) } == [0, 2, 4, 60])
    let slow = studio.renderer(composition([movie("a.mp4", 0.s, 8.s, sourceLength: 4.s)]))
    #expect(try [0, 1, 2, 3, 101].map { Barcode.read(try slow.frame($0)) } == [0, 0, 1, 1, 50])
  }

  /// Shows CMP-23.
  @Test func theSameFileTwiceAtOnceDoesNotSeekToAndFro() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4")
    let back = VideoTrack(id: "back", segments: [movie("a.mp4", 0.s, 1.s, from: 2.s)])
    let amount = Curve(0.0, pieces: [CurvePiece(range(0.s, 1.s), from: 0, to: 1)])
    let mix = Layer(content: .mix(Layer(content: .track("main")), Layer(content: .track("back")), amount: amount))
    let renderer = studio.renderer(composition([movie("a.mp4", 0.s, 1.s)], layers: [mix], more: [back]))
    #expect(Barcode.read(try renderer.frame(0)) == 0)
    for n in Int64(1)..<25 { _ = try renderer.frame(n) }
  }
}
