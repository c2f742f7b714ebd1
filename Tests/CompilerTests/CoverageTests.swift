import Compiler
import Diagnostics
import Testing
import TimelineModel

/// The rules of instruction coverage are exact, over times that no binary fraction holds.
@Suite struct CoverageTests {
  /// A repeatable source of numbers (SplitMix64).
  struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// A timeline of 10 s cut at random ticks of random clocks.
  private func partition(_ numbers: inout Numbers) -> [Rational] {
    let clocks: [Int64] = [25, 30, 600, 1001, 30000, 90000, 48000, 7, 44100]
    let cuts = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
      let clock = clocks.randomElement(using: &numbers)!
      return Rational(Int64.random(in: 1..<10 * clock, using: &numbers), clock)
    }
    return Array(Set(cuts + [.zero, Rational(10)])).sorted()
  }

  private func document(_ ranges: [(Rational, Rational)]) -> String {
    let instructions = ranges.map { "  - { over: \($0.0)s..\($0.1)s, layers: [ a ] }" }.joined(separator: "\n")
    return """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: a, kind: video, segments: [ { clip: { color: red }, duration: 10s } ] } ]
      instructions:
      \(instructions)
      """
  }

  /// Shows VID-18.
  @Test func acceptsTenThousandPartitions() {
    var numbers = Numbers(state: 20)
    for _ in 0..<10_000 {
      let edges = partition(&numbers)
      let found = compile(document(Array(zip(edges, edges.dropFirst())))).diagnostics
      guard !found.hasErrors else {
        Issue.record("\(edges): \(found)")
        return
      }
    }
  }

  /// Shows VID-17, VID-18.
  @Test func findsEveryTickThatIsMissingOrDouble() {
    var numbers = Numbers(state: 7)
    var tried = 0
    while tried < 1000 {
      let edges = partition(&numbers)
      guard edges.count > 2 else { continue }
      tried += 1
      var ranges = Array(zip(edges, edges.dropFirst()))
      let index = Int.random(in: 1..<ranges.count, using: &numbers)
      let tick = Rational(1, 90000)
      let isGap = Bool.random(using: &numbers)
      ranges[index].0 = isGap ? ranges[index].0 + tick : ranges[index].0 - tick
      guard ranges[index].0 < ranges[index].1, ranges[index - 1].0 < ranges[index].0 else { continue }
      let found = compile(document(ranges)).diagnostics.filter { $0.severity == .error }
      #expect(found.map(\.id) == [isGap ? "instruction-gap" : "instruction-overlap"])
      #expect(found.first?.message.contains("1/90000 s") == true)
    }
  }

  /// Shows VID-19.
  @Test func oneFrameShortIsAnError() {
    let found = compile(document([(.zero, Rational(10) - Rational(1, 25))])).diagnostics
    #expect(found.map(\.id) == ["instruction-span-short"])
    #expect(compile(document([(.zero, Rational(11))])).diagnostics.isEmpty)
  }
}
