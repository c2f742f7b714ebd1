extension Double {
  /// The shortest decimal digits that are read as this number, without an exponent, as documents take them; none after
  /// the point where there is nothing to say.
  package var plain: String {
    guard isFinite else { return "\(self)" }
    if self == rounded(), magnitude < 1e15 { return "\(Int(self))" }
    let shortest = "\(self)"
    guard let mark = shortest.firstIndex(of: "e"), let exponent = Int(shortest[shortest.index(after: mark)...]) else {
      return shortest
    }
    return shortest[..<mark].movingPoint(by: exponent)
  }

  /// This fraction in percent, by digits alone: what is computed, such as 0.29 times 100, need not be what was written.
  package var percent: String { plain.movingPoint(by: 2) + "%" }
}

extension StringProtocol {
  /// Decimal digits with their point moved to the right, or to the left if `places` is negative. Zeros before the whole
  /// part and behind the fraction fall away.
  package func movingPoint(by places: Int) -> String {
    let written = drop { "+-".contains($0) }
    let digits = written.filter { $0 != "." }
    let point = written.firstIndex(of: ".").map { written.distance(from: written.startIndex, to: $0) } ?? digits.count
    let whole = point + places
    let filled = String(repeating: "0", count: Swift.max(1 - whole, 0)) + digits
      + String(repeating: "0", count: Swift.max(whole - digits.count, 0))
    let split = filled.index(filled.startIndex, offsetBy: Swift.max(whole, 1))
    let leading = filled[..<split].drop { $0 == "0" }
    let fraction = filled[split...].reversed().drop { $0 == "0" }.reversed()
    return (hasPrefix("-") ? "-" : "") + (leading.isEmpty ? "0" : leading) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
