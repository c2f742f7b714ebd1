import Foundation

extension Double {
  /// Decimal digits without an exponent, as documents take them; none after the point where there is nothing to say.
  package var plain: String {
    guard isFinite else { return "\(self)" }
    if self == rounded(), magnitude < 1e15 { return "\(Int(self))" }
    let shortest = "\(self)"
    guard shortest.contains("e") else { return shortest }
    let digits = String(format: "%.17f", self)
    let trimmed = digits.reversed().drop { $0 == "0" }.reversed()
    return String(trimmed.last == "." ? trimmed.dropLast() : trimmed[...])
  }
}
