import Foundation
import TimelineModel

/// A recursive filter of second order for each channel, as R. Bristow-Johnson's cookbook for equalisers has them.
struct SecondOrderFilter: SoundProcessor {
  private var coefficients: Coefficients
  private var states: [State]

  struct Coefficients {
    var b0 = 1.0, b1 = 0.0, b2 = 0.0
    /// Of what came out before.
    var a1 = 0.0, a2 = 0.0
  }

  private struct State {
    var x1 = 0.0, x2 = 0.0
    var y1 = 0.0, y2 = 0.0
  }

  init(_ coefficients: Coefficients, channels: Int) {
    self.coefficients = coefficients
    states = Array(repeating: State(), count: channels)
  }

  init(_ filter: SoundEffect.SoundFilter, sampleRate: Int, channels: Int) {
    self.init(Coefficients(filter, sampleRate: sampleRate), channels: channels)
  }

  mutating func process(_ planes: inout [[Double]]) {
    for channel in planes.indices { filter(&planes[channel], &states[channel]) }
  }

  private func filter(_ samples: inout [Double], _ state: inout State) {
    let c = coefficients
    samples.withUnsafeMutableBufferPointer { samples in
      for index in samples.indices {
        let x = samples[index]
        let y = c.b0 * x + c.b1 * state.x1 + c.b2 * state.x2 - c.a1 * state.y1 - c.a2 * state.y2
        (state.x2, state.x1) = (state.x1, x)
        (state.y2, state.y1) = (state.y1, y)
        samples[index] = y
      }
    }
  }
}

extension SecondOrderFilter.Coefficients {
  init(_ filter: SoundEffect.SoundFilter, sampleRate: Int) {
    let angle = 2 * .pi * filter.frequency / Double(sampleRate)
    let (sine, cosine) = (sin(angle), cos(angle))
    let alpha = sine / (2 * filter.quality)
    // The root of the gain, which is that half of it.
    let root = filter.gain.squareRoot()
    let slope = 2 * root.squareRoot() * alpha
    var b: (Double, Double, Double)
    var a: (Double, Double, Double)
    switch filter.shape {
    case .highPass:
      b = ((1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2)
      a = (1 + alpha, -2 * cosine, 1 - alpha)
    case .lowPass:
      b = ((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2)
      a = (1 + alpha, -2 * cosine, 1 - alpha)
    case .peak:
      b = (1 + alpha * root, -2 * cosine, 1 - alpha * root)
      a = (1 + alpha / root, -2 * cosine, 1 - alpha / root)
    case .lowShelf, .highShelf:
      // A high shelf is a low one turned about.
      let turned = filter.shape == .lowShelf ? cosine : -cosine
      let sign = filter.shape == .lowShelf ? 1.0 : -1.0
      b = (
        root * ((root + 1) - (root - 1) * turned + slope), sign * 2 * root * ((root - 1) - (root + 1) * turned),
        root * ((root + 1) - (root - 1) * turned - slope)
      )
      a = (
        (root + 1) + (root - 1) * turned + slope, -sign * 2 * ((root - 1) + (root + 1) * turned),
        (root + 1) + (root - 1) * turned - slope
      )
    }
    self.init(b0: b.0 / a.0, b1: b.1 / a.0, b2: b.2 / a.0, a1: a.1 / a.0, a2: a.2 / a.0)
  }
}
