extension MediaFacts {
  /// False if they say what no file can be, which was then not found out by looking into one.
  package var arePlausible: Bool {
    let counts = [listedFrames, video?.timing.frameCount, audio?.priming].compactMap(\.self)
    let times = [breaksOff, listedSound, damage, audio?.duration, video?.duration, audio?.start, video?.start]
    guard images.isEmpty || Int64(images.count) == video?.timing.frameCount else { return false }
    return (video?.isPlausible ?? true) && (audio?.isPlausible ?? true) && counts.allSatisfy { 0...(1 << 48) ~= $0 }
      && times.compactMap(\.self).allSatisfy { $0.isFinite && $0.magnitude <= Rational(1 << 40) }
  }
}

extension VideoFacts {
  fileprivate var isPlausible: Bool {
    let sides = 1...65536
    return sides ~= codedSize.width && sides ~= codedSize.height && stream >= 0
      && pixelAspect.isFinite && pixelAspect > .zero && pixelAspect <= Rational(65536)
      && (timing.rate?.isPlausible ?? true)
      && (losses?.arePlausible ?? true)
  }
}

extension PacketLosses {
  fileprivate var arePlausible: Bool {
    let ranges = incomplete ?? []
    return holes.allSatisfy { $0 >= 0 } && zip(holes, holes.dropFirst()).allSatisfy(<)
      && ranges.allSatisfy { $0.lowerBound >= 0 }
      && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }
}

extension FrameRate {
  /// No container can say a higher one.
  fileprivate var isPlausible: Bool { perSecond.isFinite && perSecond > .zero && perSecond <= Rational(1 << 32) }
}

extension AudioFacts {
  fileprivate var isPlausible: Bool {
    1...10_000_000 ~= sampleRate && 1...1024 ~= channels && stream >= 0 && duration >= .zero
      && (losses?.arePlausible ?? true)
      && (clockSteps ?? []).allSatisfy { -(1 << 48)...(1 << 48) ~= $0.position && -(1 << 48)...(1 << 48) ~= $0.shift }
      && zip(clockSteps ?? [], (clockSteps ?? []).dropFirst()).allSatisfy { $0.position < $1.position }
  }
}
