import CText
import Diagnostics
import TimelineModel

/// A stretch of a paragraph that is shaped at once: in one font and style, one script and one direction.
struct TextItem {
  /// Of the paragraph's scalars.
  var range: Range<Int>
  var level: Int8
  /// Which of the text's runs it belongs to.
  var run: Int
  var face: FontFace
  var script: hb_script_t
  /// Whether its last scalar is a soft hyphen at which the line breaks, and which therefore shows.
  var endsInHyphen = false

  var isRightToLeft: Bool { level % 2 == 1 }
}

/// One paragraph of a text: its scalars, and which run, font, script and direction each has.
struct TextParagraph {
  /// What cannot be text is a replacement character here.
  let scalars: [UInt32]
  let base: Int8
  /// Where each of them begins, and what a reader would call one character: a scalar with what is put upon it.
  private let characters: [(start: Int, character: Character)]
  /// The numbers of scalars that stand for what cannot be text.
  private let replaced: [Int]
  private let levels: [Int8]
  private let runs: [Int]
  private let faces: [FontFace]
  private let scripts: [hb_script_t]

  /// How many scalars one character may have. HarfBuzz takes a time that grows with their square.
  static let mostMarks = 64

  /// `faces` gives the fonts of a run.
  init(_ parts: [(string: Substring, run: Int)], faces: (Int) throws(TextError) -> [FontFace]) throws(TextError) {
    var (scalars, runs, chosen): ([UInt32], [Int], [FontFace]) = ([], [], [])
    var (characters, replaced): ([(Int, Character)], [Int]) = ([], [])
    for part in parts {
      let fonts = try faces(part.run)
      for character in part.string {
        let face = fonts.face(for: character)
        characters.append((scalars.count, character))
        guard character.unicodeScalars.count <= TextParagraph.mostMarks else {
          replaced.append(scalars.count)
          scalars.append(Unicode.Scalar.replacement)
          runs.append(part.run)
          chosen.append(face)
          continue
        }
        for scalar in character.unicodeScalars {
          if !scalar.isText { replaced.append(scalars.count) }
          scalars.append(scalar.isText ? scalar.value : Unicode.Scalar.replacement)
          runs.append(part.run)
          chosen.append(face)
        }
      }
    }
    (self.characters, self.replaced) = (characters, replaced)
    let bidi = BidiParagraph(scalars)
    (self.scalars, self.runs, self.faces) = (scalars, runs, chosen)
    (levels, base) = (bidi.levels, bidi.base)
    scripts = TextParagraph.scripts(of: scalars)
  }

  /// What belongs to every script takes that of what comes before it, or at the beginning of what follows.
  private static func scripts(of scalars: [UInt32]) -> [hb_script_t] {
    let functions = hb_unicode_funcs_get_default()
    var scripts = scalars.map { hb_unicode_script(functions, $0) }
    let isShared = { (script: hb_script_t) in [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED].contains(script) }
    var current = scripts.first { !isShared($0) } ?? HB_SCRIPT_LATIN
    for index in scripts.indices {
      if isShared(scripts[index]) { scripts[index] = current } else { current = scripts[index] }
    }
    return scripts
  }

  /// The items of a line, from left to right. What is blank at its end runs the paragraph's way.
  func items(in line: Range<Int>) -> [TextItem] {
    let text = line.lowerBound..<(scalars[line].lastIndex { !TextParagraph.isBlank($0) } ?? line.lowerBound - 1) + 1
    var items: [TextItem] = []
    for index in line {
      let level = text.contains(index) ? levels[index] : base
      if let last = items.last, last.level == level, last.run == runs[index], last.face === faces[index],
        last.script == scripts[index]
      {
        items[items.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        items.append(
          TextItem(
            range: index..<index + 1, level: level, run: runs[index], face: faces[index], script: scripts[index]))
      }
    }
    if breaksAtSoftHyphen(line) { items[items.count - 1].endsInHyphen = true }
    return BidiParagraph.visualOrder(of: items.map(\.level)).map { items[$0] }
  }

  private func breaksAtSoftHyphen(_ line: Range<Int>) -> Bool {
    guard let last = line.last, scalars[last] == 0xAD, line.upperBound < scalars.count else { return false }
    return !TextParagraph.isBlank(scalars[line.upperBound])
  }

  static func isBlank(_ scalar: UInt32) -> Bool { [0x20, 0x09, 0x3000].contains(scalar) }

  /// The character that a scalar belongs to.
  func character(at index: Int) -> Character {
    characters[max(characters.leadingCount { $0.start <= index } - 1, 0)].character
  }

  /// Which scalars of a line stand for what cannot be text.
  func replaced(in line: Range<Int>) -> ArraySlice<Int> {
    func first(from index: Int) -> Int { replaced.leadingCount { $0 < index } }
    return replaced[first(from: line.lowerBound)..<first(from: line.upperBound)]
  }
}

extension Unicode.Scalar {
  /// U+FFFD.
  static let replacement: UInt32 = 0xFFFD

  /// False for what is no character of any text: the 66 noncharacters, which libraries use as marks of their own and
  /// libunibreak takes for the text's end, and controls.
  var isText: Bool {
    if value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) { return false }
    return value == 0x09 || !(value < 0x20 || (0x7F...0x9F).contains(value))
  }
}

extension [FontFace] {
  /// The font that sets a character, of those that can: one of emoji for what is to be one, another for all else, as
  /// [UTS 51](https://www.unicode.org/reports/tr51/#Presentation_Style) has it.
  fileprivate func face(for character: Character) -> FontFace {
    let able = filter { $0.canWrite(character) }
    let fitting = character.isShownAsEmoji ? able.first(where: \.hasColor) : able.first { !$0.isOfEmoji }
    return fitting ?? able.first ?? self[0]
  }
}

extension Character {
  /// Whether it is to be seen as an emoji: by itself, or by a selector or a sequence that asks for it.
  fileprivate var isShownAsEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    if unicodeScalars.contains("\u{FE0E}") { return false }
    return first.properties.isEmojiPresentation || unicodeScalars.contains { $0 == "\u{FE0F}" || $0 == "\u{200D}" }
      || unicodeScalars.dropFirst().contains(where: \.properties.isEmojiModifier)
  }
}
