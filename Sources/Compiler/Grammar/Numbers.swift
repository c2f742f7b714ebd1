import Foundation
package import TimelineModel

/// A decimal number without exponent; nil for anything else.
func decimalNumber(_ text: String) -> Double? {
  // `Double` reads more than documents may hold, such as `1e3`, `0x1` and `nan`.
  let isDecimal = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0) }
  return isDecimal && text.utf8.last != UInt8(ascii: ".") ? Double(text) : nil
}

/// A number that is written with an exponent, such as `2.5e-1`, without it; nil for anything else.
func decimal(withoutExponent text: String) -> String? {
  guard let mark = text.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }),
    let exponent = Int(text[text.utf8.index(after: mark)...]), exponent.magnitude <= 30,
    decimalNumber(String(text[..<mark])) != nil
  else { return nil }
  return text[..<mark].movingPoint(by: exponent)
}

/// A number, or percents as the fraction that they are. Percents are divided as decimal digits, so that `33.3%` and
/// `0.333` are the same number.
func fractionNumber(_ text: String) -> Double? {
  guard text.hasSuffix("%") else { return decimalNumber(text) }
  let percents = text.dropLast()
  return decimalNumber(String(percents)).flatMap { $0.isFinite ? Double(percents + "e-2") : $0 }
}

/// A decimal number or a fraction of two whole ones, exactly.
package func exactNumber(_ text: String) -> Rational? {
  guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
    return Rational(decimal: text).flatMap { $0.isFinite ? $0 : nil }
  }
  guard let top = Int64(text[..<slash]), let bottom = Int64(text[text.utf8.index(after: slash)...]), bottom > 0 else {
    return nil
  }
  return Rational(top, bottom)
}

/// The linear gain of a level in decibels.
func gain(decibels: Double) -> Double { pow(10, decibels / 20) }

extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Without the spaces at its ends.
  var trimmingSpaces: String {
    // Nearly every text has nothing to trim, and bytes are looked at much faster than characters.
    if let first = utf8.first, let last = utf8.last, 0x21..<0x7F ~= first, 0x21..<0x7F ~= last { return String(self) }
    func isInk(_ character: Character) -> Bool { !character.isWhitespace || character.isNewline }
    guard let first = firstIndex(where: isInk), let last = lastIndex(where: isInk) else { return "" }
    return String(self[first...last])
  }
}
