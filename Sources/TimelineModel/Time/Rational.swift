/// An exact number: a fraction in lowest terms whose denominator is positive.
///
/// Besides the finite numbers there are three others, as in Core Media: both infinities and `invalid`. A result that
/// does not fit is `invalid`, never wrapped, and `invalid` spreads through every operation, so that one look at the
/// end of a calculation finds any overflow on the way.
package struct Rational: Hashable, Sendable {
  package let numerator: Int64
  /// Positive for finite numbers; 0 for the infinities (numerator 1 or -1) and for `invalid` (numerator 0).
  package let denominator: Int64

  private init(reduced numerator: Int64, _ denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// `numerator / denominator`, reduced. A zero denominator gives an infinity, or `invalid` for 0/0.
  package init(_ numerator: Int64, _ denominator: Int64) {
    self = Rational(wide: Int128(numerator), Int128(denominator))
  }

  package init(_ whole: Int64) { self.init(reduced: whole, 1) }
  package init(_ whole: Int) { self.init(reduced: Int64(whole), 1) }

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
      self.init(reduced: Int64(numerator.signum()), 0)
      return
    }
    let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    let top = numerator / Int128(divisor) * sign
    let bottom = denominator / Int128(divisor) * sign
    guard let top = Int64(exactly: top), let bottom = Int64(exactly: bottom) else {
      self = .invalid
      return
    }
    self.init(reduced: top, bottom)
  }
}

private func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  if let a = UInt64(exactly: a), let b = UInt64(exactly: b) { return UInt128(greatestCommonDivisor(a, b)) }
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}

// MARK: Arithmetic

extension Rational {
  package static func + (a: Rational, b: Rational) -> Rational {
    guard a.isFinite, b.isFinite else { return sumWithInfinity(a, b) }
    if a.denominator == b.denominator {
      return Rational(wide: Int128(a.numerator) + Int128(b.numerator), Int128(a.denominator))
    }
    let top = Int128(a.numerator) * Int128(b.denominator) + Int128(b.numerator) * Int128(a.denominator)
    return Rational(wide: top, Int128(a.denominator) * Int128(b.denominator))
  }

  private static func sumWithInfinity(_ a: Rational, _ b: Rational) -> Rational {
    guard a.isValid, b.isValid else { return .invalid }
    if a.isFinite { return b }
    if b.isFinite { return a }
    return a == b ? a : .invalid
  }

  package static prefix func - (a: Rational) -> Rational {
    guard a.numerator != .min else { return .invalid }
    return Rational(reduced: -a.numerator, a.denominator)
  }

  package static func - (a: Rational, b: Rational) -> Rational { a + -b }

  package static func * (a: Rational, b: Rational) -> Rational {
    guard a.isValid, b.isValid else { return .invalid }
    return Rational(
      wide: Int128(a.numerator) * Int128(b.numerator), Int128(a.denominator) * Int128(b.denominator))
  }

  package static func / (a: Rational, b: Rational) -> Rational {
    guard a.isValid, b.isValid, b.isFinite || a.isFinite else { return .invalid }
    return Rational(
      wide: Int128(a.numerator) * Int128(b.denominator), Int128(a.denominator) * Int128(b.numerator))
  }

  package static func += (a: inout Rational, b: Rational) { a = a + b }
  package static func -= (a: inout Rational, b: Rational) { a = a - b }

  package var magnitude: Rational { self < .zero ? -self : self }
}

extension Rational: Comparable {
  /// Exact. `invalid` stands before everything, so that sorting stays total.
  package static func < (a: Rational, b: Rational) -> Bool {
    if a.isFinite && b.isFinite {
      return Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
    }
    return a.rank < b.rank
  }

  private var rank: Int {
    if isFinite { return 2 }
    return isValid ? (numerator < 0 ? 1 : 3) : 0
  }
}

// MARK: Rounding

extension Rational {
  /// The largest whole number that is not above this one; nil where this one is not finite.
  package var floor: Int64? {
    guard isFinite else { return nil }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
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
    var scale: Int64 = 1
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
