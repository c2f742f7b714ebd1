package import Diagnostics

/// The places in the text at which the bytes of one scalar's value are written.
///
/// White space is not counted: line breaks in the text are folded, indented and chomped, and everything else is in the
/// value in the order of the text.
package struct ScalarPlaces {
  package enum Style: Sendable { case plain, singleQuoted, doubleQuoted, block, alias }

  package let style: Style
  private let source: SourceFile
  private let span: SourceSpan
  /// The start of the value in the text, if all of it is written there as it is.
  private var start: Int?
  /// The value's bytes other than white space, in their order, if there is no `start`.
  private var bytes: [(index: Int, place: Range<Int>)] = []

  /// - Returns: `nil` if `text` is not what is written at `span`.
  package init?(of text: String, at span: SourceSpan, in source: SourceFile) {
    self.source = source
    self.span = span
    guard span.end <= source.bytes.count else { return nil }
    let first = span.range.isEmpty ? nil : source.bytes[span.start]
    style =
      switch first {
      case UInt8(ascii: "\""): .doubleQuoted
      case UInt8(ascii: "'"): .singleQuoted
      case UInt8(ascii: "|"), UInt8(ascii: ">"): .block
      case UInt8(ascii: "*"): .alias
      default: .plain
      }
    let isQuoted = style == .doubleQuoted || style == .singleQuoted
    if style == .alias || isQuoted && span.range.count < 2 { return nil }
    let inside = isQuoted ? span.start + 1..<span.end - 1 : span.range
    if source.bytes[inside].elementsEqual(text.utf8) {
      start = inside.lowerBound
      return
    }
    var value = Array(text.utf8).enumerated().filter { !$0.element.isWhiteSpace }[...]
    for unit in units(in: inside) {
      for byte in unit.value where !byte.isWhiteSpace {
        guard let next = value.popFirst(), next.element == byte else { return nil }
        bytes.append((next.offset, unit.place))
      }
    }
    guard value.isEmpty else { return nil }
  }

  /// Returns the place of a part of the value; `nil` if white space is around its start or its end.
  package func place(of range: Range<Int>) -> SourceSpan? {
    if let start { return SourceSpan(file: span.file, start + range.lowerBound..<start + range.upperBound) }
    let start = byte(range.lowerBound)?.lowerBound ?? byte(range.lowerBound - 1)?.upperBound
    let end = byte(range.upperBound - 1)?.upperBound ?? byte(range.upperBound)?.lowerBound
    guard let start, let end, start <= end else { return nil }
    return SourceSpan(file: span.file, start..<end)
  }

  private func byte(_ index: Int) -> Range<Int>? {
    let after = bytes[bytes.leadingCount { $0.index < index }...].first
    return after.flatMap { $0.index == index ? $0.place : nil }
  }
}

// MARK: Reading

extension ScalarPlaces {
  /// A character as it is written, and the bytes that it stands for.
  private typealias Unit = (value: [UInt8], place: Range<Int>)

  private func units(in range: Range<Int>) -> [Unit] {
    var index = range.lowerBound
    if style == .block {
      // The line of the indicators, which may end with a comment.
      index = source.bytes[range].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upperBound
    }
    var units: [Unit] = []
    while index < range.upperBound {
      let unit = unit(at: index, before: range.upperBound)
      units.append(unit)
      index = unit.place.upperBound
    }
    return units
  }

  private func unit(at index: Int, before end: Int) -> Unit {
    let byte = source.bytes[index]
    let next = index + 1 < end ? source.bytes[index + 1] : nil
    if style == .singleQuoted, byte == UInt8(ascii: "'"), next == byte { return ([byte], index..<index + 2) }
    guard style == .doubleQuoted, byte == UInt8(ascii: "\\"), let next else { return ([byte], index..<index + 1) }
    if let count = ScalarPlaces.digits[next] {
      guard var code = number(at: index + 2, count: count, before: end) else { return ([byte], index..<index + 1) }
      var length = 2 + count
      // JSON writes what lies beyond 16 bits as two.
      if 0xD800..<0xDC00 ~= code, index + 7 < end, source.bytes[index + 6] == byte,
        source.bytes[index + 7] == next, let low = number(at: index + 8, count: 4, before: end), 0xDC00..<0xE000 ~= low
      {
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        length = 12
      }
      return (Unicode.Scalar(code).map { Array(String($0).utf8) } ?? [], index..<index + length)
    }
    let value = ScalarPlaces.letters[next].map { Array(String($0).utf8) } ?? [next]
    return (value, index..<index + 2)
  }

  private func number(at start: Int, count: Int, before end: Int) -> UInt32? {
    guard start + count <= end else { return nil }
    return UInt32(String(decoding: source.bytes[start..<start + count], as: UTF8.self), radix: 16)
  }

  /// The escapes that have digits behind their letter, and how many.
  private static let digits: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]

  /// The escapes whose letter is not the character itself.
  private static let letters: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r",
    UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
    UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
  ]
}
