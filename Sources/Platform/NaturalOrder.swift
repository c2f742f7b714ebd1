import Foundation

/// The place of a file's name among others: numbers in it count as numbers, so that `shot-2` comes before `shot-10`, and
/// neither case nor accents decide where anything else does. It is the same on every machine, whatever its language.
package struct NaturalOrder: Comparable {
  private let name: ExactPath
  /// Bytes whose order is that of the names, but for case and accents.
  private let key: [UInt8]

  package init(_ name: String) {
    self.name = ExactPath(name)
    let folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    key = NaturalOrder.key(Array(folded.utf8))
  }

  package static func < (one: NaturalOrder, two: NaturalOrder) -> Bool {
    one.key == two.key ? one.name < two.name : one.key.lexicographicallyPrecedes(two.key)
  }

  /// Writes each number with the count of its digits in front, so that a longer one comes after a shorter one.
  private static func key(_ bytes: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count + 8)
    var rest = bytes[...]
    while let byte = rest.first {
      let digits = rest.prefix(while: isDigit)
      guard !digits.isEmpty else {
        key.append(byte)
        rest = rest.dropFirst()
        continue
      }
      let significant = digits.drop { $0 == UInt8(ascii: "0") }
      // No name of a file has more than 255 bytes.
      key += [UInt8(ascii: "0"), UInt8(clamping: significant.count)] + significant
      rest = rest.dropFirst(digits.count)
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
