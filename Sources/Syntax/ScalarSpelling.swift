/// How a key or a single value is written.
package enum ScalarSpelling: Sendable {
  case plain, singleQuoted, doubleQuoted

  /// - Parameter isInFlow: true within brackets or braces, where commas and brackets end a plain word.
  package func text(_ value: String) -> String {
    switch self {
    case .plain: value
    case .singleQuoted: "'" + value.replacing("'", with: "''") + "'"
    case .doubleQuoted: ScalarSpelling.escaped(value)
    }
  }

  /// Whether a text means itself without quotes.
  package static func canStandPlain(_ text: String, isInFlow: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first != 0x20, bytes.last != 0x20, bytes.last != UInt8(ascii: ":"),
      !["~", "null", "Null", "NULL"].contains(text), !text.hasPrefix("---"), !text.hasPrefix("..."),
      canBeVerbatim(text)
    else { return false }
    if ",[]{}#&*!|>'\"%@`".utf8.contains(first) { return false }
    if "-?:".utf8.contains(first) {
      guard bytes.count > 1, bytes[1] != 0x20, !(isInFlow && ",[]{}".utf8.contains(bytes[1])) else { return false }
    }
    if text.contains(": ") || text.contains(" #") { return false }
    return !isInFlow || !bytes.contains { ",[]{}".utf8.contains($0) }
  }

  /// Whether no character of a text needs an escape, if quotes do not.
  static func canBeVerbatim(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { !isEscaped($0) } }

  /// Whether JSON has this text as something else than a string.
  package static func isJSONLiteral(_ text: String) -> Bool {
    ["true", "false", "null"].contains(text) || text.isJSONNumber
  }

  /// Whether a character is written by its number: YAML refuses it, or takes it for the end of a line.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// In double quotes, with the escapes that JSON and YAML share.
  private static func escaped(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case let control where isEscaped(control):
        let hex = String(control.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
