import Media
import Testing
import TimelineModel

/// Letters join, stack, change places and make room for one another as their scripts and fonts want it.
@Suite struct LetteringTests {
  private func raster(
    _ text: String, _ fonts: String..., width: Double? = nil, _ change: (inout TextStyle) -> Void = { _ in }
  ) throws -> TextRaster {
    var style = TextStyle(fonts: fonts.isEmpty ? ["DejaVu Sans"] : fonts, size: 40)
    change(&style)
    return try TextRasteriser().raster(
      TextDrawing(runs: [TextRun(text, style: style)], style: style, width: width))
  }

  private func width(_ text: String, _ fonts: String...) throws -> Double {
    let style = TextStyle(fonts: fonts.isEmpty ? ["DejaVu Sans"] : fonts, size: 40)
    return try TextRasteriser().raster(TextDrawing(text, style: style)).boxSize.x
  }

  /// Shows ANI-20.
  @Test func pairsOfLettersAreKerned() throws { #expect(try width("AV") < width("A") + width("V") - 1) }

  /// Shows ANI-20.
  @Test func arabicLettersJoin() throws {
    // A joiner that keeps letters apart shows them in the forms that they have alone.
    #expect(try width("سلام") < width("س\u{200C}ل\u{200C}ا\u{200C}م") - 5)
  }

  /// In a font whose characters are all as wide, each takes its place. Shows ANI-18.
  @Test(arguments: [
    "%{n}", "100%", "a:b='c'", #"\n\t\N"#, "[in]scale=2[out];", #"{\an8}"#, "$HOME `id`", "<b>x</b>", "&amp;", "#{x}",
  ])
  func textIsSetToTheLetter(text: String) throws {
    let mono = "DejaVu Sans Mono"
    let letter = try width("nn", mono) - width("n", mono)
    #expect(abs(try width(text + "n", mono) - width("n", mono) - letter * Double(text.count)) < 0.5)
  }

  @Test func whatRunsLeftwardStandsFromTheRight() throws {
    // Written the other way round and forced rightward it comes to the same.
    #expect(try raster("וא").rgba == raster("\u{202D}או").rgba)
    #expect(try raster("וא").rgba != raster("\u{202D}וא").rgba)
    // In a sentence of Latin letters the numbers and brackets between are turned with it.
    #expect(try raster("a (וא) b").rgba == raster("a (\u{202D}או\u{202C}) b").rgba)
  }

  @Test func devanagariStacksAndReorders() throws {
    let font = "Lohit Devanagari"
    let cluster = try raster("क्षि", font)
    #expect(cluster.missingGlyphs.isEmpty)
    #expect(try cluster.boxSize.x < width("क", font) + width("ष", font))
  }

  @Test func emojiHaveTheirColours() throws {
    let face = try raster("😀", "Noto Color Emoji")
    let isColoured = stride(from: 0, to: face.rgba.count, by: 4).contains { face.rgba[$0] > face.rgba[$0 + 2] + 80 }
    #expect(isColoured && face.missingGlyphs.isEmpty)
    #expect(face.size.height < 80)
    // A woman, a joiner and a rocket are one astronaut.
    #expect(try width("👩‍🚀", "Noto Color Emoji") == width("👩", "Noto Color Emoji"))
  }

  /// Whichever font comes first, emoji are set in the one of emoji, and letters and digits in the other.
  @Test(arguments: [["DejaVu Sans", "Noto Color Emoji"], ["Noto Color Emoji", "DejaVu Sans"]])
  func emojiAndTextFindTheirFonts(fonts: [String]) throws {
    let style = TextStyle(fonts: fonts, size: 40)
    // The first font says how high a line is, whatever stands in it.
    func seen(_ text: String, in style: TextStyle) throws -> Double {
      try TextRasteriser().raster(TextDrawing(text, style: style)).boxSize.x
    }
    let plain = TextStyle(fonts: ["DejaVu Sans"], size: 40)
    let emoji = TextStyle(fonts: ["Noto Color Emoji"], size: 40)
    for text in ["10", "#*", "©", "Top 10", "☀", "❤\u{FE0E}", "✔"] {
      #expect(try seen(text, in: style) == seen(text, in: plain), "\(text)")
    }
    for text in ["😀", "❤\u{FE0F}", "☀\u{FE0F}", "1\u{FE0F}\u{20E3}", "👍🏽", "🇩🇪", "👩‍🚀", "⏰"] {
      #expect(try seen(text, in: style) == seen(text, in: emoji), "\(text)")
    }
  }

  /// Where a line breaks at a soft hyphen, a hyphen shows, and takes its room.
  @Test func softHyphensShowWhereLinesBreak() throws {
    let broken = try raster("super\u{2010}\ncali") { $0.align = .left }
    let soft = try raster("super\u{AD}cali", width: width("super\u{2010}") + 1) { $0.align = .left }
    #expect(soft.boxSize.y == broken.boxSize.y)
    func ink(_ raster: TextRaster) -> [[UInt8]] {
      let columns = min(broken.size.width, soft.size.width)
      return (0..<min(broken.size.height, soft.size.height)).map { y in
        (0..<columns).map { raster.rgba[(y * raster.size.width + $0) * 4 + 3] }
      }
    }
    #expect(ink(soft) == ink(broken))
    #expect(try width("super\u{AD}cali") == width("supercali"))
    // The hyphen counts: where it has no room, the line breaks before.
    let tight = try raster("a super\u{AD}cali", width: width("a super") + 1)
    #expect(try tight.boxSize.y == raster("a\nsuper\u{2010}\ncali").boxSize.y)
  }

  /// A font without a hyphen shows none, and nothing is missing.
  @Test func aFontWithoutAHyphen() throws {
    let one = try width("😀", "Noto Color Emoji")
    let raster = try raster("😀\u{AD}😀", "Noto Color Emoji", width: one + 1)
    #expect(raster.missingGlyphs.isEmpty)
  }

  /// Each part of a text is drawn where it stands, whatever the others take: a thousand are one and a thousand.
  @Test func partsTakeTheirOwnRoom() throws {
    let style = TextStyle(fonts: ["DejaVu Sans"], size: 40)
    let runs = (0..<4000).map { _ in TextRun("a ", style: style) }
    let text = TextDrawing(runs: runs, style: style, width: 2000)
    let parts = try TextRasteriser().raster(text)
    let whole = String(repeating: "a ", count: 4000)
    let one = try TextRasteriser().raster(
      TextDrawing(runs: [TextRun(whole, style: style)], style: style, width: 2000))
    #expect(parts.rgba == one.rgba)
  }

  /// Two letters are a flag, which stays whole; lines may end between flags.
  @Test func flagsAreOneCharacter() throws {
    let emoji = "Noto Color Emoji"
    let flag = try width("🇩🇪", emoji)
    #expect(try flag < width("🇩", emoji) + width("🇪", emoji) - 1)
    let row = try raster("🇩🇪🇫🇷🇮🇹", emoji, width: flag * 2.5)
    #expect(try row.boxSize.y == raster("🇩🇪🇫🇷\n🇮🇹", emoji).boxSize.y)
    #expect(try raster("a 🇩🇪 b 🇩", "DejaVu Sans", emoji).missingGlyphs.isEmpty)
  }

  @Test func whatAFontLacksIsSetInTheNext() throws {
    #expect(try raster("aא", "DejaVu Sans Mono").missingGlyphs == ["א"])
    let both = try raster("aא", "DejaVu Sans Mono", "DejaVu Sans")
    #expect(both.missingGlyphs.isEmpty)
    #expect(try both.boxSize.x == width("a", "DejaVu Sans Mono") + width("א", "DejaVu Sans"))
  }

  @Test func linesWrapBetweenWords() throws {
    let two = try raster("On the\nopen sea") { $0.align = .left }
    let limit = try max(width("On the"), width("open sea")) + 1
    let wrapped = try raster("On the open sea", width: limit) { $0.align = .left }
    #expect(wrapped.boxSize.y == two.boxSize.y)
    #expect(wrapped.boxSize.x == limit)
    let inkOfBoth = (0..<two.size.height).map { y in
      (0..<two.size.width).map { two.rgba[(y * two.size.width + $0) * 4 + 3] }
    }
    let inkOfWrapped = (0..<two.size.height).map { y in
      (0..<two.size.width).map { wrapped.rgba[(y * wrapped.size.width + $0) * 4 + 3] }
    }
    #expect(inkOfBoth == inkOfWrapped)
    // A word that is too long stays whole, on a line of its own.
    let narrow = try raster("On the open sea", width: 10)
    #expect(try narrow.boxSize.y == raster("On\nthe\nopen\nsea").boxSize.y)
  }

  @Test func lettersAndLinesAreSpaced() throws {
    let (plain, spaced) = (try raster("Sea"), try raster("Sea") { $0.letterSpacing = 5 })
    #expect(abs(spaced.boxSize.x - plain.boxSize.x - 15) < 1e-9)
    let (one, lines) = (try raster("H"), try raster("H\nH"))
    let double = try raster("H\nH") { $0.lineSpacing = 2 }
    #expect(abs(double.boxSize.y - one.boxSize.y - 2 * (lines.boxSize.y - one.boxSize.y)) < 1e-9)
  }

  @Test func partsKeepTheirStyles() throws {
    let style = TextStyle(font: "DejaVu Sans", size: 40)
    var red = style
    (red.color, red.size) = (Color(red: 255, green: 0, blue: 0), 80)
    let runs = [TextRun("H", style: style), TextRun("H", style: red)]
    let raster = try TextRasteriser().raster(TextDrawing(runs: runs, style: style))
    #expect(try raster.boxSize.x == width("H") * 3)
    let row = raster.size.height * 3 / 4
    let ink = (0..<raster.size.width).map { x in
      Array(raster.rgba[(row * raster.size.width + x) * 4..<(row * raster.size.width + x) * 4 + 4])
    }
    #expect(ink.prefix(20).contains([255, 255, 255, 255]) && ink.suffix(40).contains([255, 0, 0, 255]))
  }

  @Test func aShadowIsThrownWhereItsOffsetSays() throws {
    let shadow = TextStyle.Shadow(offset: Point(x: 30, y: 0), blur: 0, color: Color(red: 0, green: 0, blue: 255))
    let (plain, thrown) = (try raster("I"), try raster("I") { $0.shadow = shadow })
    let y = Int(plain.boxSize.y / 2)
    let stem = try #require((0..<plain.size.width).first { plain.rgba[(y * plain.size.width + $0) * 4 + 3] == 255 })
    let place = (y * thrown.size.width + stem + 30) * 4
    #expect(Array(thrown.rgba[place..<place + 4]) == [0, 0, 255, 255])
    let soft = try raster("I") {
      $0.shadow = TextStyle.Shadow(offset: Point(x: 30, y: 0), blur: 3, color: shadow.color)
    }
    let faint = soft.rgba[((y + Int(soft.boxOffset.y)) * soft.size.width + stem + 22 + Int(soft.boxOffset.x)) * 4 + 3]
    #expect(faint > 0 && faint < 200)
  }
}
