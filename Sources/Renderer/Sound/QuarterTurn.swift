import Foundation

/// The sine and cosine of a fraction of 90°.
func sineAndCosine(ofQuarterTurn fraction: Double) -> (sine: Double, cosine: Double) {
  (sin(fraction * .pi / 2), cos(fraction * .pi / 2))
}
