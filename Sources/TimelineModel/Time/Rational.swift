/// An exact number: a fraction in lowest terms whose denominator is positive.
///
/// Besides the finite numbers there are three others, as in Core Media: both infinities and `invalid`. A result that
/// does not fit is `invalid`, never wrapped, and `invalid` spreads through every operation, so that one look at the
/// end of a calculation finds any overflow on the way. Times of 64 bits leave room for what is calculated with them.
package struct Rational: Hashable, Sendable {
  package let numerator: Int128
  /// Positive for finite numbers; 0 for the infinities (numerator 1 or -1) and for `invalid` (numerator 0).
  package let denominator: Int128

  private init(reduced numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// `numerator / denominator`, reduced. A zero denominator gives an infinity, or `invalid` for 0/0.
  package init(_ numerator: Int64, _ denominator: Int64) {
    self = Rational(wide: Int128(numerator), Int128(denominator))
  }

  package init(_ whole: Int64) { self.init(reduced: Int128(whole), 1) }
  package init(_ whole: Int) { self.init(reduced: Int128(whole), 1) }

  package static let zero = Rational(0 as Int64)
  package static let one = Rational(1 as Int64)
  package static let positiveInfinity = Rational(reduced: 1, 0)
  package static let negativeInfinity = Rational(reduced: -1, 0)
  package static let invalid = Rational(reduced: 0, 0)

  package var isFinite: Bool { denominator != 0 }
  package var isValid: Bool { denominator != 0 || numerator != 0 }
  package var isWhole: Bool { denominator == 1 }

  private init(wide numerator: Int128, _ denominator: Int128) {
    if denominator == 0 {
      self.init(reduced: numerator.signum(), 0)
      return
    }
    if denominator == 1, numerator != .min {
      self.init(reduced: numerator, 1)
      return
    }
    // Nearly all are small.
    if let top = Int64(exactly: numerator), let bottom = Int64(exactly: denominator), bottom > 0, top != .min {
      let divisor = Int64(greatestCommonDivisor(top.magnitude, bottom.magnitude))
      self.init(reduced: Int128(top / divisor), Int128(bottom / divisor))
      return
    }
    let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    // Only the smallest number of all has no counterpart above zero.
    guard let divisor = Int128(exactly: divisor), numerator != .min, denominator != .min else {
      self = .invalid
      return
    }
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.init(reduced: numerator / divisor * sign, denominator / divisor * sign)
  }
}

private func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (a, b) = (a, b)
  while b != 0 {
    if let small = UInt64(exactly: a), let other = UInt64(exactly: b) {
      return UInt128(greatestCommonDivisor(small, other))
    }
    (a, b) = (b, a % b)
  }
  return max(a, 1)
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}

// MARK: Arithmetic

extension Rational {
  /// True where products of two such numbers fit.
  private var isSmall: Bool {
    numerator == Int128(Int64(truncatingIfNeeded: numerator))
      && denominator == Int128(Int64(truncatingIfNeeded: denominator))
  }

  package static func + (a: Rational, b: Rational) -> Rational {
    guard a.isFinite, b.isFinite else { return sumWithInfinity(a, b) }
    if a.isSmall && b.isSmall {
      if a.denominator == b.denominator { return Rational(wide: a.numerator + b.numerator, a.denominator) }
      let top = a.numerator * b.denominator + b.numerator * a.denominator
      return Rational(wide: top, a.denominator * b.denominator)
    }
    let common = Int128(greatestCommonDivisor(a.denominator.magnitude, b.denominator.magnitude))
    let (first, second) = (b.denominator / common, a.denominator / common)
    guard let one = product(a.numerator, first), let other = product(b.numerator, second),
      let bottom = product(a.denominator, first)
    else { return .invalid }
    let (top, overflows) = one.addingReportingOverflow(other)
    return overflows ? .invalid : Rational(wide: top, bottom)
  }

  private static func sumWithInfinity(_ a: Rational, _ b: Rational) -> Rational {
    guard a.isValid, b.isValid else { return .invalid }
    if a.isFinite { return b }
    if b.isFinite { return a }
    return a == b ? a : .invalid
  }

  package static prefix func - (a: Rational) -> Rational { Rational(reduced: -a.numerator, a.denominator) }

  package static func - (a: Rational, b: Rational) -> Rational { a + -b }

  package static func * (a: Rational, b: Rational) -> Rational {
    guard a.isValid, b.isValid else { return .invalid }
    return product(a.numerator, a.denominator, b.numerator, b.denominator, isSmall: a.isSmall && b.isSmall)
  }

  package static func / (a: Rational, b: Rational) -> Rational {
    guard a.isValid, b.isValid, b.isFinite || a.isFinite else { return .invalid }
    return product(a.numerator, a.denominator, b.denominator, b.numerator, isSmall: a.isSmall && b.isSmall)
  }

  /// The product of two fractions in lowest terms.
  private static func product(
    _ top: Int128, _ bottom: Int128, _ otherTop: Int128, _ otherBottom: Int128, isSmall: Bool
  ) -> Rational {
    if isSmall { return Rational(wide: top * otherTop, bottom * otherBottom) }
    let first = Int128(greatestCommonDivisor(top.magnitude, otherBottom.magnitude))
    let second = Int128(greatestCommonDivisor(otherTop.magnitude, bottom.magnitude))
    guard let above = product(top / first, otherTop / second), let below = product(bottom / second, otherBottom / first)
    else { return .invalid }
    return Rational(wide: above, below)
  }

  /// Nil where it does not fit.
  private static func product(_ a: Int128, _ b: Int128) -> Int128? {
    let (result, overflows) = a.multipliedReportingOverflow(by: b)
    return overflows ? nil : result
  }

  package static func += (a: inout Rational, b: Rational) { a = a + b }
  package static func -= (a: inout Rational, b: Rational) { a = a - b }

  package var magnitude: Rational { self < .zero ? -self : self }
}

extension Rational: Comparable {
  /// Exact. `invalid` stands before everything, so that sorting stays total.
  package static func < (a: Rational, b: Rational) -> Bool {
    guard a.isFinite && b.isFinite else { return a.rank < b.rank }
    if a.isSmall && b.isSmall { return a.numerator * b.denominator < b.numerator * a.denominator }
    let (one, other) = (
      a.numerator.multipliedFullWidth(by: b.denominator), b.numerator.multipliedFullWidth(by: a.denominator)
    )
    return (one.high, one.low) < (other.high, other.low)
  }

  private var rank: Int {
    if isFinite { return 2 }
    return isValid ? (numerator < 0 ? 1 : 3) : 0
  }
}

// MARK: 64 bits

extension Rational {
  /// Numerator and denominator where they fit into 64 bits, else nil.
  package var narrow: (numerator: Int64, denominator: Int64)? {
    guard isSmall else { return nil }
    return (Int64(truncatingIfNeeded: numerator), Int64(truncatingIfNeeded: denominator))
  }

  /// The same, or for a finer fraction one close to it that fits; for reports.
  package var nearlyNarrow: (numerator: Int64, denominator: Int64) {
    if let narrow { return narrow }
    let scale: Int64 = 1_000_000_000
    return Rational((self * Rational(scale)).rounded ?? 0, scale).narrow ?? (0, 1)
  }
}

// MARK: Rounding

extension Rational {
  /// The largest whole number that is not above this one; nil where this one is not finite, or that does not fit.
  package var floor: Int64? {
    guard isFinite else { return nil }
    if denominator == 1 { return Int64(exactly: numerator) }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(exactly: remainder < 0 ? quotient - 1 : quotient)
  }

  /// The smallest whole number that is not below this one; nil where this one is not finite.
  package var ceiling: Int64? { (-self).floor.map { -$0 } }

  /// The nearest whole number, halves up; nil where this one is not finite.
  package var rounded: Int64? { (self + Rational(1, 2)).floor }

  /// For reports and for weights between 0 and 1; no frame is chosen by it.
  package var approximate: Double {
    guard isFinite else { return isValid ? Double(numerator) * .infinity : .nan }
    return Double(numerator) / Double(denominator)
  }

  /// The quotient as such a number, also where there is no room for its exact fraction.
  package func approximate(over divisor: Rational) -> Double {
    let quotient = self / divisor
    return quotient.isValid ? quotient.approximate : approximate / divisor.approximate
  }
}

extension Rational: CustomStringConvertible {
  /// `5`, `1001/30000`, `inf`, `-inf` or `invalid`.
  package var description: String {
    guard isFinite else { return isValid ? (numerator < 0 ? "-inf" : "inf") : "invalid" }
    return denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension Rational {
  /// Reads digits with an optional sign and decimal part exactly: `1.1` is 11/10. No exponents.
  package init?(decimal text: String) { self.init(decimal: text[...]) }

  package init?(decimal text: Substring) {
    var rest = text.utf8
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var (value, scale) = (0 as Int64, 1 as Int64)
    var (hasPoint, endsWithDigit, fits) = (false, false, true)
    for byte in rest {
      endsWithDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      guard endsWithDigit else { return nil }
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (added, carry) = shifted.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
      let (finer, isTooFine) = scale.multipliedReportingOverflow(by: hasPoint ? 10 : 1)
      if overflow || carry || isTooFine { fits = false }
      (value, scale) = (added, finer)
    }
    guard endsWithDigit else { return nil }
    self = fits ? Rational(isNegative ? -value : value, scale) : .invalid
  }

  /// The decimal spelling where there is a finite one of at most nine places, else nil.
  package var decimal: String? {
    guard isFinite else { return nil }
    var scale: Int128 = 1
    for places in 0...9 {
      if scale % denominator == 0 {
        let (scaled, overflow) = numerator.multipliedReportingOverflow(by: scale / denominator)
        guard !overflow else { return nil }
        guard places > 0 else { return "\(scaled)" }
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return (scaled < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
      }
      scale *= 10
    }
    return nil
  }
}
