import Foundation

/// A link that holds what it leads to: `data:image/png;base64,…` (RFC 2397).
struct DataLink {
  /// The media type as it is written, such as `image/png`; empty if there is none.
  let kind: String
  let content: [UInt8]

  /// Nil if the link leads elsewhere, or if its Base64 cannot be read.
  init?(_ link: String) {
    // As addresses are read (WHATWG URL): without white space around and line breaks within, up to a fragment.
    let plain = link.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
      .unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) }
    let text = String(String.UnicodeScalarView(plain)).prefix { $0 != "#" }
    guard text.prefix(5).lowercased() == "data:", let comma = text.firstIndex(of: ",") else { return nil }
    let head = text[..<comma].dropFirst(5)
    kind = head.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    let bytes = DataLink.unescaped(text[text.index(after: comma)...].utf8)
    let last = head.split(separator: ";", omittingEmptySubsequences: false).dropFirst().last
    guard last?.trimmingCharacters(in: .whitespaces).lowercased() == "base64" else {
      content = bytes
      return
    }
    let letters = bytes.filter { !DataLink.white.contains($0) && $0 != DataLink.padding }
    let padding = [UInt8](repeating: DataLink.padding, count: (4 - letters.count % 4) % 4)
    guard let decoded = Data(base64Encoded: Data(letters + padding)) else { return nil }
    content = Array(decoded)
  }

  /// Returns those within a style or an attribute, such as that of `url("data:…")`. Where one ends depends on what stands
  /// before it, so it may be returned with several ends.
  static func links(inStyle text: String) -> [DataLink] {
    // CSS may write any character by its number, or with a mark before it.
    let plain = text.replacing(/\\(?:([0-9a-fA-F]{1,6})\s?|(.))/) { match in
      match.1.flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.2 ?? "")
    }
    return plain.ranges(of: /(?i:data):/).flatMap { range in
      let ends = ["\"", "'", ")"].map { end in plain[range.lowerBound...].prefix { String($0) != end } }
      return Set(ends).compactMap { DataLink(String($0)) }
    }
  }

  private static let white = Set(" \t\n\r\u{C}".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The bytes of a text in which `%41` stands for `A`.
  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      let areDigits = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      if byte == UInt8(ascii: "%"), areDigits, let value = UInt8(String(Substring(digits)), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
