import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Segments that run backward, in loops and at speeds that change show the frames that their definition says.
@Suite struct CourseTests {
  /// Shows TIM-11.
  @Test func everyFrameBackward() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4")
    let renderer = studio.renderer(cut("a.mp4", from: 1.s, to: 3.s, isReversed: true, over: 2.s))
    // The range ends before frame 75.
    #expect(try (0..<50).map { Barcode.read(try renderer.frame($0)) } == (0..<50).map { 74 - $0 })
  }

  @Test func readingBackwardDecodesLittleTwice() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4") { $0.keyInterval = 100 }
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.mp4"))?.video)
    let reader = try FrameReader(path: studio.folder.path("a.mp4"), facts: facts)
    for number in (Int64(0)..<100).reversed() { #expect(Barcode.read(try reader.frame(number)) == Int(number)) }
    // Frame by frame it would be 5,050.
    #expect(reader.framesDecoded < 300, "\(reader.framesDecoded) frames decoded")
  }

  /// Shows PLY-25.
  @Test func aLoopBeginsAgainOnItsFrame() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4")
    let loop = TimeMapping.Course.looped(pass: seconds(1, 2))
    let renderer = studio.renderer(cut("a.mp4", from: 1.s, to: 2.s, loop, over: 2.s))
    // Twice as fast, and 12.5 frames for each pass.
    let expected = (0..<50).map { frame in 25 + (2 * (2 * frame % 25)) / 2 }
    #expect(try (0..<50).map { Barcode.read(try renderer.frame($0)) } == expected)
  }

  /// Shows TIM-11.
  @Test func aRampShowsWhatItsAreaSays() throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4")
    let ramp = TimeMapping.Course.paced([
      TimeMapping.Pace(start: .zero, duration: 1.s, speed: 1.s, endSpeed: 3.s),
      TimeMapping.Pace(start: 1.s, duration: seconds(1, 2), speed: seconds(1, 2), endSpeed: seconds(1, 2)),
    ])
    let renderer = studio.renderer(cut("a.mp4", from: 0.s, to: seconds(9, 4), ramp, over: seconds(3, 2)))
    let expected = (0..<37).map { frame in
      // t + t² seconds of the source are over after t seconds.
      frame < 25 ? (25 * frame + frame * frame) / 25 : 50 + (frame - 25) / 2
    }
    #expect(try (0..<37).map { Barcode.read(try renderer.frame($0)) } == expected)
  }

  @Test(arguments: [false, true]) func twoFramesAreMixedByTheirNearness(isReversed: Bool) throws {
    let video = VideoFacts(
      stream: 0, codec: "h264", codedSize: canvasSize, timing: .regular(FrameRate(25), count: 25))
    // Half as fast: after 0.03 s, 0.015 s are played, which is 0.375 of a frame.
    let mapping = TimeMapping(
      source: SourceRange(.zero, SourceTime(1.s)), target: TimelineRange(.zero, TimelineTime(2.s)),
      isReversed: isReversed)
    let blend = MediaFacts(container: "", video: video).blend(at: TimelineTime(3, 100), in: mapping)
    #expect(blend?.first == (isReversed ? 24 : 0) && blend?.second == (isReversed ? 23 : 1))
    #expect(blend?.amount == 0.375)
  }

  private func cut(
    _ name: String, from start: Rational, to end: Rational, _ course: TimeMapping.Course = .steady,
    isReversed: Bool = false, over length: Rational
  ) -> Composition {
    let target = TimelineRange(start: .zero, duration: length)
    let mapping = TimeMapping(
      source: SourceRange(SourceTime(start), SourceTime(end)), target: target, course: course, isReversed: isReversed)
    return composition([VideoSegment(content: .movie(MediaReference(name), mapping), range: target)])
  }
}
