import Foundation
import TimelineModel

/// Mixes the sound of a composition sample by sample, from the definitions alone.
struct ReferenceSound: Sendable {
  let composition: Composition
  let sources: [MediaReference: ReferenceSource]

  /// One array for each channel; nil where a sound's speed is changed with its pitch kept or its noise taken away, for
  /// which there is no definition to the sample.
  func samples() -> [[Double]]? {
    guard !composition.takesAwayNoise else { return nil }
    let count = Int(sample(from: composition.end))
    var mix = Array(repeating: [Double](repeating: 0, count: count), count: composition.canvas.channels)
    for track in composition.audioTracks {
      guard var heard = heard(track, count) else { return nil }
      for duck in track.ducks {
        guard let gain = gain(of: duck, count) else { return nil }
        for channel in heard.indices { for n in 0..<count { heard[channel][n] *= gain.value(at: Int64(n)) } }
      }
      for channel in mix.indices { for n in 0..<count { mix[channel][n] += heard[channel][n] } }
    }
    apply(composition.mastering.effects, to: &mix)
    return mix.map { $0.map { min(max($0, -1), 1) } }
  }

  /// A track as it is where it does not step back.
  private func heard(_ track: AudioTrack, _ count: Int) -> [[Double]]? {
    let channels = composition.canvas.channels
    var sum = Array(repeating: [Double](repeating: 0, count: count), count: channels)
    for segment in track.segments {
      guard case .sound(let media, let mapping) = segment.content, let sound = sources[media]?.sound else { continue }
      guard mapping.playsAtOwnSpeed || segment.pitch == .follow else { return nil }
      let gains = gains(of: segment.volume, segment.fade, segment.range) + crossfades(of: segment)
      let fold = ReferenceFold(sound.tones.channels, to: channels)
      for part in passes(of: mapping) {
        let first = sample(from: part.start)
        let range = first..<max(first, sample(from: part.end))
        var planes = Array(repeating: [Double](repeating: 0, count: range.count), count: channels)
        for n in range {
          let time = time(ofSample: n, in: sound, mapping)
          guard time >= 0, time < sound.duration.approximate else { continue }
          let values = (0..<sound.tones.channels).map { sound.tones.value($0, time) }
          for channel in planes.indices { planes[channel][Int(n - first)] = fold.value(values, channel) }
        }
        apply(segment.effects, to: &planes)
        for n in range where n < count {
          let gain = gains.reduce(1) { $0 * $1.value(at: n) }
          for channel in sum.indices { sum[channel][Int(n)] += planes[channel][Int(n - first)] * gain }
        }
      }
    }
    apply(track.effects, to: &sum)
    let gains = gains(of: track.volume, track.fade, track.range)
    for channel in sum.indices {
      for n in 0..<count { sum[channel][n] *= gains.reduce(1) { $0 * $1.value(at: Int64(n)) } }
    }
    return sum
  }

  /// Each pass of a loop is a sound of its own.
  private func passes(of mapping: TimeMapping) -> [TimelineRange] {
    guard case .looped(let pass) = mapping.course else { return [mapping.target] }
    return stride(from: 0, to: (mapping.target.duration / pass).ceiling ?? 1, by: 1).map { number in
      let start = mapping.target.start + pass * Rational(number)
      return TimelineRange(start, min(start + pass, mapping.target.end))
    }
  }

  private func apply(_ effects: [SoundEffect], to planes: inout [[Double]]) {
    for effect in effects { effect.apply(to: &planes, sampleRate: Double(composition.canvas.sampleRate)) }
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
  private func gain(of duck: Duck, _ count: Int) -> Gain? {
    let rate = Rational(composition.canvas.sampleRate)
    guard let heard = heard(by: duck, count) else { return nil }
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

  /// Where the other track is heard: where it has segments, or in the hundredths of a second in which it is loud.
  private func heard(by duck: Duck, _ count: Int) -> [TimelineRange]? {
    guard let other = composition.audioTracks.first(where: { $0.id == duck.under }) else { return [] }
    guard case .level(let threshold) = duck.trigger else { return other.segments.filter { !$0.isGap }.map(\.range) }
    let rate = composition.canvas.sampleRate
    // What is loud after the end is heard before it.
    let margin = Int(((duck.attack + duck.release) * Rational(rate)).ceiling ?? 0) + rate
    guard let planes = heard(other, count + margin) else { return nil }
    let block = rate / 100
    var ranges: [TimelineRange] = []
    for first in stride(from: 0, to: count + margin - block, by: block) {
      let squares = planes.flatMap { $0[first..<first + block] }.reduce(0) { $0 + $1 * $1 }
      guard (squares / Double(block * planes.count)).squareRoot() >= threshold else { continue }
      let range = TimelineRange(
        TimelineTime(Int64(first), Int64(rate)), TimelineTime(Int64(first + block), Int64(rate)))
      if let last = ranges.last, last.end == range.start {
        ranges[ranges.count - 1].end = range.end
      } else {
        ranges.append(range)
      }
    }
    return ranges
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

extension Composition {
  fileprivate var takesAwayNoise: Bool {
    let effects =
      mastering.effects + audioTracks.flatMap { $0.effects + $0.segments.flatMap(\.effects) }
    return effects.contains { if case .denoise = $0 { true } else { false } }
  }
}
