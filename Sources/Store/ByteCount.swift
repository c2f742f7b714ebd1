import Foundation

/// A number of bytes as people write it: `500M`, `10G`, `1.5 GB`, `64KiB`.
package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  package let bytes: Int64

  package init(_ bytes: Int64) { self.bytes = bytes }

  /// Decimal units, or binary ones with an i; nil where it is no such number.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([0-9]+)(?:\.([0-9]{1,9}))? ?([kKMGT]?)(i?)B?/),
      !(match.3.isEmpty && !match.4.isEmpty), let whole = Int64(match.1)
    else { return nil }
    let powers: [Substring: Int] = ["": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4]
    var unit: Int64 = 1
    for _ in 0..<powers[match.3]! { unit *= match.4.isEmpty ? 1000 : 1024 }
    let (product, overflows) = whole.multipliedReportingOverflow(by: unit)
    guard !overflows else { return nil }
    let fraction = match.2.map { Double("0.\($0)")! * Double(unit) } ?? 0
    let (sum, spills) = product.addingReportingOverflow(Int64(fraction))
    guard !spills else { return nil }
    bytes = sum
  }

  /// Three digits and a decimal unit.
  package var description: String {
    var value = Double(bytes)
    for unit in ["B", "KB", "MB", "GB"] {
      if value < 999.5 {
        return unit == "B" || value >= 99.95
          ? String(format: "%.0f %@", value, unit) : String(format: value >= 9.995 ? "%.1f %@" : "%.2f %@", value, unit)
      }
      value /= 1000
    }
    return String(format: "%.1f TB", value)
  }
}
