import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Titles stand where their anchors land, in front of everything, for as long as they last.
@Suite struct TitleTests {
  private let studio: Studio
  init() throws {
    studio = try Studio()
    try studio.addColor("blue.mp4", Color(red: 20, green: 40, blue: 180))
  }

  private func title(
    _ text: String = "HIH", at position: Point = Point(x: 160, y: 90), scale: Curve<Point> = Curve(Point(x: 1, y: 1)),
    rotation: Double = 0, opacity: Curve<Double> = Curve(1), fade: Fade = .none, box: TextStyle.Box? = nil
  ) -> Title {
    textTitle(
      text, range(seconds(1, 5), seconds(4, 5)),
      style: TextStyle(font: "DejaVu Sans", isBold: true, size: 40, color: .white, box: box), position: Curve(position),
      scale: scale, rotation: Curve(rotation), opacity: opacity, fade: fade)
  }

  private func luma(_ title: Title, at frame: Int64 = 10) throws -> [[Int]] {
    Planes(try studio.renderer(composition([movie("blue.mp4", 0.s, 1.s)], titles: [title])).frame(frame)).luma
  }

  private let blue = yuv(Color(red: 20, green: 40, blue: 180))[0]

  /// The box around everything that is brighter than the picture behind.
  private func letters(in luma: [[Int]]) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let rows = luma.indices.filter { row in luma[row].contains { $0 > blue + 60 } }
    let columns = luma[0].indices.filter { column in luma.contains { $0[column] > blue + 60 } }
    guard let top = rows.first, let left = columns.first else { return nil }
    return (left...columns.last!, top...rows.last!)
  }

  /// Shows ANI-01.
  @Test func itStandsInTheMiddleAndIsWhite() throws {
    let luma = try luma(title())
    let box = try #require(letters(in: luma))
    #expect(abs(box.x.lowerBound + box.x.upperBound - 319) <= 2, "\(box)")
    #expect(luma.joined().max()! >= 234)
    #expect(luma[5][5] == blue)
  }

  /// Shows ANI-01.
  @Test func itLastsForItsRange() throws {
    for (frame, shows) in [(4, false), (5, true), (19, true), (20, false)] as [(Int64, Bool)] {
      #expect(try (letters(in: luma(title(), at: frame)) != nil) == shows)
    }
  }

  /// Shows ANI-09.
  @Test func whatInstructionsDoToLayersDoesNothingToIt() throws {
    let boxed = title(box: TextStyle.Box(color: Color(red: 120, green: 30, blue: 30), padding: 12))
    let plain = composition([movie("blue.mp4", 0.s, 1.s)], titles: [boxed])
    var changed = plain
    changed.instructions[0].layers = [
      Layer(
        content: .track("main"), opacity: Curve(0.5), transform: CanvasTransform(Curve(.translation(170, 0))))
    ]
    let frames = try [plain, changed].map { Planes(try studio.renderer($0).frame(10)).luma }
    let box = try #require(letters(in: frames[0]))
    for y in box.y { #expect(frames[0][y][box.x] == frames[1][y][box.x]) }
    #expect(frames[0][5][5] == blue && frames[1][5][5] == 16)
  }

  @Test func twiceTheScaleIsTwiceTheSize() throws {
    let (once, twice) = (
      try #require(letters(in: luma(title("H")))),
      try #require(letters(in: luma(title("H", scale: Curve(Point(x: 2, y: 2))))))
    )
    #expect(abs(twice.x.count - 2 * once.x.count) <= 2)
    #expect(abs(twice.y.count - 2 * once.y.count) <= 2)
  }

  @Test func aQuarterTurnSwapsTheSides() throws {
    let (plain, turned) = (
      try #require(letters(in: luma(title()))), try #require(letters(in: luma(title(rotation: 90))))
    )
    #expect(abs(plain.x.count - turned.y.count) <= 1 && abs(plain.y.count - turned.x.count) <= 1)
  }

  @Test func opacityAndFadeMultiply() throws {
    let half = title(opacity: Curve(0.5), fade: Fade(in: seconds(2, 5)), box: TextStyle.Box(color: .white, padding: 10))
    // Fading in from 0.2 s to 0.6 s: at 0.4 s half of a half.
    let seen = try luma(half, at: 10)[90][160]
    #expect(abs(Double(seen) - (Double(blue) * 0.75 + 235 * 0.25)) <= 2, "\(seen)")
  }

  @Test func edgesAreNeitherDarkerNorBrighterThanBothSides() throws {
    for rotation in [0.0, 17] {
      let levels = try luma(title(rotation: rotation)).joined()
      #expect(levels.min()! >= blue - 2 && levels.max()! <= 237)
    }
  }

  @Test func aMissingFontIsNamedWithItsPlace() throws {
    let style = TextStyle(font: "No Such Family", size: 40)
    let wrong = textTitle("HIH", range(0.s, 1.s), style: style)
    #expect { try luma(wrong) } throws: { ($0 as? RenderFailure)?.kind == .text }
  }

  @Test func aMissingGlyphIsNamed() throws {
    #expect { try luma(title("a\u{10FFFD}b")) } throws: { error in
      guard let failure = error as? RenderFailure else { return false }
      return failure.kind == .text && failure.detail?.contains("“\u{10FFFD}”") == true
    }
  }

  @Test func manyTitlesAtOnceAreEachDrawn() throws {
    let titles = (0..<12).map { title("H", at: Point(x: 12 + 26 * Double($0), y: 90)) }
    let renderer = studio.renderer(composition([movie("blue.mp4", 0.s, 1.s)], titles: titles))
    for frame in [Int64(10), 11] {
      let luma = Planes(try renderer.frame(frame)).luma
      for number in 0..<12 { #expect(luma[90][10 + 26 * number..<15 + 26 * number].max()! >= 230, "\(number)") }
    }
  }
}
