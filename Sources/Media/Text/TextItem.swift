import CText
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

  var isRightToLeft: Bool { level % 2 == 1 }
}

/// One paragraph of a text: its scalars, and which run, font, script and direction each has.
struct TextParagraph {
  let scalars: [UInt32]
  let base: Int8
  private let levels: [Int8]
  private let runs: [Int]
  private let faces: [FontFace]
  private let scripts: [hb_script_t]

  /// `faces` gives the fonts of a run.
  init(_ parts: [(string: Substring, run: Int)], faces: (Int) throws(TextError) -> [FontFace]) throws(TextError) {
    var (scalars, runs, chosen): ([UInt32], [Int], [FontFace]) = ([], [], [])
    for part in parts {
      let fonts = try faces(part.run)
      for character in part.string {
        let face = fonts.first { $0.canWrite(character) } ?? fonts[0]
        for scalar in character.unicodeScalars {
          scalars.append(scalar.value)
          runs.append(part.run)
          chosen.append(face)
        }
      }
    }
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
    return BidiParagraph.visualOrder(of: items.map(\.level)).map { items[$0] }
  }

  static func isBlank(_ scalar: UInt32) -> Bool { [0x20, 0x09, 0x3000].contains(scalar) }

  /// What a reader would call one character: the scalar with what is put upon it.
  func character(at index: Int) -> Character {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
    let start = text.index(text.startIndex, offsetBy: index)
    let whole = String(text)
    return whole[whole.indices.last { $0 <= start } ?? whole.startIndex]
  }
}
