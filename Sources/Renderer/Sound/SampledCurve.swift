package import TimelineModel

/// A gain over time whose pieces begin and end at exact samples, computed anew for every sample.
package struct SampledCurve: Sendable {
  private var base: Double
  private var pieces: [GainPiece]

  package init(_ curve: Curve<Double>, sampleRate: Int) {
    base = curve.base
    pieces = curve.pieces.map { piece in
      GainPiece(
        over: piece.range, sampleRate: sampleRate, from: piece.from, to: piece.to, shape: .ease(piece.ease),
        after: piece.after == .hold ? piece.to : curve.base)
    }
  }

  private init(base: Double, _ piece: GainPiece) {
    self.base = base
    pieces = [piece]
  }

  package var isUnity: Bool { base == 1 && pieces.isEmpty }

  /// Multiplies the gains of the samples from `first` on.
  package func multiply(_ gains: inout [Double], from first: Int64) {
    let end = first + Int64(gains.count)
    var position = first
    var index = pieceCount(begunBy: first)
    while position < end {
      let next = index < pieces.count ? min(end, pieces[index].samples.lowerBound) : end
      if index == 0 {
        scale(&gains, Int(position - first)..<Int(next - first), by: base)
      } else {
        let piece = pieces[index - 1]
        let ramp = min(max(piece.samples.upperBound, position), next)
        for sample in position..<ramp { gains[Int(sample - first)] *= piece.value(at: sample) }
        scale(&gains, Int(ramp - first)..<Int(next - first), by: piece.after)
      }
      position = next
      index += 1
    }
  }

  private func scale(_ gains: inout [Double], _ range: Range<Int>, by factor: Double) {
    if factor != 1 { for index in range { gains[index] *= factor } }
  }

  private func pieceCount(begunBy sample: Int64) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].samples.lowerBound <= sample { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TimelineRange {
  /// The samples that belong to it: n where start ≤ n / rate < end.
  func samples(at sampleRate: Int) -> Range<Int64> {
    let rate = Rational(sampleRate)
    let first = (start.seconds * rate).ceiling ?? 0
    return first..<max(first, (end.seconds * rate).ceiling ?? first)
  }
}

// MARK: Fades

extension SampledCurve {
  /// A fade's factors over its owner's range.
  package static func curves(for fade: Fade, over range: TimelineRange, sampleRate: Int) -> [SampledCurve] {
    var curves: [SampledCurve] = []
    if fade.in > .zero {
      let ramp = TimelineRange(start: range.start, duration: fade.in)
      curves.append(SampledCurve(Curve(0, pieces: [CurvePiece(ramp, from: 0, to: 1)]), sampleRate: sampleRate))
    }
    if fade.out > .zero {
      let ramp = TimelineRange(range.end - fade.out, range.end)
      curves.append(SampledCurve(Curve(1, pieces: [CurvePiece(ramp, from: 1, to: 0)]), sampleRate: sampleRate))
    }
    return curves
  }

  /// A segment's share of the cross-fades with its neighbours.
  package static func curves(forCrossfadesOf segment: AudioSegment, sampleRate: Int) -> [SampledCurve] {
    var curves: [SampledCurve] = []
    if let fade = segment.crossfadeIn, fade.shape != .sum, fade.duration > .zero {
      let ramp = TimelineRange(start: segment.range.start, duration: fade.duration)
      let shape: GainPiece.Shape = fade.shape == .equalPower ? .sine : .ease(.linear)
      curves.append(
        SampledCurve(base: 0, GainPiece(over: ramp, sampleRate: sampleRate, from: 0, to: 1, shape: shape, after: 1)))
    }
    if let fade = segment.crossfadeOut, fade.shape != .sum, fade.duration > .zero {
      let ramp = TimelineRange(segment.range.end - fade.duration, segment.range.end)
      let shape: GainPiece.Shape = fade.shape == .equalPower ? .cosine : .ease(.linear)
      curves.append(
        SampledCurve(base: 1, GainPiece(over: ramp, sampleRate: sampleRate, from: 1, to: 0, shape: shape, after: 0)))
    }
    return curves
  }
}
