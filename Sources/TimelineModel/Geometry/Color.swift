/// Eight bits each of red, green, blue and alpha; straight alpha, gamma-encoded, as `#rrggbbaa` writes it.
package struct Color: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 255, green: 255, blue: 255)
  package var isOpaque: Bool { alpha == 255 }
  package var withoutAlpha: Color { Color(red: red, green: green, blue: blue) }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`, with two digits more where it is not opaque.
  package var description: String {
    let parts = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa` or a name.
  package init?(_ text: String) {
    if let named = Color.names[text.lowercased()] {
      self = named
      return
    }
    guard text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
    var digits = Array(text.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
  }

  /// The sixteen basic colour names of CSS, two more that people reach for, and `transparent`.
  package static let names: [String: Color] = [
    "black": .black, "white": .white, "transparent": Color(red: 0, green: 0, blue: 0, alpha: 0),
    "silver": Color(red: 192, green: 192, blue: 192), "gray": Color(red: 128, green: 128, blue: 128),
    "grey": Color(red: 128, green: 128, blue: 128), "maroon": Color(red: 128, green: 0, blue: 0),
    "red": Color(red: 255, green: 0, blue: 0), "purple": Color(red: 128, green: 0, blue: 128),
    "fuchsia": Color(red: 255, green: 0, blue: 255), "magenta": Color(red: 255, green: 0, blue: 255),
    "green": Color(red: 0, green: 128, blue: 0), "lime": Color(red: 0, green: 255, blue: 0),
    "olive": Color(red: 128, green: 128, blue: 0), "yellow": Color(red: 255, green: 255, blue: 0),
    "navy": Color(red: 0, green: 0, blue: 128), "blue": Color(red: 0, green: 0, blue: 255),
    "teal": Color(red: 0, green: 128, blue: 128), "aqua": Color(red: 0, green: 255, blue: 255),
    "cyan": Color(red: 0, green: 255, blue: 255), "orange": Color(red: 255, green: 165, blue: 0),
  ]
}
