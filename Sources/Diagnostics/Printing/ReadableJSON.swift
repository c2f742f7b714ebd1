import Foundation

extension Encodable {
  /// As JSON for people and scripts alike: indented, keys in order, without an end of line. The same bytes for the
  /// same value.
  package var readableJSON: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // JSON has no such numbers; nothing else in a value of plain fields can fail.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try! encoder.encode(self), as: UTF8.self).withHiddenEscaped
  }
}

extension String {
  /// JSON with escapes in place of what cannot be seen or would command a terminal, which only its texts can hold.
  package var withHiddenEscaped: String {
    replacingLogMarks(with: ##"#\u0023"##).withUnseenEscaped
  }

  private var withUnseenEscaped: String {
    guard unicodeScalars.contains(where: { $0.isHidden && $0 != "\n" }) else { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.isHidden, scalar != "\n" {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
