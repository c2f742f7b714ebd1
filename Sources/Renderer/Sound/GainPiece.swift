import Store
import TimelineModel

/// One stretch of a gain on the grid of samples.
struct GainPiece: Sendable {
  /// The samples from its start until its end; `after` holds from there on.
  var samples: Range<Int64>
  var after: Double
  /// Progress at the first sample, and how much each one adds.
  private var phase: Double
  private var step: Double
  private var from: Double
  private var to: Double
  private var shape: Shape

  enum Shape {
    case ease(Ease)
    /// sin and cos of a quarter turn.
    case sine, cosine
  }

  init(over range: TimelineRange, sampleRate: Int, from: Double, to: Double, shape: Shape, after: Double) {
    samples = range.samples(at: sampleRate)
    self.after = after
    self.from = from
    self.to = to
    self.shape = shape
    let sample = Rational(1, Int64(sampleRate))
    phase = range.isEmpty ? 0 : range.share(before: TimelineTime(sample * Rational(samples.lowerBound)))
    step = range.isEmpty ? 0 : range.share(before: range.start + sample)
  }

  /// Its value where that stays the same.
  var constant: Double? {
    guard case .ease = shape, from == to else { return nil }
    return from
  }

  /// Multiplies gains, the first of which is that of sample `first`.
  func multiply(_ gains: UnsafeMutableBufferPointer<Double>, from first: Int64) {
    let start = Int(first - samples.lowerBound)
    switch shape {
    case .ease(.linear):
      let rise = to - from
      for index in gains.indices { gains[index] *= from + rise * (phase + Double(start + index) * step) }
    case .ease(let ease):
      for index in gains.indices {
        gains[index] *= .interpolate(from, to, ease.value(at: phase + Double(start + index) * step))
      }
    case .sine:
      for index in gains.indices {
        gains[index] *= sineAndCosine(ofQuarterTurn: phase + Double(start + index) * step).sine
      }
    case .cosine:
      for index in gains.indices {
        gains[index] *= sineAndCosine(ofQuarterTurn: phase + Double(start + index) * step).cosine
      }
    }
  }

  /// Says what decides its values, seen from sample `origin`.
  func describe(to key: inout KeyWriter, from origin: Int64) {
    key.add(samples.lowerBound - origin)
    for value in [phase, step, from, to] { key.add(value) }
    switch shape {
    case .ease(.linear): key.add("linear")
    case .ease(.bezier(let x1, let y1, let x2, let y2)):
      key.add("bezier")
      for value in [x1, y1, x2, y2] { key.add(value) }
    case .sine: key.add("sine")
    case .cosine: key.add("cosine")
    }
  }
}

extension KeyWriter {
  /// By its bits: what differs in the last of them is different.
  mutating func add(_ number: Double) { add(Int64(bitPattern: number.bitPattern)) }
}
