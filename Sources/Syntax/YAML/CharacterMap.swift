import Diagnostics

/// The text as libyaml reads it, and the way back from its character counts to byte offsets in the original.
///
/// libyaml counts code points, and knows no surrogate pairs in `\u` escapes, which JSON writes for every character
/// beyond U+FFFF: such a pair is handed over as one `\U` escape.
struct CharacterMap {
  let bytes: [UInt8]
  /// The original offset of each code point; nil where the text is ASCII and the two are the same.
  private let offsets: [Int32]?
  private let end: Int

  init(_ original: [UInt8]) {
    end = original.count
    guard original.contains(where: { $0 >= 0x80 }) || CharacterMap.hasSurrogates(original) else {
      bytes = original
      offsets = nil
      return
    }
    var bytes: [UInt8] = []
    var offsets: [Int32] = []
    let isJSON = CharacterMap.isJSON(original)
    var index = original.byteOrderMarkLength
    bytes.reserveCapacity(original.count)
    offsets.reserveCapacity(original.count)
    while index < original.count {
      if isJSON, let scalar = CharacterMap.surrogatePair(original, at: index) {
        let hex = String(scalar, radix: 16, uppercase: true)
        let escape = "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
        bytes += Array(escape.utf8)
        offsets += Array(repeating: Int32(index), count: escape.utf8.count)
        index += 12
        continue
      }
      if original[index] & 0xC0 != 0x80 { offsets.append(Int32(index)) }
      bytes.append(original[index])
      index += 1
    }
    self.bytes = bytes
    self.offsets = offsets
  }

  /// The byte offset in the original of the code point that libyaml numbers `index`.
  func offset(of index: Int) -> Int {
    guard let offsets else { return min(index, end) }
    return index < offsets.count ? Int(offsets[index]) : end
  }

  private static func hasSurrogates(_ bytes: [UInt8]) -> Bool {
    isJSON(bytes) && bytes.indices.contains { surrogatePair(bytes, at: $0) != nil }
  }

  /// True where the text is JSON rather than YAML, which has no such pairs.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { !$0.isWhiteSpace }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The character that `\uD8xx\uDCxx` at `index` stands for; the backslash is one that is not itself escaped.
  private static func surrogatePair(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard bytes[index] == UInt8(ascii: "\\"), index + 12 <= bytes.count,
      let high = escape(bytes, at: index), 0xD800..<0xDC00 ~= high,
      let low = escape(bytes, at: index + 6), 0xDC00..<0xE000 ~= low,
      // Last, because there may be many of them one after another.
      bytes[..<index].reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count.isMultiple(of: 2)
    else { return nil }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private static func escape(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else { return nil }
    return UInt32(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
