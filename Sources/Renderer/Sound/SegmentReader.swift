import Media
import TimelineModel

/// Reads one segment's sound forward and adds it to a mix.
final class SegmentReader {
  let sound: SegmentSound
  private let source: Source
  private var factors: [Double] = []
  private var relay: EffectRelay?

  private enum Source {
    case direct(SoundReader)
    case backward(BackwardReader)
    case tempo(SpeedStretch)
    case tape(TapeReader)
  }

  /// Sped-up sound is taken from `stretches` and left there by `finish()`. What is over hands its reader on if it plays
  /// the same.
  init(
    _ sound: SegmentSound, _ sources: MixSources, from first: Int64, after over: SegmentReader? = nil
  ) throws(LibAVError) {
    self.sound = sound
    let canvas = sources.canvas
    func reader(at sampleRate: Int = canvas.sampleRate) throws(LibAVError) -> SoundReader {
      if let timeline = sources.folder.catalog.timelines[sound.media] {
        let nested = TimelineSound(timeline, in: sources.folder, sampleRate: sampleRate, channels: canvas.channels)
        return SoundReader(facts: sound.audio, sampleRate: sampleRate, channels: canvas.channels) {
          from, count throws(LibAVError) in try nested.read(from: from, count: count)
        }
      }
      return try SoundReader(
        path: sources.folder.path(of: sound.media), facts: sound.audio, sampleRate: sampleRate,
        channels: canvas.channels,
        files: sources.files, report: sources.folder.damage?.report(about: sound.media))
    }
    let offset = max(first, sound.samples.lowerBound) - sound.samples.lowerBound
    relay = EffectRelay(
      sound.segment.effects, sampleRate: canvas.sampleRate, channels: canvas.channels, for: offset,
      length: Int64(sound.samples.count))
    switch sound.course {
    case .direct(isReversed: false):
      if let open = over?.reader(of: sound) { source = .direct(open) } else { source = .direct(try reader()) }
    case .direct(isReversed: true): source = .backward(BackwardReader(try reader()))
    case .tape(let course):
      source = .tape(TapeReader(try reader(at: sound.audio.sampleRate), along: course))
    case .steady, .paced:
      let place = SpeedStretches.Place(
        media: sound.media, start: sound.sourceStart, length: sound.sourceLength, course: sound.course)
      source = .tempo(
        try sources.stretches.take(place, for: relay?.heard ?? offset) { () throws(LibAVError) in
          speedReader(try reader())
        })
    }

    func speedReader(_ reader: SoundReader) -> SpeedReader {
      if case .steady(let speed, let isReversed) = sound.course {
        return SpeedReader(
          reader, from: sound.sourceStart, length: sound.sourceLength, speed: speed, isReversed: isReversed)
      }
      guard case .paced(let pacing) = sound.course else { preconditionFailure("played at its own speed") }
      return SpeedReader(
        reader, from: sound.sourceStart, length: sound.sourceLength, isReversed: pacing.isReversed,
        moment: pacing.moment)
    }
  }

  private func reader(of next: SegmentSound) -> SoundReader? {
    guard case .direct(let reader) = source, next.media == sound.media, next.audio == sound.audio else { return nil }
    return reader
  }

  /// Nothing more is read.
  func finish(_ stretches: SpeedStretches) {
    if case .tempo(let stretch) = source { stretches.leave(stretch, segmentLength: Int64(sound.samples.count)) }
  }

  /// Adds its part of the samples from `first` on to `mix`, times its gains.
  func add(to mix: inout [[Double]], at first: Int64) throws(LibAVError) {
    let part = sound.samples.clamped(to: first..<first + Int64(mix[0].count))
    guard !part.isEmpty else { return }
    let start = Int(part.lowerBound - first)
    if let planes = try throughEffects(part.count, channels: mix.count) {
      fillFactors(part)
      for channel in mix.indices { mix[channel].add(planes[channel], times: factors, at: start) }
      return
    }
    if let factor = sound.constantGain(over: part) {
      guard factor != 0 else { return }
      let samples = try read(part)
      for channel in mix.indices { mix[channel].add(samples[channel], times: factor, at: start) }
    } else {
      let samples = try read(part)
      fillFactors(part)
      for channel in mix.indices { mix[channel].add(samples[channel], times: factors, at: start) }
    }
  }

  /// The next samples as the segment's effects make them, which hear all there is, in order, also where nothing of it is
  /// let through; nil where there are none.
  private func throughEffects(_ count: Int, channels: Int) throws(LibAVError) -> [[Double]]? {
    try relay?.next(count) { heard throws(LibAVError) in
      // What is heard ahead of the end is silence.
      if heard.lowerBound >= Int64(sound.samples.count) {
        return Array(repeating: [Double](repeating: 0, count: heard.count), count: channels)
      }
      let samples = heard.lowerBound + sound.samples.lowerBound..<heard.upperBound + sound.samples.lowerBound
      return try read(samples).map { $0.map(Double.init) }
    } failing: {
      $0
    }
  }

  private func fillFactors(_ part: Range<Int64>) {
    factors.removeAll(keepingCapacity: true)
    factors.append(contentsOf: repeatElement(1, count: part.count))
    factors.withUnsafeMutableBufferPointer { factors in
      for curve in sound.gains { curve.multiply(factors, from: part.lowerBound) }
    }
  }

  private func read(_ part: Range<Int64>) throws(LibAVError) -> [[Float]] {
    let offset = part.lowerBound - sound.samples.lowerBound
    return switch source {
    case .direct(let reader): try reader.read(from: sound.sourceStart + offset, count: part.count)
    case .backward(let reader): try reader.read(from: sound.sourceStart - offset, count: part.count)
    case .tempo(let stretch): try stretch.read(from: offset, count: part.count)
    case .tape(let tape): try tape.read(from: offset, count: part.count)
    }
  }
}

extension [Double] {
  fileprivate mutating func add(_ samples: [Float], times factor: Double, at start: Int) {
    withUnsafeMutableBufferPointer { sum in
      samples.withUnsafeBufferPointer { samples in
        let sum = UnsafeMutableBufferPointer(rebasing: sum[start..<start + samples.count])
        if factor == 1 {
          for index in samples.indices { sum[index] += Double(samples[index]) }
        } else {
          for index in samples.indices { sum[index] += Double(samples[index]) * factor }
        }
      }
    }
  }

  mutating func add<Sample: BinaryFloatingPoint>(_ samples: [Sample], times factors: [Double], at start: Int) {
    withUnsafeMutableBufferPointer { sum in
      samples.withUnsafeBufferPointer { samples in
        factors.withUnsafeBufferPointer { factors in
          let sum = UnsafeMutableBufferPointer(rebasing: sum[start..<start + samples.count])
          for index in samples.indices { sum[index] += Double(samples[index]) * factors[index] }
        }
      }
    }
  }
}
