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
}
