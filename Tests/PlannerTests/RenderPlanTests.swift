import Planner
import TestSupport
import Testing
import TimelineModel

@Suite struct RenderPlanTests {
  @Test func piecesAreCutWhereTheTimelineSays() {
    let whole = composition([movie("a", 0.s, 12.s)])
    #expect(RenderPlan(whole).encodeJobs.map(\.frames) == [0..<125, 125..<250, 250..<300])
    #expect(RenderPlan(whole, range: range(3.s, 11.s)).encodeJobs.map(\.frames) == [75..<125, 125..<250, 250..<275])
  }

  @Test func soundBeginsWithTheFirstPicture() {
    var heard = composition([movie("a", 0.s, 2.s)])
    heard.output.audio = AudioSettings(encoder: "aac")
    #expect(RenderPlan(heard).soundJob == nil)
    let sound = AudioSegment(
      content: .sound(
        MediaReference("a"),
        TimeMapping(source: SourceRange(.zero, SourceTime(2, 1)), target: range(0.s, 2.s))), range: range(0.s, 2.s))
    heard.audioTracks = [AudioTrack(id: "main", segments: [sound])]
    #expect(RenderPlan(heard).soundJob?.samples == 0..<96000)
    #expect(RenderPlan(heard, range: range(seconds(1, 50), 1.s)).soundJob?.samples == 1920..<48000)
  }

  @Test func theTargetIsEvenAndFitsInside() {
    let video = VideoSettings(
      encoder: "libx264", pixelFormat: "yuv420p", maximumSize: PixelSize(width: 1280, height: 720))
    let target = RenderTarget(canvas: PixelSize(width: 1998, height: 1080), settings: video)
    #expect(target.size == PixelSize(width: 1280, height: 692))
    let half = RenderTarget(
      canvas: PixelSize(width: 1280, height: 718), settings: VideoSettings(encoder: "x", pixelFormat: "yuv420p"),
      scale: seconds(1, 2))
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
      let plan = RenderPlan(heard, range: nothing)
      #expect(plan.frames.isEmpty && plan.encodeJobs.isEmpty && plan.soundJob == nil)
    }
  }

  @Test func piecesOfAnAbsurdlyLongProgrammeTakeNoRoom() {
    let jobs = EncodeJobs(of: 100..<Int64.max, length: 125)
    #expect(jobs.count == Int(Int64.max - 1) / 125 + 1)
    #expect(jobs.first?.frames == 100..<125)
    #expect(jobs.last?.frames.upperBound == Int64.max)
  }

  @Test func rastersOfTitlesStayWithinReasonOfTheTarget() {
    func scale(_ text: String, size: Double, zoom: Double) -> Double {
      let title = Title(
        text: text, range: range(0.s, 1.s), style: TextStyle(font: "DejaVu Sans", size: size),
        position: Curve(Point(x: 0, y: 0)), scale: Curve(Point(x: zoom, y: zoom)))
      return plan(composition([movie("a", 0.s, 1.s)], titles: [title]), ["a": facts()]).rasterScale(ofTitle: 0)
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
