import TimelineModel

/// Where the glyphs of a text stand in its box, in canvas pixels from the box's top left corner; y down.
struct TextLayout {
  struct Glyph {
    var index: UInt32
    var face: FontFace
    /// Which of the text's runs it belongs to.
    var run: Int
    var x: Double
    var baseline: Double
  }
  private(set) var glyphs: [Glyph] = []
  private(set) var boxSize = Point.zero
  /// In the order of the text, each once.
  private(set) var missing: [Character] = []
  private var missed: Set<Character> = []
  /// How wide each line is in canvas pixels, and how many characters are on it.
  private(set) var lines: [(width: Double, count: Int)] = []

  /// One line: its items as they are set, from left to right.
  private struct Line {
    var items: [(item: TextItem, shape: ShapedItem, width: Double)] = []
    var width = 0.0
    var count = 0
    /// In canvas pixels, above and below the baseline, and to that of the next line.
    var ascent = 0.0
    var descent = 0.0
    var height = 0.0
  }

  init(_ text: TextDrawing, fonts: FontSet) throws(TextError) {
    var lines: [Line] = []
    for paragraph in TextLayout.paragraphs(of: text.runs) {
      let set = try TextParagraph(paragraph.parts) { run throws(TextError) in try fonts.faces(for: text.runs[run].style)
      }
      for range in lineRanges(of: set, text) {
        lines.append(try line(range, of: set, paragraph.run, text, fonts))
      }
    }
    self.lines = lines.map { ($0.width, $0.count) }
    let padding = text.style.box?.padding ?? 0
    let width = text.width ?? lines.map(\.width).max() ?? 0
    var baseline = padding
    for (number, line) in lines.enumerated() {
      baseline += number == 0 ? line.ascent : lines[number - 1].height
      let free = width - line.width
      let left = padding + (text.style.align == .left ? 0 : text.style.align == .centre ? free / 2 : free)
      place(line, from: left, baseline, text)
    }
    boxSize = Point(x: width + 2 * padding, y: baseline + (lines.last?.descent ?? 0) + padding)
  }

  // MARK: Lines

  /// The paragraphs with the runs that their parts belong to, and the run that an empty one stands in.
  private static func paragraphs(of runs: [TextRun]) -> [(parts: [(string: Substring, run: Int)], run: Int)] {
    var result: [(parts: [(string: Substring, run: Int)], run: Int)] = [([], 0)]
    for (index, run) in runs.enumerated() {
      let pieces = run.string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (number, piece) in pieces.enumerated() {
        if number > 0 { result.append(([], index)) }
        if result[result.count - 1].parts.isEmpty { result[result.count - 1].run = index }
        if !piece.isEmpty { result[result.count - 1].parts.append((piece, index)) }
      }
    }
    return result
  }

  /// As much on each line as its width holds, blanks at its end aside.
  private func lineRanges(of paragraph: TextParagraph, _ text: TextDrawing) -> [Range<Int>] {
    let all = 0..<paragraph.scalars.count
    guard let limit = text.width, !all.isEmpty else { return [all] }
    let ends = LineBreaks.opportunities(in: paragraph.scalars) + [all.upperBound]
    var ranges: [Range<Int>] = []
    var start = 0
    func visible(_ end: Int) -> Range<Int> {
      start..<(paragraph.scalars[start..<end].lastIndex { !TextParagraph.isBlank($0) } ?? start - 1) + 1
    }
    var next = 0
    while next < ends.count {
      // A word that is too long by itself stands alone.
      let last = ends.lastIndex(from: next) { width(of: visible($0), in: paragraph, text) <= limit }
      ranges.append(last == ends.count - 1 ? start..<all.upperBound : visible(ends[last]))
      start = ends[last]
      next = last + 1
    }
    return ranges
  }

  private func width(of range: Range<Int>, in paragraph: TextParagraph, _ text: TextDrawing) -> Double {
    paragraph.items(in: range).reduce(0) { sum, item in
      sum + width(of: item.face.shape(item, in: paragraph, text.spacing(item)), item, text)
    }
  }

  private func width(of shape: ShapedItem, _ item: TextItem, _ text: TextDrawing) -> Double {
    shape.width * text.runs[item.run].style.size
  }

  private mutating func line(
    _ range: Range<Int>, of paragraph: TextParagraph, _ emptyRun: Int, _ text: TextDrawing, _ fonts: FontSet
  ) throws(TextError) -> Line {
    var line = Line()
    for item in paragraph.items(in: range) {
      let shape = item.face.shape(item, in: paragraph, text.spacing(item))
      line.items.append((item, shape, width(of: shape, item, text)))
    }
    let missing = line.items.flatMap(\.shape.missing) + paragraph.replaced(in: range)
    note(missing.sorted().map(paragraph.character))
    line.count = range.count
    line.width = line.items.reduce(0) { $0 + $1.width }
    let runs = line.items.isEmpty ? [emptyRun] : line.items.map(\.item.run)
    for run in Set(runs) {
      let style = text.runs.isEmpty ? text.style : text.runs[run].style
      let face = try fonts.faces(for: style)[0]
      line.ascent = max(line.ascent, face.ascent * style.size)
      line.descent = max(line.descent, face.descent * style.size)
      line.height = max(line.height, face.lineHeight * style.size * text.style.lineSpacing)
    }
    return line
  }

  private mutating func note(_ characters: [Character]) {
    for character in characters where missed.insert(character).inserted { missing.append(character) }
  }

  private mutating func place(_ line: Line, from left: Double, _ baseline: Double, _ text: TextDrawing) {
    var x = left
    for (item, shape, width) in line.items {
      let size = text.runs[item.run].style.size
      for glyph in shape.glyphs {
        glyphs.append(
          Glyph(
            index: glyph.index, face: item.face, run: item.run, x: x + glyph.x * size,
            baseline: baseline - glyph.y * size))
      }
      x += width
    }
  }
}

extension TextDrawing {
  /// Of the item's letters, in ems.
  fileprivate func spacing(_ item: TextItem) -> Double {
    let style = runs[item.run].style
    return style.letterSpacing / style.size
  }
}

extension [Int] {
  /// The last element from a number on up to which all fit; that number where it does not fit itself. Elements are tried
  /// at ever greater distances, so that each line of a long text is measured a few times and not once for each word.
  fileprivate func lastIndex(from first: Int, where fits: (Int) -> Bool) -> Int {
    var (low, step) = (first, 1)
    var high = count
    while low + step < count {
      guard fits(self[low + step]) else {
        high = low + step
        break
      }
      low += step
      step *= 2
    }
    if high == count, low + 1 < count, fits(self[count - 1]) { return count - 1 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
