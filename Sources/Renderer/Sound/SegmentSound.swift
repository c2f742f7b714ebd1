import Media
import TimelineModel

/// One segment's sound, read forward.
final class SegmentSound {
  let segment: AudioSegment
  /// The samples of the timeline that belong to it.
  let samples: Range<Int64>
  private let gains: [SampledCurve]
  private let source: Source

  private enum Source {
    /// Timeline sample n is source sample n + offset.
    case direct(SoundReader, offset: Int64)
    case resampled(SpeedReader)
  }

  /// `first` is the timeline sample that is read first.
  init?(_ segment: AudioSegment, from first: Int64, folder: MediaFolder, canvas: Canvas) throws(LibAVError) {
    guard case .sound(let media, let mapping) = segment.content, let facts = folder.catalog.facts(for: media),
      let audio = facts.audio
    else { return nil }
    self.segment = segment
    let sampleRate = canvas.sampleRate
    samples = segment.range.samples(at: sampleRate)
    gains =
      [SampledCurve(segment.volume, sampleRate: sampleRate)].filter { !$0.isUnity }
      + SampledCurve.curves(for: segment.fade, over: segment.range, sampleRate: sampleRate)
      + SampledCurve.curves(forCrossfadesOf: segment, sampleRate: sampleRate)
    let reader = try SoundReader(
      path: folder.path(of: media), facts: audio, sampleRate: sampleRate, channels: canvas.channels)
    // The nearest sample of the reader's grid, which begins with the stream's first one.
    let time = TimelineTime(first, Int64(sampleRate))
    let start = ((mapping.source(at: time).seconds - facts.audioStart) * Rational(sampleRate)).rounded ?? 0
    source =
      mapping.speed == .one
      ? .direct(reader, offset: start - first)
      : .resampled(try SpeedReader(reader, from: start, speed: mapping.speed))
  }

  /// Adds its part of the samples from `first` on to `mix`, times `track`'s gains and its own.
  func add(to mix: inout [[Double]], at first: Int64, trackGains: [SampledCurve]) throws(LibAVError) {
    let part = samples.clamped(to: first..<first + Int64(mix[0].count))
    guard !part.isEmpty else { return }
    let sound = try read(part)
    let start = Int(part.lowerBound - first)
    let curves = gains + trackGains
    guard !curves.isEmpty else {
      for channel in mix.indices {
        for (index, sample) in sound[channel].enumerated() { mix[channel][start + index] += Double(sample) }
      }
      return
    }
    var factors = [Double](repeating: 1, count: part.count)
    for curve in curves { curve.multiply(&factors, from: part.lowerBound) }
    for channel in mix.indices {
      for (index, sample) in sound[channel].enumerated() {
        mix[channel][start + index] += Double(sample) * factors[index]
      }
    }
  }

  private func read(_ part: Range<Int64>) throws(LibAVError) -> [[Float]] {
    switch source {
    case .direct(let reader, let offset): try reader.read(from: part.lowerBound + offset, count: part.count)
    case .resampled(let reader): try reader.read(part.count)
    }
  }
}
