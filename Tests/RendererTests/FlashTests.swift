import Media
import Testing
import TestSupport
import TimelineModel

@testable import Renderer

/// What counts as flashing too often, point by point and all over the picture.
@Suite struct FlashTests {
  private static let rate = FrameRate(25)

  /// A picture of ten by ten pixels, the first `count` of which have a colour and the others another.
  private func picture(_ color: Color, _ count: Int = 100, besides other: Color = .black) throws -> DisplayedPicture {
    let bytes = (0..<100).flatMap { index -> [UInt8] in
      let shown = index < count ? color : other
      return [shown.red, shown.green, shown.blue, 255]
    }
    return try DisplayedPicture(VideoFrame.rgba(bytes, size: PixelSize(width: 10, height: 10)))
  }

  /// What is found where frames have colours, each for so many frames.
  private func flashes(
    _ colors: [Color], each length: Int, over count: Int = 100, besides other: Color = .black
  ) throws -> [PictureFindings.Flashing] {
    var watch = FlashWatch(points: 100, rate: Self.rate)
    for color in colors {
      watch.look(at: try picture(color, count, besides: other))
      for _ in 1..<length { watch.look(at: nil) }
    }
    return watch.flashes(from: 0, Self.rate)
  }

  private func gray(_ level: UInt8) -> Color { Color(red: level, green: level, blue: level) }
  private func turns(_ first: Color, _ second: Color, _ count: Int) -> [Color] {
    (0..<count).map { $0 % 2 == 0 ? first : second }
  }

  @Test func sevenChangesInASecondAreTooMany() throws {
    let four = try flashes(turns(.black, .white, 8), each: 4)
    #expect(
      four == [.init(.light, TimelineRange(TimelineTime(seconds(4, 25)), TimelineTime(seconds(29, 25))), area: 1)])
    #expect(try flashes(turns(.black, .white, 7), each: 4).isEmpty, "three flashes are allowed")
  }

  @Test func whatIsSlowerThanThreeASecondIsAllowed() throws {
    // Leading edges nine frames apart: three of them lie in any second.
    #expect(try flashes(turns(.black, .white, 40), each: 5).isEmpty)
  }

  @Test func aQuarterOfThePictureIsAllowed() throws {
    #expect(try flashes(turns(.black, .white, 20), each: 2, over: 25).isEmpty)
    let more = try flashes(turns(.black, .white, 20), each: 2, over: 26)
    #expect(more.count == 1 && more[0].area == 0.26)
  }

  /// On a display with a gamma of 2.2, code 90 has just over 20 cd/m², 230 just below 160.
  @Test func smallChangesAndBrightOnesAreAllowed() throws {
    #expect(try flashes(turns(.black, gray(88), 20), each: 2).isEmpty)
    #expect(try flashes(turns(.black, gray(91), 20), each: 2).count == 1)
    #expect(try flashes(turns(gray(232), .white, 20), each: 2).isEmpty)
    #expect(try flashes(turns(gray(228), .white, 20), each: 2).count == 1)
  }

  /// The same amount of light, so that only the red counts.
  @Test func redCountsWhateverItsLight() throws {
    let red = Color(red: 150, green: 0, blue: 0)
    let found = try flashes(turns(red, gray(72), 20), each: 2)
    #expect(found.map(\.kind) == [.red])
    let pale = Color(red: 150, green: 90, blue: 90)
    #expect(try flashes(turns(pale, gray(100), 20), each: 2).isEmpty, "it is not saturated")
  }

  @Test func aFadeIsOneChange() throws {
    let up = (0..<50).map { gray(UInt8($0 * 5)) }
    #expect(try flashes(up, each: 1).isEmpty)
  }

  /// Half a second at rest does not divide one stretch in two.
  @Test func stretchesThatAreNearAreOne() throws {
    let burst = turns(.black, .white, 16)
    #expect(try flashes(burst + turns(.black, .black, 6) + burst, each: 2).count == 1)
    #expect(try flashes(burst + turns(.black, .black, 20) + burst, each: 2).count == 2)
  }
}
