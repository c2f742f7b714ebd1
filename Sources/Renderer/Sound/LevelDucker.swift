import TimelineModel

/// A track that steps back where another one is loud, rather than where it has segments.
struct LevelDuck: Sendable {
  /// As it is without stepping back itself.
  let under: MixTrackBox
  let duck: Duck
  /// In linear gain.
  let threshold: Double

  /// Samples that are measured together: a hundredth of a second.
  static func block(at sampleRate: Int) -> Int64 { Int64(sampleRate / 100) }

  /// What of the other track decides the gain of a run of samples, in whole blocks.
  func listening(for run: Range<Int64>, sampleRate: Int) -> Range<Int64> {
    let block = LevelDuck.block(at: sampleRate)
    let margin = ((duck.attack + duck.release) * Rational(sampleRate)).ceiling ?? 0
    let first = max(0, run.lowerBound - margin) / block
    let end = (run.upperBound + margin + block - 1) / block
    return first * block..<max(first, end) * block
  }
}

/// Tracks hold others that they listen to.
final class MixTrackBox: Sendable {
  let track: MixTrack
  init(_ track: MixTrack) { self.track = track }
}

/// Listens to a track and says what gain another has for it. A block in which the mean square of all channels reaches
/// that of the threshold is heard; between such blocks the gain behaves as it does between segments.
final class LevelDucker {
  private let duck: LevelDuck
  private let sources: MixSources
  private let mixer: TrackMixer
  private let block: Int64
  private let firstBlock: Int64
  /// For each block from the first on, whether it is heard.
  private var isHeard: [Bool] = []

  /// For samples from `first` on.
  init(_ duck: LevelDuck, _ sources: MixSources, from first: Int64) {
    self.duck = duck
    self.sources = sources
    let rate = sources.canvas.sampleRate
    block = LevelDuck.block(at: rate)
    let start = duck.listening(for: first..<first + 1, sampleRate: rate).lowerBound
    firstBlock = start / block
    mixer = TrackMixer(duck.under.track, sources, from: start)
  }

  func finish() { mixer.finish() }

  func gain(over run: Range<Int64>) throws(RenderFailure) -> SampledCurve {
    let rate = sources.canvas.sampleRate
    let range = duck.listening(for: run, sampleRate: rate)
    let blocks = range.lowerBound / block..<range.upperBound / block
    while firstBlock + Int64(isHeard.count) < blocks.upperBound { try listen() }
    let heard = blocks.filter { isHeard[Int($0 - firstBlock)] }.map { number in
      TimelineRange(TimelineTime(number * block, Int64(rate)), TimelineTime((number + 1) * block, Int64(rate)))
    }
    let curve = Duck.gain(duck.duck.level, attack: duck.duck.attack, release: duck.duck.release, heard: heard)
    return SampledCurve(curve, sampleRate: rate)
  }

  private func listen() throws(RenderFailure) {
    var planes = Array(repeating: [Double](repeating: 0, count: Int(block)), count: sources.canvas.channels)
    try mixer.add(to: &planes, at: (firstBlock + Int64(isHeard.count)) * block)
    let squares = planes.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
    isHeard.append(squares >= duck.threshold * duck.threshold * Double(planes.count) * Double(block))
  }
}
