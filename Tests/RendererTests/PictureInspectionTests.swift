import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

@testable import Renderer

/// What is found out about a programme by looking at it.
@Suite struct PictureInspectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func findings(_ composition: Composition, jobs: Int = 1) throws -> PictureFindings {
    try PictureInspection(
      composition, folder: MediaFolder(root: folder.url.path, within: nil, catalog: MediaCatalog()), jobs: jobs
    ).findings()
  }

  private func cuts(_ colors: [Color], each length: Rational) -> [VideoSegment] {
    colors.enumerated().map { index, color in
      let start = length * Rational(Int64(index))
      return VideoSegment(content: .color(color), range: range(start, start + length))
    }
  }

  /// Across the borders between pieces that threads draw, and on any number of them.
  @Test func aProgrammeIsFollowedAcrossItsPieces() throws {
    let still = cuts([.black], each: 2.s)
    let flicker = cuts((0..<40).map { $0 % 2 == 0 ? Color.white : .black }, each: seconds(2, 25)).map { segment in
      var segment = segment
      segment.range = TimelineRange(segment.range.start + 2.s, segment.range.end + 2.s)
      return segment
    }
    let one = try findings(composition(still + flicker))
    #expect(one.flashes.map(\.range) == [range(2.s, seconds(50 + 79, 25))])
    #expect(try findings(composition(still + flicker), jobs: 3) == one)
  }

  @Test func lettersAreHeldToWhatIsBehindThem() throws {
    let style = TextStyle(font: "DejaVu Sans", size: 40, color: .white)
    let title = textTitle("Harbour", range(0.s, 4.s), style: style)
    let found = try findings(composition(cuts([.black, .white], each: 2.s), titles: [title])).texts
    #expect(found.count == 1)
    #expect(found.first?.time == TimelineTime(seconds(54, 25)) && found.first?.ground == .white)
    #expect((found.first?.contrast ?? 9) < 1.05)
    let dark = try findings(composition(cuts([.black], each: 4.s), titles: [title])).texts
    #expect((dark.first?.contrast ?? 0) > 18)
  }

  /// Of a picture that is white on its left half, a text on the right half sees nothing.
  @Test func onlyWhatIsBehindTheLettersCounts() throws {
    let half = Layer(content: .track("behind"), crop: Curve(Rect(x: 0, y: 0, width: 160, height: 180)))
    let style = TextStyle(font: "DejaVu Sans", size: 30, color: .white)
    func contrast(at x: Double) throws -> Double {
      let title = textTitle("Oslo", range(0.s, 4.s), style: style, position: Curve(Point(x: x, y: 90)))
      let behind = VideoTrack(id: "behind", segments: cuts([.white], each: 4.s))
      let found = try findings(
        composition(
          cuts([.black], each: 4.s), titles: [title],
          layers: [half, Layer(content: .track("main"))], more: [behind])
      ).texts
      return try #require(found.first?.contrast)
    }
    #expect(try contrast(at: 80) < 1.1)
    #expect(try contrast(at: 250) > 15)
  }

  /// While it fades in over white it is not judged; once it stands on black it is.
  @Test func textsAreJudgedWhereTheyAreStrongest() throws {
    let style = TextStyle(font: "DejaVu Sans", size: 40, color: .white)
    let title = textTitle("Harbour", range(0.s, 4.s), style: style, fade: Fade(in: 2.s))
    let found = try findings(composition(cuts([.white, .black], each: 2.s), titles: [title])).texts
    #expect((found.first?.contrast ?? 0) > 15)
  }

  @Test func shadowsAndBoxesHelp() throws {
    var style = TextStyle(font: "DejaVu Sans", size: 40, color: .white)
    style.box = TextStyle.Box(color: Color(red: 0, green: 0, blue: 0, alpha: 200), padding: 8)
    func contrast() throws -> Double {
      let title = textTitle("Harbour", range(0.s, 1.s), style: style)
      return try #require(try findings(composition(cuts([.white], each: 1.s), titles: [title])).texts.first?.contrast)
    }
    #expect(try contrast() > 5)
    style.box?.color.alpha = 255
    let title = textTitle("Harbour", range(0.s, 1.s), style: style)
    #expect(try findings(composition(cuts([.white], each: 1.s), titles: [title])).texts.isEmpty)
    style.box = nil
    #expect(try contrast() < 1.1)
  }
}
