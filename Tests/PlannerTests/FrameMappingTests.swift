import Planner
import TestSupport
import Testing
import TimelineModel

/// Which source frame each output frame shows, against the definition worked out by hand.
@Suite struct FrameMappingTests {
  private func shown(
    _ timing: FrameTiming, canvas: FrameRate, sourceLength: Rational? = nil, from: Rational = .zero, count: Int64 = 12
  ) -> [Int64] {
    let cut = composition([movie("a", 0.s, 4.s, from: from, sourceLength: sourceLength)], rate: canvas)
    let plan = plan(cut, ["a": facts(timing: timing)])
    return (0..<count).flatMap { sourceFrames(plan, at: $0) }
  }

  @Test func from25To30() {
    let frames = shown(.regular(FrameRate(25), count: 250), canvas: FrameRate(30))
    #expect(frames == [0, 0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9])
  }

  @Test func fromNTSCTo30() {
    let frames = shown(.regular(FrameRate(30000, 1001), count: 300), canvas: FrameRate(30), count: 120)
    #expect(frames == (0..<120).map { $0 * 1000 / 1001 })
  }

  @Test func fromIrregular() {
    let times = [seconds(0), seconds(1, 100), seconds(1, 10), seconds(11, 100), seconds(1, 2)]
    let frames = shown(.irregular(times: times, end: 4.s), canvas: FrameRate(10), count: 7)
    #expect(frames == [0, 2, 3, 3, 3, 4, 4])
  }

  /// Shows PLY-34.
  @Test func atDoubleAndHalfSpeed() {
    let timing = FrameTiming.regular(FrameRate(25), count: 250)
    #expect(shown(timing, canvas: FrameRate(25), sourceLength: 8.s, count: 4) == [0, 2, 4, 6])
    #expect(shown(timing, canvas: FrameRate(25), sourceLength: 2.s, count: 5) == [0, 0, 1, 1, 2])
  }

  @Test func fromAnyFrameOn() {
    let timing = FrameTiming.regular(FrameRate(30000, 1001), count: 300)
    for first in Int64(0)..<100 {
      let from = FrameRate(30000, 1001).seconds(ofFrame: first)
      #expect(shown(timing, canvas: FrameRate(30000, 1001), from: from, count: 3) == [first, first + 1, first + 2])
    }
  }
}
