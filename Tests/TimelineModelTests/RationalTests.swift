import Testing
import TimelineModel

@Suite struct RationalTests {
  @Test func sumsWithoutDrift() {
    let frame = Rational(1001, 30000)
    let sum = (0..<10000).reduce(Rational.zero) { total, _ in total + frame }
    #expect(sum == Rational(10_010_000, 30000))
    #expect(Rational(1, 10) * Rational(3) == Rational(3, 10))
  }

  @Test func isInLowestTermsWithAPositiveDenominator() {
    #expect(Rational(25, 25) == .one)
    #expect(Rational(6, -4) == Rational(-3, 2))
    #expect(Rational(0, -7) == .zero)
  }

  @Test func hasTwoInfinitiesAndAnInvalid() {
    #expect(Rational(5, 0) == .positiveInfinity)
    #expect(Rational(-5, 0) == .negativeInfinity)
    #expect(Rational(0, 0) == .invalid)
    #expect(Rational.positiveInfinity + .one == .positiveInfinity)
    #expect(Rational.positiveInfinity + .negativeInfinity == .invalid)
    #expect(Rational.one / .positiveInfinity == .zero)
    #expect(Rational.zero * .positiveInfinity == .invalid)
    #expect(Rational.negativeInfinity < Rational(Int64.min, 1) && Rational(Int64.max, 1) < .positiveInfinity)
  }

  @Test func neverWraps() {
    let large = Rational(Int64.max) * Rational(Int64.max)
    #expect(large.isFinite && large + large + large == .invalid)
    #expect(large * large == .invalid)
    let smallest = Rational(Int64.min) * Rational(Int64.min) * Rational(-2)
    #expect(smallest == .invalid && -smallest == .invalid)
    #expect(-Rational(Int64.min) == Rational(Int64.max) + .one)
    // What overflows on the way to a result that fits is no overflow.
    #expect(large * large / large / large == .invalid)
    #expect(Rational(Int64.max, 3) * Rational(3, Int64.max) == .one)
    #expect(Rational.invalid + .one == .invalid)
  }

  /// Numbers of 40 bits leave room for three factors, and hold the laws of arithmetic without a fault.
  @Test func keepsTheLawsOfArithmetic() {
    var dice = SystemRandomNumberGenerator()
    func number() -> Rational {
      Rational(Int64.random(in: -(1 << 40)...(1 << 40), using: &dice), Int64.random(in: 1...(1 << 40), using: &dice))
    }
    for _ in 0..<2000 {
      let (a, b) = (number(), number())
      #expect(a + b - b == a)
      if b != .zero { #expect(a * b / b == a && a / b * b == a) }
      #expect((a < b) == (a - b < .zero) && (a == b) == (a - b == .zero))
      let whole = (a * b).floor.map { Rational($0) }
      if let whole { #expect(whole <= a * b && a * b < whole + .one) }
      let (c, d) = (a * b, b * a + Rational(1, 1 << 40))
      #expect(c < d && !(d < c))
      #expect(abs(a.approximate(over: .one) - a.approximate) <= abs(a.approximate) / 1e15)
    }
  }

  @Test func comparesExactly() {
    let large = Rational(Int64.max - 1, Int64.max) * Rational(Int64.max - 4, Int64.max - 3)
    #expect(large < Rational(Int64.max - 1, Int64.max) && large < .one && large > Rational(1, 2))
    #expect(Rational(Int64.max - 1, Int64.max) < .one)
    #expect(Rational(1, Int64.max) > .zero)
    #expect(Rational(1, 3) < Rational(3333333333333334, 10000000000000000))
  }

  @Test(
    arguments: [(7, 2, 3, 4, 4), (-7, 2, -4, -3, -3), (4, 2, 2, 2, 2), (-5, 2, -3, -2, -2), (1, 3, 0, 1, 0)]
      as [(Int64, Int64, Int64, Int64, Int64)])
  func rounds(top: Int64, bottom: Int64, floor: Int64, ceiling: Int64, rounded: Int64) {
    let number = Rational(top, bottom)
    #expect(number.floor == floor && number.ceiling == ceiling && number.rounded == rounded)
  }

  @Test func readsAndWritesDecimals() {
    #expect(Rational(decimal: "1.1") == Rational(11, 10))
    #expect(Rational(decimal: "-0.25") == Rational(-1, 4))
    for text in ["", ".", "1.", "1e3", "0x1", "1.2.3", "٣", "--1"] {
      #expect(Rational(decimal: text) == nil, "\(text)")
    }
    #expect(Rational(-1, 4).decimal == "-0.25")
    #expect(Rational(1, 3).decimal == nil)
    #expect(Rational(5, 1000).decimal == "0.005")
  }
}

@Suite struct TimeTests {
  @Test func rangesAreHalfOpen() {
    let range = TimelineRange(TimelineTime(1, 1), TimelineTime(2, 1))
    #expect(range.contains(TimelineTime(1, 1)) && !range.contains(TimelineTime(2, 1)))
    #expect(!range.overlaps(TimelineRange(TimelineTime(2, 1), TimelineTime(3, 1))))
    #expect(range.intersection(TimelineRange(TimelineTime(3, 2), TimelineTime(3, 1)))?.duration == Rational(1, 2))
    #expect(TimelineRange(TimelineTime(2, 1), TimelineTime(1, 1)).isEmpty)
  }

  @Test func mappingsChangeTheSpeed() {
    let mapping = TimeMapping(
      source: SourceRange(SourceTime(0, 1), SourceTime(2, 1)),
      target: TimelineRange(TimelineTime(10, 1), TimelineTime(14, 1)))
    #expect(mapping.speed == Rational(1, 2))
    #expect(mapping.source(at: TimelineTime(12, 1)) == SourceTime(1, 1))
    #expect(mapping.target(at: SourceTime(1, 1)) == TimelineTime(12, 1))
  }

  /// From the same moment of the source on, which backward is its end.
  @Test(arguments: [true, false]) func movedMappingsBeginWhereTheyDid(isReversed: Bool) {
    let paces = [
      TimeMapping.Pace(start: .zero, duration: Rational(1), speed: .one, endSpeed: Rational(3)),
      TimeMapping.Pace(start: Rational(1), duration: Rational(1), speed: Rational(3), endSpeed: Rational(3)),
    ]
    let target = TimelineRange(TimelineTime(10, 1), TimelineTime(12, 1))
    for course in [TimeMapping.Course.steady, .paced(paces)] {
      let source = SourceRange(SourceTime(5, 1), SourceTime(10, 1))
      let mapping = TimeMapping(source: source, target: target, course: course, isReversed: isReversed)
      for length in [Rational(3, 2), Rational(2), Rational(5, 2)] {
        let moved = mapping.moved(to: TimelineRange(start: TimelineTime(7, 1), duration: length))
        for time in [Rational.zero, Rational(3, 4), Rational(5, 4)] {
          #expect(moved.source(at: TimelineTime(7, 1) + time) == mapping.source(at: TimelineTime(10, 1) + time))
        }
        #expect(isReversed ? moved.source.end == source.end : moved.source.start == source.start)
      }
    }
  }

  @Test func framesBelongToTheRangeThatHoldsTheirTime() {
    let rate = FrameRate(30000, 1001)
    #expect(rate.frames(in: TimelineRange(.zero, TimelineTime(1, 1))) == 0..<30)
    #expect(rate.frames(in: TimelineRange(TimelineTime(1, 1), TimelineTime(2, 1))) == 30..<60)
    #expect(rate.isOnGrid(Rational(1001, 30000)) && !rate.isOnGrid(Rational(1, 30)))
    #expect(FrameRate(25).frames(in: TimelineRange(TimelineTime(2, 25), TimelineTime(2, 25))).isEmpty)
  }

  @Test(arguments: [0, 1, 1799, 1800, 17981, 17982, 107892, 2589407] as [Int64])
  func dropFrameTimecodeRoundTrips(frame: Int64) throws {
    let rate = FrameRate(30000, 1001)
    let timecode = Timecode(frame: frame, at: rate, dropsFrames: true)
    #expect(try timecode.frameNumber(at: rate).get() == frame)
  }

  @Test func dropFrameTimecodeSkipsNumbers() {
    let rate = FrameRate(30000, 1001)
    #expect(Timecode(frame: 1800, at: rate, dropsFrames: true).description == "00:01:00;02")
    #expect(Timecode(frame: 17982, at: rate, dropsFrames: true).description == "00:10:00;00")
    let dropped = Timecode(hours: 0, minutes: 1, seconds: 0, frames: 0, dropsFrames: true)
    #expect(dropped.frameNumber(at: rate) == .failure(.init(.droppedNumber)))
    #expect(
      Timecode(hours: 0, minutes: 0, seconds: 0, frames: 25, dropsFrames: false).frameNumber(at: FrameRate(25))
        == .failure(.init(.frameTooLarge(nominal: 25))))
  }

  @Test func variableTimingFindsTheFrameThatHoldsATime() {
    let timing = FrameTiming.irregular(times: [.zero, Rational(1, 10), Rational(1, 2)], end: .one)
    #expect(timing.frame(at: Rational(1, 20)) == 0)
    #expect(timing.frame(at: Rational(1, 10)) == 1)
    #expect(timing.frame(at: Rational(49, 100)) == 1)
    #expect(timing.frame(at: Rational(9)) == 2)
  }
}

@Suite struct CurveTests {
  private let ramp = Curve(
    1.0,
    pieces: [
      CurvePiece(TimelineRange(TimelineTime(1, 1), TimelineTime(3, 1)), from: 0, to: 4),
      CurvePiece(TimelineRange(TimelineTime(5, 1), TimelineTime(5, 1)), from: 7, to: 7),
    ])

  /// Shows VID-08, ANI-15.
  @Test(arguments: [(0, 1), (1, 0), (2, 2), (3, 4), (4, 4), (5, 7), (9, 7)] as [(Int64, Double)])
  func holdsBetweenPieces(time: Int64, value: Double) {
    #expect(ramp.value(at: TimelineTime(time, 1)) == value)
  }

  /// Shows ANI-14.
  @Test func resets() {
    let curve = Curve(
      0.5, pieces: [CurvePiece(TimelineRange(.zero, TimelineTime(1, 1)), from: 0, to: 1, after: .reset)])
    #expect(curve.value(at: TimelineTime(1, 1)) == 0.5)
  }

  @Test func easesAsCSSDoes() {
    #expect(Ease.linear.value(at: 0.3) == 0.3)
    #expect(abs(Ease.inOut.value(at: 0.5) - 0.5) < 1e-12)
    #expect(abs(Ease.in.value(at: 0.25) - 0.0935) < 1e-3)
    #expect(Ease.out.value(at: 0) == 0 && Ease.out.value(at: 1) == 1)
  }

  @Test func fadesMultiply() {
    let range = TimelineRange(TimelineTime(10, 1), TimelineTime(12, 1))
    let fade = Fade(in: .one, out: .one)
    #expect(fade.value(at: TimelineTime(10, 1), in: range) == 0)
    #expect(fade.value(at: TimelineTime(21, 2), in: range) == 0.5)
    #expect(fade.value(at: TimelineTime(11, 1), in: range) == 1)
    #expect(fade.value(at: TimelineTime(12, 1), in: range) == 0)
  }
}

@Suite struct PlacementTests {
  private let canvas = PixelSize(width: 200, height: 100)

  private func corner(_ placement: Placement, _ size: Point = Point(x: 50, y: 50)) -> Point {
    placement.transform(at: .zero, croppedSize: size, canvas: canvas).apply(.zero)
  }

  /// Shows VID-23, PLY-30.
  @Test func fits() {
    #expect(corner(Placement(fit: .contain)) == Point(x: 50, y: 0))
    #expect(corner(Placement(fit: .cover)) == Point(x: 0, y: -50))
    #expect(corner(Placement(fit: .stretch)) == Point(x: 0, y: 0))
    #expect(corner(Placement(fit: .none)) == Point(x: 75, y: 25))
  }

  @Test func turnsAboutItsAnchorWhichLandsOnThePosition() {
    let placement = Placement(
      fit: .none, anchor: .zero, rotation: Curve(90), position: Curve(Point(x: 100, y: 10)))
    let transform = placement.transform(at: .zero, croppedSize: Point(x: 50, y: 50), canvas: canvas)
    #expect(transform.apply(.zero) == Point(x: 100, y: 10))
    // Clockwise on a canvas whose y points down: what pointed right points down.
    #expect(transform.apply(Point(x: 50, y: 0)) == Point(x: 100, y: 60))
  }

  @Test func anIdentityMatrixLeavesItAsFitted() {
    #expect(corner(Placement(matrix: Curve(.identity))) == corner(Placement()))
  }
}
