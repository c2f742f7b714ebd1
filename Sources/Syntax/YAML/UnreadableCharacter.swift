import Diagnostics

/// The first character that cannot stand in a document: one that YAML leaves out (YAML 1.2, 5.1), or bytes that are no
/// UTF-8.
struct UnreadableCharacter {
  let range: Range<Int>
  /// What is wrong with it, in a sentence.
  let complaint: String

  /// Nil if there is none from `start` on. With `allowsControls` it is only bytes that are no UTF-8.
  init?(in bytes: [UInt8], from start: Int = 0, allowsControls: Bool = false) {
    var index = max(start, bytes.byteOrderMarkLength)
    while index < bytes.count {
      let byte = bytes[index]
      if 0x20..<0x7F ~= byte || byte == 0x0A || byte == 0x09 || byte == 0x0D {
        index += 1
        continue
      }
      guard let (scalar, length) = UnreadableCharacter.scalar(bytes, at: index) else {
        range = index..<index + 1
        complaint = UnreadableCharacter.words(ofByte: byte)
        return
      }
      if !allowsControls, !UnreadableCharacter.isAllowed(scalar) {
        range = index..<index + length
        complaint = UnreadableCharacter.words(of: scalar)
        return
      }
      index += length
    }
    return nil
  }

  private static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x85, 0xA0...0xD7FF, 0xE000..<0xFEFF, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The character at a place, and how many bytes it has; nil where there is none.
  private static func scalar(_ bytes: [UInt8], at index: Int) -> (UInt32, Int)? {
    let length = bytes[index] < 0x80 ? 1 : bytes[index].leadingOnes
    guard length != 1 || bytes[index] < 0x80, length <= 4, index + length <= bytes.count else { return nil }
    let text = String(validating: bytes[index..<index + length], as: UTF8.self)
    return text?.unicodeScalars.first.map { ($0.value, length) }
  }

  private static func words(of scalar: UInt32) -> String {
    let number = "U+" + String(repeating: "0", count: max(0, 4 - String(scalar, radix: 16).count))
      + String(scalar, radix: 16, uppercase: true)
    switch scalar {
    case 0: return "a NUL character (\(number)) cannot stand in a document"
    case 0x1B: return "an escape character (\(number)) cannot stand in a document"
    case 0xFEFF: return "a byte order mark (\(number)) can only stand at the beginning"
    case 0xFFFE, 0xFFFF: return "\(number) is no character"
    default: return "a control character (\(number)) cannot stand in a document"
    }
  }

  private static func words(ofByte byte: UInt8) -> String {
    let hex = String(byte, radix: 16, uppercase: true)
    return "the text is not UTF-8: the byte \(hex) is no character; save the file as UTF-8"
  }
}

extension UInt8 {
  fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
}
