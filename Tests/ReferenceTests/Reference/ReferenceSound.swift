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
      let trackGains = gains(of: track.volume, track.fade, track.range) + track.ducks.map(gain)
      for segment in track.segments {
        guard case .sound(let media, let mapping) = segment.content, let sound = sources[media]?.sound else { continue }
        guard mapping.playsAtOwnSpeed || segment.pitch == .follow else { return nil }
        let gains = trackGains + gains(of: segment.volume, segment.fade, segment.range) + crossfades(of: segment)
        let fold = ReferenceFold(sound.tones.channels, to: canvas.channels)
        let first = sample(from: segment.range.start)
        for n in first..<max(first, min(sample(from: segment.range.end), Int64(count))) {
          let time = time(ofSample: n, in: sound, mapping)
          guard time >= 0, time < sound.duration.approximate else { continue }
          let gain = gains.reduce(1) { $0 * $1.value(at: n) }
          let values = (0..<sound.tones.channels).map { sound.tones.value($0, time) }
          for channel in mix.indices { mix[channel][Int(n)] += fold.value(values, channel) * gain }
        }
      }
    }
    return mix.map { $0.map { min(max($0, -1), 1) } }
  }

  /// Which moment of a sound is heard, in seconds from its beginning. At its own speed that is the sample of the
  /// source, taken at the mix's rate, that stands nearest to the mapped time, or backward that ends there.
  private func time(ofSample n: Int64, in sound: ReferenceSource.Sound, _ mapping: TimeMapping) -> Double {
    let rate = Rational(composition.canvas.sampleRate)
    let moment = mapping.defined(at: TimelineTime(Rational(n) / rate)) - sound.start
    guard mapping.playsAtOwnSpeed else { return moment.approximate }
    let nearest = (moment * rate + Rational(1, 2)).floor ?? 0
    return Double(mapping.isReversed ? nearest - 1 : nearest) / rate.approximate
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
    /// Instead of pieces.
    var formula: (@Sendable (_ sample: Int64) -> Double)?

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
      if let formula { return formula(n) }
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

  /// Down while the other track is heard and where it was heard so lately, and will be heard so soon, that there is no
  /// time to come up between; else on the way from it or to it.
  private func gain(of duck: Duck) -> Gain {
    let rate = Rational(composition.canvas.sampleRate)
    let heard = (composition.audioTracks.first { $0.id == duck.under }?.segments ?? []).filter { !$0.isGap }.map(
      \.range)
    return Gain(base: 1, pieces: []) { n in
      let time = TimelineTime(Rational(n) / rate)
      if heard.contains(where: { $0.contains(time) }) { return duck.level }
      let since = heard.filter { $0.end <= time }.map { time - $0.end }.min()
      let until = heard.filter { $0.start > time }.map { $0.start - time }.min()
      if let since, let until, since + until < duck.attack + duck.release { return duck.level }
      if let since, since < duck.release {
        return duck.level + (1 - duck.level) * (since / duck.release).approximate
      }
      if let until, until <= duck.attack {
        return duck.level + (1 - duck.level) * (until / duck.attack).approximate
      }
      return 1
    }
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
