import Media
import Store
import TimelineModel

/// One segment's sound, or a pass of it, and its gains, on the grid of samples.
struct SegmentSound: Sendable {
  let segment: AudioSegment
  let media: MediaReference
  let facts: MediaFacts
  let audio: AudioFacts
  /// The samples of the timeline that belong to it.
  let samples: Range<Int64>
  /// Its own and its track's.
  let gains: [SampledCurve]
  let course: Course
  /// The source's sample, on the mix's grid, that is heard first.
  let sourceStart: Int64

  /// How the source is gone through.
  enum Course: Hashable, Sendable {
    /// Sample by sample.
    case direct(isReversed: Bool)
    case steady(speed: Rational, isReversed: Bool)
    case paced(SoundPacing)
    /// With the pitch that the speed makes.
    case tape(TapeCourse)
  }

  /// Nil for a gap, and where nothing is known of its media.
  init?(_ part: MixSegment, trackGains: [SampledCurve], catalog: MediaCatalog, sampleRate: Int) {
    guard let facts = catalog.facts(for: part.media), let audio = facts.audio else { return nil }
    let (segment, mapping) = (part.segment, part.mapping)
    self.segment = segment
    media = part.media
    self.facts = facts
    self.audio = audio
    samples = part.range.samples(at: sampleRate)
    gains =
      [SampledCurve(segment.volume, sampleRate: sampleRate)].filter { !$0.isUnity }
      + SampledCurve.curves(for: segment.fade, over: segment.range, sampleRate: sampleRate)
      + SampledCurve.curves(forCrossfadesOf: segment, sampleRate: sampleRate) + trackGains
    course =
      switch mapping.course {
      case _ where segment.pitch == .follow:
        .tape(TapeCourse(part, facts: facts, sampleRate: sampleRate))
      case .paced(let paces):
        .paced(SoundPacing(paces, mapping, samples: samples, sampleRate: sampleRate))
      case .steady, .looped:
        part.stretch.speed == .one
          ? .direct(isReversed: mapping.isReversed)
          : .steady(speed: part.stretch.speed, isReversed: mapping.isReversed)
      }
    // The nearest sample of the source's grid, which begins with the stream's first one. Backward, the first sample
    // heard is the one that ends there.
    let isPaced = if case .paced = course { true } else { false }
    let time = isPaced ? mapping.target.start : TimelineTime(samples.lowerBound, Int64(sampleRate))
    let nearest = ((mapping.source(at: time).seconds - facts.audioStart) * Rational(sampleRate)).rounded ?? 0
    sourceStart = mapping.isReversed ? nearest - 1 : nearest
  }

  /// How many samples of the source are played, on the mix's grid.
  var sourceLength: Int64 { sourcePosition(of: Int64(samples.count)) }

  /// How many of them have been played before a sample, counted from the first one.
  private func sourcePosition(of sample: Int64) -> Int64 {
    switch course {
    case .direct, .tape: sample
    case .steady(let speed, _): (Rational(sample) * speed).ceiling ?? 0
    case .paced(let pacing): Int64(pacing.moment(ofSample: sample).position.rounded(.up))
    }
  }

  /// The one gain of a run of its samples; nil where it changes.
  func constantGain(over samples: Range<Int64>) -> Double? {
    var product = 1.0
    for curve in gains {
      guard let factor = curve.constant(over: samples) else { return nil }
      product *= factor
    }
    return product
  }

  /// Says all that decides how the samples of a run of the timeline are changed by it, seen from that run's first one.
  /// Nothing where it is not heard.
  func describe(within run: Range<Int64>, fingerprint: String, sampleRate: Int, to key: inout KeyWriter) {
    let heard = samples.clamped(to: run)
    guard !heard.isEmpty, constantGain(over: heard) != 0 else { return }
    key.add("segment")
    key.add(fingerprint)
    key.add(Int64(audio.stream))
    key.add(Int64(audio.sampleRate))
    key.add(Int64(audio.channels))
    key.add("\(audio.start) \(audio.duration)")
    key.add(heard.lowerBound - run.lowerBound)
    key.add(Int64(heard.count))
    describeCourse(of: heard, sampleRate: sampleRate, to: &key)
    if !segment.effects.isEmpty {
      let offset = heard.lowerBound - samples.lowerBound
      segment.effects.describe(to: &key)
      key.add(offset - EffectRelay.start(for: offset, of: segment.effects, sampleRate: sampleRate))
      // What ends soon after is heard to end.
      let lookahead = EffectRelay.lookahead(of: segment.effects, sampleRate: sampleRate)
      if lookahead > 0 { key.add(min(lookahead, samples.upperBound - heard.upperBound)) }
    }
    let changing = gains.filter { $0.constant(over: heard) != 1 }
    key.add(Int64(changing.count))
    for curve in changing { curve.describe(heard, to: &key) }
  }

  private func describeCourse(of heard: Range<Int64>, sampleRate: Int, to key: inout KeyWriter) {
    let offset = heard.lowerBound - samples.lowerBound
    // Grains near the end are made of no more than the segment plays.
    let left = sourceLength - sourcePosition(of: heard.upperBound - samples.lowerBound)
    switch course {
    case .direct(let isReversed):
      if isReversed { key.add("backward") }
      key.add(isReversed ? sourceStart - offset : sourceStart + offset)
    case .steady(let speed, let isReversed):
      key.add("\(speed)")
      if isReversed { key.add("backward") }
      key.add(sourceStart)
      key.add(offset)
      key.add(min(left, 2 * Int64(sampleRate)))
    case .paced(let pacing):
      key.add("\(pacing)")
      key.add(sourceStart)
      key.add(offset)
      key.add(min(left, 2 * Int64(sampleRate)))
    case .tape(let course):
      key.add("\(course)")
      key.add(offset)
    }
  }
}
