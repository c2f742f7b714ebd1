import Planner
import TestSupport
import Testing
import TimelineModel

/// What the optimiser may take for one segment, and what not.
@Suite struct JoinNeighboursTests {
  private static let plain = movie("a.mp4", 0.s, 2.s)

  private static func next(_ change: (inout TimeMapping) -> Void, to end: Rational = 4.s) -> VideoSegment {
    var segment = movie("a.mp4", 2.s, end, from: 2.s, sourceLength: 2.s)
    if case .movie(let media, var mapping) = segment.content {
      change(&mapping)
      segment.content = .movie(media, mapping)
    }
    return segment
  }

  private static func blending(_ segment: VideoSegment) -> VideoSegment {
    var segment = segment
    segment.sampling = .blend
    return segment
  }

  private func shots(_ segments: [VideoSegment]) -> [Range<Int64>] {
    let composition = composition(segments)
    let target = RenderTarget(composition.canvas, settings: composition.output.video!)
    return PicturePlan(
      composition, catalog: catalog(["a.mp4": facts()]), target: target, level: .encodeAll
    ).shots.map(\.frames)
  }

  @Test func aClipThatPlaysOnIsOneShot() {
    #expect(shots([Self.plain, Self.next { _ in }]) == [0..<100])
  }

  @Test(arguments: [
    [plain, next({ $0.course = .looped(pass: 2.s) }, to: 8.s)],
    [plain, next { $0.isReversed = true }],
    [plain, blending(next { _ in })],
    [plain, next({ _ in }, to: 6.s)],
  ])
  func aClipThatPlaysOtherwiseIsAnother(_ segments: [VideoSegment]) {
    #expect(shots(segments).count == 2)
  }
}
