import Foundation
import TimelineModel

/// The definitions that take a picture's numbers, from 0 to 1, to light and back. Light is in cd/m².
enum TransferCurve {
  // MARK: ST 2084

  private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
  private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)

  static func pqLight(_ code: Double) -> Double {
    let power = pow(max(code, 0), 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  static func pqCode(_ light: Double) -> Double {
    let power = pow(max(light, 0) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  // MARK: BT.2100 HLG, on a display of 1000 cd/m²

  private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
  static let systemGamma = 1.2

  /// The light of the scene, from 0 to 1.
  static func hlgScene(_ code: Double) -> Double {
    code <= 0.5 ? code * code / 3 : (exp((code - c) / a) + b) / 12
  }

  static func hlgCode(_ scene: Double) -> Double {
    let scene = min(max(scene, 0), 1)
    return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c
  }

  // MARK: BT.1886

  static func sdrLight(_ code: Double) -> Double { PictureLight.referenceWhite * pow(max(code, 0), 2.4) }
  static func sdrCode(_ light: Double) -> Double { pow(min(max(light / PictureLight.referenceWhite, 0), 1), 1 / 2.4) }

  // MARK: BT.2390

  /// Light that reaches up to `peak` held below `limit`: as it is up to a knee, and above it ever flatter.
  static func compressed(_ light: Double, from peak: Double, to limit: Double) -> Double {
    guard peak > limit else { return min(light, limit) }
    let whole = pqCode(peak)
    let input = min(pqCode(light) / whole, 1)
    let top = pqCode(limit) / whole
    let knee = 1.5 * top - 0.5
    guard input > knee else { return light }
    let t = (input - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let output = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * top
    return pqLight(output * whole)
  }
}
