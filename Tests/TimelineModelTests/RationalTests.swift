import Testing
import TimelineModel

@Suite struct RationalTests {
  @Test func sumsWithoutDrift() {
    let frame = Rational(1001, 30000)
    let sum = (0..<10000).reduce(Rational.zero) { total, _ in total + frame }
    #expect(sum == Rational(10_010_000, 30000))
  }
}
