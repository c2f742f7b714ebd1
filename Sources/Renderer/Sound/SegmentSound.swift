import Media
import Store
import TimelineModel

/// One segment's sound and its gains, on the grid of samples.
struct SegmentSound: Sendable {
  let segment: AudioSegment
  let media: MediaReference
  let facts: MediaFacts
  let audio: AudioFacts
  /// The samples of the timeline that belong to it.
  let samples: Range<Int64>
  /// Its own and its track's.
  let gains: [SampledCurve]
  let speed: Rational
  /// Where the segment's first sample stands in the source, in samples of the mix's rate from the stream's first one.
  let sourcePlace: Rational
  /// The nearest sample there.
  let sourceStart: Int64

  /// Nil for a gap, and where nothing is known of its media.
  init?(_ segment: AudioSegment, trackGains: [SampledCurve], catalog: MediaCatalog, sampleRate: Int) {
    guard case .sound(let media, let mapping) = segment.content, let facts = catalog.facts(for: media),
      let audio = facts.audio
    else { return nil }
    self.segment = segment
    self.media = media
    self.facts = facts
    self.audio = audio
    samples = segment.range.samples(at: sampleRate)
    gains =
      [SampledCurve(segment.volume, sampleRate: sampleRate)].filter { !$0.isUnity }
      + SampledCurve.curves(for: segment.fade, over: segment.range, sampleRate: sampleRate)
      + SampledCurve.curves(forCrossfadesOf: segment, sampleRate: sampleRate) + trackGains
    speed = mapping.speed
    let time = TimelineTime(samples.lowerBound, Int64(sampleRate))
    sourcePlace = (mapping.source(at: time).seconds - facts.audioStart) * Rational(sampleRate)
    sourceStart = sourcePlace.rounded ?? 0
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
  func describe(within run: Range<Int64>, fingerprint: String, to key: inout KeyWriter) {
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
    if speed == .one {
      key.add(sourceStart + heard.lowerBound - samples.lowerBound)
    } else {
      key.add("\(speed) \(segment.pitch.rawValue)")
      if segment.pitch == .follow { key.add("\(sourcePlace)") } else { key.add(sourceStart) }
      key.add(heard.lowerBound - samples.lowerBound)
    }
    let changing = gains.filter { $0.constant(over: heard) != 1 }
    key.add(Int64(changing.count))
    for curve in changing { curve.describe(heard, to: &key) }
  }
}
