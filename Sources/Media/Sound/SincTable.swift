import Foundation

/// The low-pass filter that sound is interpolated with, by the distance from its middle in samples.
struct SincTable: Sendable {
  static let crossings = 32
  /// Where it ends what it lets through, as a part of what the samples can hold.
  private static let cutoff = 0.95
  private static let steps = 1024
  /// Kaiser's, for an error of about −100 dB.
  private static let beta = 10.06

  static let shared = SincTable()

  private let values: [Double]

  private init() {
    values = (0...SincTable.crossings * SincTable.steps + 1).map { index in
      let x = Double(index) / Double(SincTable.steps)
      let edge = x / Double(SincTable.crossings)
      guard edge < 1 else { return 0 }
      let angle = .pi * SincTable.cutoff * x
      let sinc = x == 0 ? 1 : sin(angle) / angle
      return SincTable.cutoff * sinc * SincTable.bessel(SincTable.beta * (1 - edge * edge).squareRoot())
        / SincTable.bessel(SincTable.beta)
    }
  }

  func value(at distance: Double) -> Double {
    let place = distance * Double(SincTable.steps)
    let index = Int(place)
    guard index < values.count - 1 else { return 0 }
    return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
  }

  /// The modified Bessel function of the first kind, of order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    var n = 1.0
    while term > sum * 1e-17 {
      term *= (x / (2 * n)) * (x / (2 * n))
      sum += term
      n += 1
    }
    return sum
  }
}
