import Planner
import TestSupport
import Testing
import TimelineModel

@Suite struct RenderPlanTests {
  private func pieces(_ composition: Composition, _ media: [String: MediaFacts], range: TimelineRange? = nil)
    -> [Range<Int64>]
  {
    let frames = RenderPlan.extent(of: composition, range: range).frames
    let picture = plan(composition, media, frames: frames)
    return RenderPlan(composition, range: range, picture: picture).pieces.map(\.frames)
  }

  @Test func aLongShotIsCutIntoPiecesOfFiveSeconds() {
    let whole = composition([movie("a", 0.s, 12.s)])
    let media = ["a": facts(timing: .regular(FrameRate(25), count: 1000))]
    #expect(pieces(whole, media) == [0..<125, 125..<213, 213..<300])
    #expect(pieces(whole, media, range: range(3.s, 11.s)) == [75..<175, 175..<275])
  }

  @Test func piecesEndWhereShotsOfTwoSecondsDo() {
    let cut = composition([
      movie("a", 0.s, 3.s), movie("b", 3.s, 4.s), movie("a", 4.s, 5.s), movie("b", 5.s, 7.s),
      movie("a", 7.s, seconds(36, 5)),
    ])
    let media = ["a": facts(), "b": facts()]
    #expect(pieces(cut, media) == [0..<75, 75..<125, 125..<175, 175..<180])
  }

  @Test func aChangeMovesOnlyTheBordersAroundIt() {
    func borders(_ second: Rational) -> [Range<Int64>] {
      let media = ["a": facts(), "b": facts()]
      return pieces(
        composition([
          movie("a", 0.s, 2.s), movie("b", 2.s, second), movie("a", second, 7.s), movie("b", 7.s, 9.s),
        ]), media)
    }
    let (before, after) = (borders(4.s), borders(seconds(21, 5)))
    #expect(before.first == after.first && before.last == after.last)
    #expect(before != after)
  }

  @Test func soundBeginsWithTheFirstPicture() {
    var heard = composition([movie("a", 0.s, 2.s)])
    heard.output.audio = AudioSettings(encoder: "aac")
    #expect(RenderPlan(heard, picture: nil).soundJob == nil)
    let sound = AudioSegment(
      content: .sound(
        MediaReference("a"),
        TimeMapping(source: SourceRange(.zero, SourceTime(2, 1)), target: range(0.s, 2.s))), range: range(0.s, 2.s))
    heard.audioTracks = [AudioTrack(id: "main", segments: [sound])]
    #expect(RenderPlan(heard, picture: nil).soundJob?.samples == 0..<96000)
    #expect(RenderPlan(heard, range: range(seconds(1, 50), 1.s), picture: nil).soundJob?.samples == 1920..<48000)
  }

  @Test func theTargetIsEvenAndFitsInside() {
    func canvas(_ width: Int, _ height: Int) -> Canvas {
      Canvas(size: PixelSize(width: width, height: height), rate: FrameRate(25))
    }
    let video = VideoSettings(
      encoder: "libx264", pixelFormat: "yuv420p", maximumSize: PixelSize(width: 1280, height: 720))
    let target = RenderTarget(canvas(1998, 1080), settings: video)
    #expect(target.size == PixelSize(width: 1280, height: 692))
    for (most, size) in [((319, 179), (318, 178)), ((33, 33), (32, 18)), ((1, 1), (2, 2)), ((854, 480), (320, 180))] {
      let limited = VideoSettings(
        encoder: "x", pixelFormat: "yuv420p", maximumSize: PixelSize(width: most.0, height: most.1))
      #expect(RenderTarget(canvas(320, 180), settings: limited).size == PixelSize(width: size.0, height: size.1))
    }
    let half = RenderTarget(
      canvas(1280, 718), settings: VideoSettings(encoder: "x", pixelFormat: "yuv420p"), scale: seconds(1, 2))
    #expect(half.size == PixelSize(width: 640, height: 360))
  }

  @Test func aRangeBeyondTheProgrammeHoldsNothing() {
    var heard = composition([movie("a", 0.s, 2.s)])
    heard.output.audio = AudioSettings(encoder: "aac")
    let mapping = TimeMapping(source: SourceRange(.zero, SourceTime(2, 1)), target: range(0.s, 2.s))
    heard.audioTracks = [
      AudioTrack(
        id: "main", segments: [AudioSegment(content: .sound(MediaReference("a"), mapping), range: range(0.s, 2.s))])
    ]
    for nothing in [range(5.s, 6.s), range(2.s, 3.s), range(1.s, 1.s)] {
      let plan = RenderPlan(heard, range: nothing, picture: nil)
      #expect(plan.frames.isEmpty && plan.pieces.isEmpty && plan.soundJob == nil)
    }
  }

  @Test func piecesOfAnAbsurdlyLongProgrammeTakeNoRoom() {
    let shot = Shot(frames: 100..<Int64.max, layers: [])
    let pieces = PicturePieces([shot], rate: FrameRate(25))
    #expect(pieces.count == Int(Int64.max - 101) / 125 + 1)
    #expect(pieces.first?.frames == 100..<225)
    #expect(pieces.last?.frames.upperBound == Int64.max)
    #expect(pieces[pieces.count - 2].frames.upperBound == pieces.last?.frames.lowerBound)
  }

  @Test func rastersOfTitlesStayWithinReasonOfTheTarget() {
    func scale(_ text: String, size: Double, zoom: Double) -> Double {
      let title = textTitle(
        text, range(0.s, 1.s), style: TextStyle(font: "DejaVu Sans", size: size),
        scale: Curve(Point(x: zoom, y: zoom)))
      var scale = 0.0
      _ = plan(composition([movie("a", 0.s, 1.s)], titles: [title]), ["a": facts()]).recipe(for: 0) { text in
        scale = text.scale
        return nil
      }
      return scale
    }
    #expect(scale("Small", size: 10, zoom: 3) == 3)
    #expect(scale("Small", size: 10, zoom: 1000) <= 16)
    // A line as wide as the canvas, sixteen times as large, would be 256 times its area.
    let wide = scale(String(repeating: "x", count: 10), size: 50, zoom: 16)
    #expect(wide > 2 && wide * wide * 300 * 60 <= 4.01 * 320 * 180)
    let credits = String(repeating: "Somebody\n", count: 200)
    #expect(scale(credits, size: 40, zoom: 1) == 1)
    #expect(scale(credits, size: 1e300, zoom: 16) == 1)
  }
}
