import Foundation

/// A link that holds what it leads to: `data:image/png;base64,…` (RFC 2397).
struct DataLink {
  /// The media type as it is written, such as `image/png`; empty if there is none.
  let kind: String
  let content: [UInt8]
  /// True if the link holds the content in Base64 or with escapes, and not byte for byte.
  let isCoded: Bool

  /// Nil if the link leads elsewhere, or if its Base64 cannot be read.
  init?(_ link: String) { self.init(Array(link.utf8)) }

  private init?(_ link: [UInt8]) {
    // As addresses are read (WHATWG URL, and its Fetch of `data:`): by their bytes, without controls and spaces around and
    // line breaks within, up to a fragment.
    let kept = link.filter { !DataLink.breaks.contains($0) }.drop { $0 <= 0x20 }
    let plain = kept.prefix { $0 != UInt8(ascii: "#") }
    guard DataLink.begins(plain), let comma = plain.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = plain[..<comma].dropFirst(DataLink.name.count)
    let body = plain[comma...].dropFirst()
    let parts = head.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    kind = String(decoding: parts[0], as: UTF8.self)
    let bytes = DataLink.unescaped(body)
    let last = parts.dropFirst().last.map { String(decoding: $0.filter { $0 != 0x20 }, as: UTF8.self) }
    guard last?.lowercased() == "base64" else {
      (content, isCoded) = (bytes, bytes.count < body.count)
      return
    }
    let letters = bytes.filter { !DataLink.white.contains($0) && $0 != DataLink.padding }
    let padding = [UInt8](repeating: DataLink.padding, count: (4 - letters.count % 4) % 4)
    guard let decoded = Data(base64Encoded: Data(letters + padding)) else { return nil }
    (content, isCoded) = (Array(decoded), true)
  }

  /// Returns those within a style, such as that of `url("data:…")`. Where one ends depends on what stands before it, so it
  /// may be returned with several ends.
  static func links(inStyle text: String) -> [DataLink] {
    let plain = withoutEscapes(Array(text.utf8))
    var links: [DataLink] = []
    for start in plain.indices where plain[start] | 0x20 == name[0] && begins(plain[start...]) {
      let ends = "\"')".utf8.map { end in plain[start...].firstIndex(of: end) ?? plain.endIndex }
      for end in Set(ends).sorted() {
        if let link = DataLink(Array(plain[start..<end])) { links.append(link) }
      }
    }
    return links
  }

  private static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count >= name.count && zip(bytes, name).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $0 >= 0x41 }
  }

  private static let name = Array("data:".utf8)
  private static let breaks = Set("\t\n\r".utf8)
  private static let white = Set(" \t\n\r\u{C}".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The bytes of a text in which `%41` stands for `A`.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = number(digits) {
        bytes.append(UInt8(value))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// A text of CSS, which may write any character by its number, or with a mark before it.
  private static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      let digits = rest.prefix(6).prefix { number([$0]) != nil }
      guard let value = number(digits) else { continue }
      rest = rest.dropFirst(digits.count)
      if let next = rest.first, white.contains(next) { rest = rest.dropFirst() }
      if let scalar = Unicode.Scalar(value) { plain += Array(String(scalar).utf8) }
    }
    return plain
  }

  /// The number of hexadecimal digits; nil if there is none, or if one of them is something else.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    digits.isEmpty
      ? nil
      : digits.reduce(UInt32?(0)) { sum, digit in
        sum.flatMap { sum in Character(Unicode.Scalar(digit)).hexDigitValue.map { sum << 4 | UInt32($0) } }
      }
  }
}
