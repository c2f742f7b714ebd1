import Diagnostics
import Store
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

  /// The one gain of a run of samples; nil where there are several.
  func constant(over samples: Range<Int64>) -> Double? {
    var factors: [Double] = []
    var isConstant = true
    forEachStretch(of: samples) { _, stretch in
      if case .constant(let factor) = stretch { factors.append(factor) } else { isConstant = false }
    }
    return isConstant && factors.allSatisfy { $0 == factors[0] } ? factors.first : nil
  }

  /// Multiplies the gains of the samples from `first` on.
  func multiply(_ gains: UnsafeMutableBufferPointer<Double>, from first: Int64) {
    forEachStretch(of: first..<first + Int64(gains.count)) { samples, stretch in
      let part = UnsafeMutableBufferPointer(
        rebasing: gains[Int(samples.lowerBound - first)..<Int(samples.upperBound - first)])
      switch stretch {
      case .constant(let factor): if factor != 1 { for index in part.indices { part[index] *= factor } }
      case .ramp(let piece): piece.multiply(part, from: samples.lowerBound)
      }
    }
  }

  /// Says what decides the gains of a run of samples, seen from its first one.
  func describe(_ samples: Range<Int64>, to key: inout KeyWriter) {
    forEachStretch(of: samples) { part, stretch in
      key.add(part.lowerBound - samples.lowerBound)
      switch stretch {
      case .constant(let factor): key.add(factor)
      case .ramp(let piece): piece.describe(to: &key, from: samples.lowerBound)
      }
    }
  }

  private enum Stretch {
    case constant(Double)
    case ramp(GainPiece)
  }

  /// Cuts a run of samples into those of equal gain and those of one ramp.
  private func forEachStretch(of samples: Range<Int64>, _ body: (Range<Int64>, Stretch) -> Void) {
    var position = samples.lowerBound
    var index = pieceCount(begunBy: position)
    while position < samples.upperBound {
      let next = index < pieces.count ? min(samples.upperBound, pieces[index].samples.lowerBound) : samples.upperBound
      if index == 0 {
        body(position..<next, .constant(base))
      } else {
        let piece = pieces[index - 1]
        let ramp = min(max(piece.samples.upperBound, position), next)
        if position < ramp { body(position..<ramp, piece.constant.map { .constant($0) } ?? .ramp(piece)) }
        if ramp < next { body(ramp..<next, .constant(piece.after)) }
      }
      position = next
      index += 1
    }
  }

  private func pieceCount(begunBy sample: Int64) -> Int {
    pieces.leadingCount { $0.samples.lowerBound <= sample }
  }
}

extension TimelineTime {
  /// The first sample that does not lie before it.
  func sample(at sampleRate: Int) -> Int64 { (seconds * Rational(sampleRate)).ceiling ?? 0 }
}

extension TimelineRange {
  /// The samples that belong to it: n where start ≤ n / rate < end.
  func samples(at sampleRate: Int) -> Range<Int64> {
    let first = start.sample(at: sampleRate)
    return first..<max(first, end.sample(at: sampleRate))
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
