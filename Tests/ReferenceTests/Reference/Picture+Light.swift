import Foundation
import TimelineModel

/// What the numbers of HDR become on an ordinary canvas, by the definitions.
struct HighDynamicRange {
  /// Which numbers stand for which light.
  enum Curve { case pq, hlg }

  let curve: Curve
  /// The brightest that there is, in cd/m².
  let peak: Double

  /// Nil for colours that are not HDR.
  init?(_ color: ColorFacts) {
    switch color.transfer {
    case "smpte2084": curve = .pq
    case "arib-std-b67": curve = .hlg
    default: return nil
    }
    peak = 1000
  }

  private static let white = 203.0

  /// From red, green and blue of BT.2020, from 0 to 1, to the canvas's.
  func mapped(_ colors: SIMD3<Double>) -> SIMD3<Double> {
    var light = light(colors)
    let brightest = light.max()
    if brightest > 0 { light *= heldBack(brightest) / brightest }
    // BT.2087, the other way round.
    let (r, g, b) = (light.x, light.y, light.z)
    let shown = SIMD3(
      1.660491 * r - 0.587641 * g - 0.072850 * b, -0.124550 * r + 1.132900 * g - 0.008349 * b,
      -0.018151 * r - 0.100579 * g + 1.118730 * b)
    return each(shown / Self.white) { pow(min(max($0, 0), 1), 1 / 2.4) }
  }

  private func each(_ values: SIMD3<Double>, _ change: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(change(values.x), change(values.y), change(values.z))
  }

  private func light(_ colors: SIMD3<Double>) -> SIMD3<Double> {
    switch curve {
    case .pq: return each(colors) { min(Self.pqLight($0), peak) }
    case .hlg:
      let scene = each(colors) { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12 }
      let luminance = 0.2627 * scene.x + 0.6780 * scene.y + 0.0593 * scene.z
      return luminance > 0 ? scene * (1000 * pow(luminance, 0.2)) : .zero
    }
  }

  /// BT.2390's knee, between the knee and the peak a cubic over the numbers of PQ.
  private func heldBack(_ light: Double) -> Double {
    let whole = Self.pqCode(peak)
    let (input, limit) = (Self.pqCode(light) / whole, Self.pqCode(Self.white) / whole)
    let knee = 1.5 * limit - 0.5
    if input <= knee { return light }
    let t = (input - knee) / (1 - knee)
    let cubic =
      (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
      + (3 * t * t - 2 * t * t * t) * limit
    return Self.pqLight(cubic * whole)
  }

  // ST 2084.

  private static let (c1, c2, c3) = (0.8359375, 18.8515625, 18.6875)
  private static let (m1, m2) = (0.1593017578125, 78.84375)

  private static func pqLight(_ number: Double) -> Double {
    let root = pow(number, 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  private static func pqCode(_ light: Double) -> Double {
    let power = pow(light / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}
