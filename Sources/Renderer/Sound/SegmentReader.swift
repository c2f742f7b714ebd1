import Media
import TimelineModel

/// Reads one segment's sound forward and adds it to a mix.
final class SegmentReader {
  let sound: SegmentSound
  private let source: Source
  private var factors: [Double] = []

  private enum Source {
    case direct(SoundReader)
    case tempo(SpeedStretch)
    case tape(TapeReader)
  }

  /// Sped-up sound is taken from `stretches` and left there by `finish()`.
  init(
    _ sound: SegmentSound, folder: MediaFolder, canvas: Canvas, files: SoundFiles, stretches: SpeedStretches,
    from first: Int64
  ) throws(LibAVError) {
    self.sound = sound
    func reader(at sampleRate: Int = canvas.sampleRate) throws(LibAVError) -> SoundReader {
      try SoundReader(
        path: folder.path(of: sound.media), facts: sound.audio, sampleRate: sampleRate, channels: canvas.channels,
        files: files)
    }
    if sound.speed == .one {
      source = .direct(try reader())
    } else if sound.segment.pitch == .follow {
      let reader = try reader(at: sound.audio.sampleRate)
      let ratio = Rational(Int64(sound.audio.sampleRate), Int64(canvas.sampleRate))
      source = .tape(
        TapeReader(start: sound.sourcePlace * ratio, speed: sound.speed * ratio) { from, count throws(LibAVError) in
          try reader.read(from: from, count: count)
        })
    } else {
      let place = SpeedStretches.Place(media: sound.media, start: sound.sourceStart, speed: sound.speed)
      let offset = max(first, sound.samples.lowerBound) - sound.samples.lowerBound
      source = .tempo(
        try stretches.take(place, for: offset) { () throws(LibAVError) in
          try SpeedReader(reader(), from: sound.sourceStart, speed: sound.speed)
        })
    }
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

  fileprivate mutating func add(_ samples: [Float], times factors: [Double], at start: Int) {
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
