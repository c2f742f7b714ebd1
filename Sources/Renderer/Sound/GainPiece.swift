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
    let length = range.duration * Rational(sampleRate)
    // Exact until here: how far into the piece its first sample stands.
    let offset = Rational(samples.lowerBound) - range.start.seconds * Rational(sampleRate)
    phase = length > .zero ? (offset / length).approximate : 0
    step = length > .zero ? (Rational.one / length).approximate : 0
  }

  func value(at sample: Int64) -> Double {
    let progress = phase + Double(sample - samples.lowerBound) * step
    switch shape {
    case .ease(let ease): return .interpolate(from, to, ease.value(at: progress))
    case .sine: return sineAndCosine(ofQuarterTurn: progress).sine
    case .cosine: return sineAndCosine(ofQuarterTurn: progress).cosine
    }
  }
}
