import Foundation
import TimelineModel

/// Mixes the sound of a composition sample by sample, from the definitions alone.
struct ReferenceSound: Sendable {
  let composition: Composition
  let sources: [MediaReference: ReferenceSource]

  /// One array for each channel; nil where a sound's speed is changed with its pitch kept, for which there is no
  /// definition to the sample.
  func samples() -> [[Double]]? {
    let canvas = composition.canvas
    let count = Int(sample(from: composition.end))
    var mix = Array(repeating: [Double](repeating: 0, count: count), count: canvas.channels)
    for track in composition.audioTracks {
      let trackGains = gains(of: track.volume, track.fade, track.range)
      for segment in track.segments {
        guard case .sound(let media, let mapping) = segment.content, let sound = sources[media]?.sound else { continue }
        guard mapping.playsAtOwnSpeed else { return nil }
        let gains = trackGains + gains(of: segment.volume, segment.fade, segment.range) + crossfades(of: segment)
        let rate = Rational(canvas.sampleRate)
        let first = sample(from: segment.range.start)
        let length = (sound.duration * rate).ceiling ?? 0
        let channels = sound.folded(to: canvas.channels, sampleRate: canvas.sampleRate)
        for n in first..<max(first, min(sample(from: segment.range.end), Int64(count))) {
          // The sample of the source that stands nearest to the mapped time, or backward that ends there.
          let moment = mapping.defined(at: TimelineTime(Rational(n) / rate)) - sound.start
          let nearest = (moment * rate + Rational(1, 2)).floor ?? 0
          let heard = mapping.isReversed ? nearest - 1 : nearest
          guard (0..<length).contains(heard) else { continue }
          let gain = gains.reduce(1) { $0 * $1.value(at: n) }
          for channel in mix.indices { mix[channel][Int(n)] += channels[channel][Int(heard)] * gain }
        }
      }
    }
    return mix.map { $0.map { min(max($0, -1), 1) } }
  }

  /// The first sample that stands at `time` or later.
  private func sample(from time: TimelineTime) -> Int64 {
    (time.seconds * Rational(composition.canvas.sampleRate)).ceiling ?? 0
  }

  // MARK: Gains

  /// A gain on the grid of samples.
  private struct Gain {
    var base: Double
    var pieces: [Piece]

    struct Piece {
      var first: Int64
      var end: Int64
      /// Where it really begins and how long it lasts, in samples.
      var start: Double
      var length: Double
      var value: @Sendable (_ progress: Double) -> Double
      var after: Double
    }

    func value(at n: Int64) -> Double {
      guard let piece = pieces.last(where: { $0.first <= n }) else { return base }
      return n < piece.end ? piece.value((Double(n) - piece.start) / piece.length) : piece.after
    }
  }

  private func piece(
    _ range: TimelineRange, after: Double, _ value: @escaping @Sendable (Double) -> Double
  ) -> Gain.Piece {
    let rate = Rational(composition.canvas.sampleRate)
    return Gain.Piece(
      first: sample(from: range.start), end: sample(from: range.end),
      start: (range.start.seconds * rate).approximate, length: (range.duration * rate).approximate, value: value,
      after: after)
  }

  private func gains(of volume: Curve<Double>, _ fade: Fade, _ range: TimelineRange) -> [Gain] {
    let pieces = volume.pieces.map { written in
      piece(written.range, after: written.after == .hold ? written.to : volume.base) {
        written.from + (written.to - written.from) * written.ease.defined(at: $0)
      }
    }
    var gains = [Gain(base: volume.base, pieces: pieces)]
    if fade.in > .zero {
      let ramp = TimelineRange(start: range.start, duration: fade.in)
      gains.append(Gain(base: 0, pieces: [piece(ramp, after: 1) { $0 }]))
    }
    if fade.out > .zero {
      let ramp = TimelineRange(range.end - fade.out, range.end)
      gains.append(Gain(base: 1, pieces: [piece(ramp, after: 0) { 1 - $0 }]))
    }
    return gains
  }

  private func crossfades(of segment: AudioSegment) -> [Gain] {
    var gains: [Gain] = []
    if let fade = segment.crossfadeIn, fade.shape != .sum {
      let ramp = TimelineRange(start: segment.range.start, duration: fade.duration)
      let isLinear = fade.shape == .linear
      gains.append(Gain(base: 0, pieces: [piece(ramp, after: 1) { isLinear ? $0 : sin($0 * .pi / 2) }]))
    }
    if let fade = segment.crossfadeOut, fade.shape != .sum {
      let ramp = TimelineRange(segment.range.end - fade.duration, segment.range.end)
      let isLinear = fade.shape == .linear
      gains.append(Gain(base: 1, pieces: [piece(ramp, after: 0) { isLinear ? 1 - $0 : cos($0 * .pi / 2) }]))
    }
    return gains
  }
}

extension ReferenceSource.Sound {
  /// Its channels brought to the canvas's, as samples of the canvas's rate.
  fileprivate func folded(to count: Int, sampleRate: Int) -> [[Double]] {
    guard let sampled = samples[sampleRate] else { preconditionFailure("not made for \(sampleRate) Hz") }
    let half = 0.5.squareRoot()
    func sum(_ parts: [(channel: Int, gain: Double)]) -> [Double] {
      sampled[0].indices.map { index in parts.reduce(0) { $0 + sampled[$1.channel][index] * $1.gain } }
    }
    switch (channels, count) {
    case (1, _): return Array(repeating: sampled[0], count: count)
    case (2, 2): return sampled
    case (2, 1): return [sum([(0, half), (1, half)])]
    case (6, 2):
      // Left, right, centre, low frequencies, left and right surround.
      return [sum([(0, 1), (2, half), (4, half)]), sum([(1, 1), (2, half), (5, half)])]
    default: preconditionFailure("no rule for \(channels) channels on \(count)")
    }
  }
}
