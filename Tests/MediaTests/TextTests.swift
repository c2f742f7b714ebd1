import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct TextTests {
  private func alpha(_ raster: TextRaster, x: Int, y: Int) -> UInt8 {
    raster.rgba[(y * raster.size.width + x) * 4 + 3]
  }

  private func ink(_ raster: TextRaster) -> (left: Int, right: Int, top: Int, bottom: Int)? {
    var (xs, ys): (Set<Int>, Set<Int>) = ([], [])
    for y in 0..<raster.size.height {
      for x in 0..<raster.size.width where alpha(raster, x: x, y: y) > 128 {
        xs.insert(x)
        ys.insert(y)
      }
    }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
    return (left, right, top, bottom)
  }

  private let plain = TextStyle(font: "DejaVu Sans", size: 40)

  @Test func looksFontsUp() {
    #expect(FontCatalog.finding("DejaVu Sans") == .found)
    #expect(FontCatalog.finding(String(repeating: "é", count: 400_000)) == .missing(known: []))
    #expect(FontCatalog.finding("dejavu sans") == .found)
    #expect(FontCatalog.finding("sans-serif") == .found)
    guard case .missing(let known) = FontCatalog.finding("DejaVu Sanz") else {
      Issue.record("found")
      return
    }
    #expect(known.contains("DejaVu Sans"))
    #expect(throws: TextError.self) {
      try TextRasteriser().raster("x", style: TextStyle(font: "DejaVu Sanz", size: 20))
    }
  }

  /// A text's size in ems is that of its box when it is drawn.
  @Test(arguments: ["Harbour", "Two\nlines", "WWW"]) func measures(text: String) throws {
    let size = try #require(FontCatalog.glyphs(for: FontText(text, fonts: ["DejaVu Sans"])).size)
    let drawn = try TextRasteriser().raster(text, style: plain).boxSize
    #expect(abs(size.x * 40 - drawn.x) < 1 && abs(size.y * 40 - drawn.y) < 1, "\(size), \(drawn)")
  }

  @Test func drawsTheSameEveryTime() throws {
    var style = plain
    style.outline = Outline(width: 2, color: .black)
    style.box = TextStyle.Box(color: Color(red: 0, green: 0, blue: 255, alpha: 100), padding: 8)
    let once = try TextRasteriser().raster("Hey, fi!\nzwei", style: style)
    #expect(try TextRasteriser().raster("Hey, fi!\nzwei", style: style) == once)
    #expect(once.missingGlyphs.isEmpty)
    #expect(once.rgba.count == once.size.width * once.size.height * 4)
    let isPremultiplied = stride(from: 0, to: once.rgba.count, by: 4).allSatisfy { pixel in
      (0..<3).allSatisfy { once.rgba[pixel + $0] <= once.rgba[pixel + 3] }
    }
    #expect(isPremultiplied)
  }

  @Test func growsWithTheScale() throws {
    let one = try TextRasteriser().raster("Scale", style: plain)
    let two = try TextRasteriser().raster("Scale", style: plain, scale: 2)
    #expect(one.boxSize == two.boxSize)
    #expect(abs(two.size.width - 2 * one.size.width) <= 2)
    let (small, large) = (try #require(ink(one)), try #require(ink(two)))
    #expect(abs(large.bottom - 2 * small.bottom) <= 3)
    #expect(abs(large.right - 2 * small.right) <= 3)
  }

  @Test func setsLinesByTheFont() throws {
    let one = try TextRasteriser().raster("H", style: plain)
    let three = try TextRasteriser().raster("H\nH\nH", style: plain)
    #expect(three.boxSize.x == one.boxSize.x)
    let line = (three.boxSize.y - one.boxSize.y) / 2
    #expect(line >= 40 && line < 60)
    let empty = try TextRasteriser().raster("", style: plain)
    #expect(empty.boxSize.x == 0)
  }

  @Test func alignsLines() throws {
    func firstInk(_ align: TextStyle.Alignment) throws -> Int {
      var style = plain
      style.align = align
      let raster = try TextRasteriser().raster("i\nmmmmmm", style: style)
      let rows = 0..<Int(raster.boxSize.y / 2)
      return try #require((0..<raster.size.width).first { x in rows.contains { alpha(raster, x: x, y: $0) > 128 } })
    }
    let (left, centre, right) = (try firstInk(.left), try firstInk(.centre), try firstInk(.right))
    #expect(left < 8)
    #expect(abs((left + right) / 2 - centre) <= 1)
    #expect(right > 150)
  }

  @Test func outlinesReachOutwards() throws {
    let bare = try #require(ink(try TextRasteriser().raster("O", style: plain)))
    var style = plain
    style.outline = Outline(width: 5, color: Color(red: 255, green: 0, blue: 0))
    let raster = try TextRasteriser().raster("O", style: style)
    let outlined = try #require(ink(raster))
    #expect(abs((outlined.right - outlined.left) - (bare.right - bare.left) - 10) <= 1)
    #expect(abs((outlined.bottom - outlined.top) - (bare.bottom - bare.top) - 10) <= 1)
    let edge = (outlined.top * raster.size.width + (outlined.left + outlined.right) / 2 + 2 * raster.size.width) * 4
    #expect(raster.rgba[edge] > 200 && raster.rgba[edge + 1] < 30)
  }

  @Test func laysABoxBehind() throws {
    var style = plain
    style.color = Color(red: 255, green: 255, blue: 255, alpha: 0)
    style.box = TextStyle.Box(color: Color(red: 200, green: 100, blue: 0, alpha: 128), padding: 10)
    let raster = try TextRasteriser().raster("box", style: style)
    let bare = try TextRasteriser().raster("box", style: plain)
    #expect(raster.boxSize.x == bare.boxSize.x + 20)
    #expect(raster.boxSize.y == bare.boxSize.y + 20)
    let start = (Int(raster.boxOffset.y) * raster.size.width + Int(raster.boxOffset.x)) * 4
    // 200 · 128/255 and 100 · 128/255, rounded.
    #expect(Array(raster.rgba[start..<start + 4]) == [100, 50, 0, 128])
  }

  @Test func reportsMissingGlyphs() throws {
    let raster = try TextRasteriser().raster("a\u{10FFFD}b\u{10FFFD}", style: plain)
    #expect(raster.missingGlyphs == ["\u{10FFFD}"])
  }

  @Test func tellsBoldFromRegular() throws {
    var bold = plain
    bold.isBold = true
    let (thin, thick) = (
      try TextRasteriser().raster("Weight", style: plain), try TextRasteriser().raster("Weight", style: bold)
    )
    #expect(thick.boxSize.x > thin.boxSize.x)
  }

  /// Shows ANI-12.
  @Test func findsMissingCharactersWithoutDrawing() {
    func glyphs(_ text: String, _ fonts: String..., isBold: Bool = false) -> GlyphFinding {
      var finding = FontCatalog.glyphs(for: FontText(text, fonts: fonts, isBold: isBold))
      (finding.size, finding.words) = (nil, [])
      return finding
    }
    let sans = "DejaVu Sans"
    #expect(glyphs("a\u{10FFFD}é\n\u{10FFFE}b\u{10FFFD}", sans) == GlyphFinding(missing: ["\u{10FFFD}", "\u{10FFFE}"]))
    #expect(glyphs("Zürich\r\n", sans, isBold: true) == .complete)
    #expect(glyphs("\u{10FFFD}", "No Such Family") == .complete)
    // The typewriter face has no Hebrew, and another one that is installed with it has.
    let hebrew = glyphs("שלום", "DejaVu Sans Mono")
    #expect(hebrew.missing == ["ש", "ל", "ו", "ם"] && hebrew.family?.hasPrefix("DejaVu Sans") == true)
    #expect(glyphs("שלום", "DejaVu Sans Mono", sans) == .complete)
  }

  @Test(arguments: [20_000, 1e9, 1e300, .infinity, .nan])
  func refusesWhatIsTooLarge(length: Double) {
    var styles = [TextStyle(font: "DejaVu Sans", size: length), plain, plain]
    styles[1].outline = Outline(width: length, color: .black)
    styles[2].box = TextStyle.Box(color: .black, padding: length)
    for style in styles {
      #expect(throws: TextError.self) { try TextRasteriser().raster("Large", style: style) }
    }
    #expect(throws: TextError.self) { try TextRasteriser().raster("Large", style: plain, scale: length) }
  }
}

extension TextRasteriser {
  fileprivate func raster(_ text: String, style: TextStyle, scale: Double = 1) throws(TextError) -> TextRaster {
    try raster(TextDrawing(text, style: style, scale: scale))
  }
}
