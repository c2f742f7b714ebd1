import Diagnostics

/// A place in a JSON text, and what stands there.
struct JSONCursor {
  private let bytes: [UInt8]
  var index: Int

  /// Begins behind a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.byteOrderMarkLength
  }

  /// The next byte; nil at the end.
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipWhiteSpace() {
    while index < bytes.count, bytes[index].isWhiteSpace { index += 1 }
  }

  /// The end of the word that begins here: the next white space, punctuation of JSON or quote, but one byte at least.
  var endOfWord: Int {
    let end = bytes[index...].firstIndex { $0.isWhiteSpace || $0.isOneOf(",:[]{}\"") } ?? bytes.count
    return max(end, min(index + 1, bytes.count))
  }

  /// The offset of the next quote, escape or control character, or the end of the text.
  func endOfPlainText(_ quote: UInt8) -> Int {
    bytes[index...].firstIndex { $0 == quote || $0 == UInt8(ascii: "\\") || $0 < 0x20 } ?? bytes.count
  }

  /// The end of the comment that begins here; nil if none does.
  var endOfComment: Int? {
    let rest = bytes[index...]
    if rest.starts(with: "#".utf8) || rest.starts(with: "//".utf8) {
      return rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }
    guard rest.starts(with: "/*".utf8) else { return nil }
    var end = index + 2
    while end < bytes.count, !bytes[end...].starts(with: "*/".utf8) { end += 1 }
    return min(end + 2, bytes.count)
  }

  /// The number that an escape such as `\u00E4` stands for; nil if none begins there.
  func codeUnit(at start: Int) -> UInt16? {
    guard start + 6 <= bytes.count, bytes[start...].starts(with: "\\u".utf8) else { return nil }
    let digits = bytes[start + 2..<start + 6]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension UInt8 {
  /// True for a character of an ASCII text.
  func isOneOf(_ characters: StaticString) -> Bool {
    characters.withUTF8Buffer { $0.contains(self) }
  }
}
