import Media
import TestSupport
import Testing
import TimelineModel

/// No text ends the process, and none takes longer than its length explains.
@Suite struct HostileTextTests {
  private func finding(_ text: String) -> GlyphFinding {
    FontCatalog.glyphs(for: FontText(text, fonts: ["DejaVu Sans"]))
  }

  /// Each by itself, within words, and twice, so that every pair of classes of characters that the libraries know meets.
  @Test func everyCharacterCanBeLaidOut() {
    for plane in 0...16 as ClosedRange<UInt32> {
      // Whole planes of private use and of nothing are alike.
      let codes = plane < 3 || plane == 14 ? 0...0xFFFF : 0xFF00...0xFFFF as ClosedRange<UInt32>
      for start in stride(from: codes.lowerBound, through: codes.upperBound, by: 256) {
        var text = String.UnicodeScalarView()
        for code in start..<start + 256 {
          guard let scalar = Unicode.Scalar(plane << 16 | code) else { continue }
          for next in ["a", " ", "\u{5D0}", "\u{1F1E9}", "\u{200D}", "\u{301}"] as [Unicode.Scalar] {
            text.append(scalar)
            text.append(next)
          }
          text.append(scalar)
          text.append(scalar)
        }
        _ = finding(String(text))
      }
    }
  }

  @Test(arguments: [
    [0x61, 0xFFFF], [0xFFFE, 0x62], [0xFDD0], [0x10FFFF], [0x61, 0, 0x62], [7], [0x85, 0x78, 0x9B],
  ] as [[UInt32]])
  func whatIsNoCharacterHasNoGlyph(codes: [UInt32]) throws {
    let text = String(String.UnicodeScalarView(codes.compactMap(Unicode.Scalar.init)))
    let hidden = text.filter { !$0.isASCII && !$0.isNewline || $0.asciiValue.map { $0 < 0x20 } ?? false }
    #expect(finding(text).missing == Array(hidden))
    let style = TextStyle(font: "DejaVu Sans", size: 20)
    #expect(try TextRasteriser().raster(TextDrawing(text, style: style)).missingGlyphs == Array(hidden))
    let narrow = TextDrawing(runs: [TextRun(text, style: style)], style: style, width: 10)
    #expect(try TextRasteriser().raster(narrow).missingGlyphs == Array(hidden))
  }

  @Test func aCharacterHasSoManyMarks() {
    func marked(_ count: Int) -> String { "a" + String(repeating: "\u{301}", count: count) }
    #expect(finding(marked(30)).missing.isEmpty)
    #expect(finding(marked(100)).missing == [Character(marked(100))])
  }

  @Test func randomTextsCanBeLaidOutAndDrawn() throws {
    var state: UInt64 = 1
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    let kinds: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x20, 0x300...0x36F, 0x590...0x6FF, 0x900...0x97F, 0xE00...0xE7F, 0x1100...0x11FF,
      0x2000...0x206F, 0x20D0...0x20FF, 0x4E00...0x4E20, 0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF,
      0x1F3FB...0x1F3FF, 0x1F466...0x1F469, 0xE0000...0xE01EF, 0x0...0x1F, 0x80...0x9F, 0x202A...0x202E,
      0x2066...0x2069, 0xD0000...0xD00FF,
    ]
    let rasteriser = TextRasteriser()
    for _ in 0..<400 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random(60) {
        let kind = kinds[random(kinds.count)]
        text.append(Unicode.Scalar(kind.lowerBound + UInt32(random(kind.count)))!)
      }
      var style = TextStyle(font: "DejaVu Sans", size: Double(4 + random(20)))
      style.letterSpacing = Double(random(5) - 2)
      let width = random(2) == 0 ? nil : Double(random(200))
      let drawing = TextDrawing(runs: [TextRun(String(text), style: style)], style: style, width: width)
      _ = try? rasteriser.raster(drawing)
    }
  }

  /// Measured word by word, a line takes a time that grows with the square of its words.
  @Test(.timeLimit(.minutes(2))) func aLongLineIsMeasuredAFewTimes() throws {
    let text = String(repeating: "word ", count: 20_000)
    let style = TextStyle(font: "DejaVu Sans", size: 1)
    for width in [10, 1000, 1e6] {
      let drawing = TextDrawing(runs: [TextRun(text, style: style)], style: style, width: width)
      _ = try? TextRasteriser().raster(drawing)
    }
    _ = finding("a" + String(repeating: "\u{301}", count: 50_000))
    _ = finding(String(repeating: "a", count: 100_000))
    _ = finding(String((0..<100_000).map { Character(Unicode.Scalar(0x13000 + UInt32($0 % 1000))!) }))
    _ = finding(String(repeating: "\u{202E}a\u{202C}", count: 20_000))
  }

  /// Lines are the same as if every word had been tried.
  @Test func linesAreFilledAsFarAsTheyGo() throws {
    let words = ["a", "bb", "harbour", "Donaudampfschifffahrt", "i", "of", "the", "lights-and-boats", "x"]
    let text = (0..<80).map { words[$0 * 7 % words.count] }.joined(separator: " ")
    let style = TextStyle(font: "DejaVu Sans", size: 10)
    for limit in [30, 80, 150, 400] as [Double] {
      var lines: [String] = []
      var line: [Substring] = []
      for word in text.split(separator: " ").flatMap({ $0.split(after: "-") }) {
        let glued = line.joined(separator: " ").replacing("- ", with: "-")
        let longer = line.isEmpty ? String(word) : glued.hasSuffix("-") ? glued + word : glued + " " + word
        if !line.isEmpty, try TextRasteriser().raster(TextDrawing(longer, style: style)).boxSize.x > limit {
          lines.append(glued)
          line = [word]
        } else {
          line.append(word)
        }
      }
      lines.append(line.joined(separator: " ").replacing("- ", with: "-"))
      let wrapped = try TextRasteriser().raster(
        TextDrawing(runs: [TextRun(text, style: style)], style: style, width: limit))
      let written = try TextRasteriser().raster(
        TextDrawing(runs: [TextRun(lines.joined(separator: "\n"), style: style)], style: style))
      #expect(wrapped.boxSize.y == written.boxSize.y, "\(limit)")
    }
  }
}

extension Substring {
  /// Its parts, each with the character that ends it.
  fileprivate func split(after character: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    for index in indices where self[index] == character {
      parts.append(self[start...index])
      start = self.index(after: index)
    }
    return start < endIndex ? parts + [self[start...]] : parts
  }
}
