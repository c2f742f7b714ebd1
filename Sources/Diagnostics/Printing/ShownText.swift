/// Text for people, in which what would command a terminal, or cannot be seen, is shown: as `\u{1b}`, `\n` or `\t`.
///
/// What is written in the source as a literal stands as it is; everything that is put into it is shown. So names of
/// files, metadata and words of documents cannot do harm by being forgotten.
package struct ShownText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  package let description: String

  package init(stringLiteral text: String) { description = text }

  package init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text.withoutLogCommands }

  /// Several lines: their breaks stay.
  package init(lines text: String) { description = text.shownLines(keepsStyles: false) }

  /// Lines that were made with colours, of parts that are shown: the breaks and colours stay.
  package init(styled text: String) { description = text.shownLines(keepsStyles: true) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ shown: ShownText) { text += shown.description }
    package mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)".shown }
  }
}

extension String {
  /// On one line, with whatever cannot be seen or would command a terminal shown.
  package var shown: String {
    guard contains(where: \.mayHide) else { return self }
    return shown { $0.escaped }
  }

  /// A tab takes the room of one space, so that what stands under it can be counted, and everything else that cannot be
  /// seen that of one replacement character.
  var printable: String {
    guard contains(where: \.mayHide) else { return self }
    return shown { $0 == "\t" ? " " : "\u{FFFD}" }
  }

  fileprivate func shownLines(keepsStyles: Bool) -> String {
    split(omittingEmptySubsequences: false) { $0 == "\n" }.map { line in
      let text = String(line)
      guard text.contains(where: \.mayHide) else { return text }
      return keepsStyles ? text.shownBetweenStyles : text.shown
    }.joined(separator: "\n").withoutLogCommands
  }

  /// With the sequences for colours that `TerminalStyle` writes, and nothing else of that kind.
  private var shownBetweenStyles: String {
    var result = ""
    var rest = self[...]
    while let style = rest.firstRange(of: /\u{1B}\[[0-9;]{1,8}m/) {
      result += String(rest[..<style.lowerBound]).shown + rest[style]
      rest = rest[style.upperBound...]
    }
    return result + String(rest).shown
  }

  /// Without what the logs of CI systems take for commands: `::error::` at the start of a line, `##[error]` and
  /// `##vso[…]` anywhere in it.
  var withoutLogCommands: String {
    guard containsTwice(":") else { return replacingLogMarks(with: #"#\u{23}"#) }
    var result = String.UnicodeScalarView()
    var isBeginning = true
    var rest = Substring(self).unicodeScalars
    while let scalar = rest.popFirst() {
      if isBeginning, scalar == ":", rest.first == ":" {
        result.append(contentsOf: #"\u{3a}"#.unicodeScalars)
      } else {
        result.append(scalar)
      }
      isBeginning = scalar == "\n" || isBeginning && scalar.properties.isWhitespace
    }
    return String(result).replacingLogMarks(with: #"#\u{23}"#)
  }

  /// With something else in place of the two `#` that begin a command within a line. By scalars: to Swift, a `#` behind
  /// some characters is a part of them.
  func replacingLogMarks(with replacement: String) -> String {
    guard containsTwice("#") else { return self }
    let mark = /##(?=\[|vso\[|teamcity\[)/.ignoresCase().matchingSemantics(.unicodeScalar)
    return replacing(mark) { _ in replacement }
  }

  private func containsTwice(_ byte: Unicode.Scalar) -> Bool {
    zip(utf8, utf8.dropFirst()).contains { UInt32($0) == byte.value && $0 == $1 }
  }

  private func shown(_ escape: (Unicode.Scalar) -> String) -> String {
    var result = ""
    result.reserveCapacity(utf8.count)
    var before: Unicode.Scalar?
    let scalars = unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      let joins =
        scalar == "\u{200D}" && before?.isPartOfEmoji == true && next < scalars.endIndex
        && scalars[next].isPartOfEmoji
      if scalar.isHidden, !joins { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
      before = scalar
      index = next
    }
    return result
  }
}

extension Character {
  /// False where all of it is sure to be seen.
  fileprivate var mayHide: Bool {
    if let value = asciiValue { return value < 0x20 || value == 0x7F }
    return unicodeScalars.contains(where: \.isHidden)
  }
}

extension Unicode.Scalar {
  /// True for controls, for what turns the direction of text or joins and parts it without being seen, and for what is
  /// no character.
  package var isHidden: Bool {
    if value < 0xA0 { return value < 0x20 || value >= 0x7F }
    if value & 0xFFFE == 0xFFFE { return true }
    return Unicode.Scalar.hidden.contains { $0.contains(value) }
  }

  private static let hidden: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x180E...0x180E, 0x200B...0x200F, 0x2028...0x202E,
    0x2060...0x206F, 0x3164...0x3164, 0xFDD0...0xFDEF, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB,
    0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]

  fileprivate var isPartOfEmoji: Bool { value > 0xFF && properties.isEmoji || value == 0xFE0F }

  /// As a Swift or JavaScript string would have it.
  fileprivate var escaped: String {
    switch self {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    default: #"\u{"# + String(value, radix: 16) + "}"
    }
  }
}
