import Foundation

/// How much of red, green and blue makes white what it is in the light of a black body, where 6500 K is as it was.
struct WhiteBalance {
  /// Of the gamma-encoded red, green and blue; what is grey keeps its luma.
  let gains: [Double]

  init(kelvin: Double) {
    let (light, neutral) = (WhiteBalance.light(of: kelvin), WhiteBalance.light(of: 6500))
    let raw = zip(light, neutral).map { pow($0 / $1, 1 / 2.4) }
    let luma = zip(raw, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    gains = raw.map { $0 / luma }
  }

  /// Linear red, green and blue of BT.709 for a black body, by the cubic fits of Kim and others to its chromaticity.
  private static func light(of kelvin: Double) -> [Double] {
    let t = 1000 / kelvin
    let x =
      kelvin <= 4000
      ? -0.2661239 * t * t * t - 0.2343589 * t * t + 0.8776956 * t + 0.179910
      : -3.0258469 * t * t * t + 2.1070379 * t * t + 0.2226347 * t + 0.240390
    let y =
      kelvin <= 2222
      ? -1.1063814 * x * x * x - 1.34811020 * x * x + 2.18555832 * x - 0.20219683
      : kelvin <= 4000
        ? -0.9549476 * x * x * x - 1.37418593 * x * x + 2.09137015 * x - 0.16748867
        : 3.0817580 * x * x * x - 5.87338670 * x * x + 3.75112997 * x - 0.37001483
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    return [
      3.2406 * bigX - 1.5372 - 0.4986 * bigZ, -0.9689 * bigX + 1.8758 + 0.0415 * bigZ,
      0.0557 * bigX - 0.2040 + 1.0570 * bigZ,
    ].map { max($0, 1e-4) }
  }
}
