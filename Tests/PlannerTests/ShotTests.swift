import Planner
import TestSupport
import Testing
import TimelineModel

@Suite struct ShotTests {
  private func frames(_ plan: PicturePlan) -> [Range<Int64>] { plan.shots.map(\.frames) }

  @Test func aCutBelongsToWhatFollows() {
    let cut = plan(composition([movie("a", 0.s, 1.s), movie("b", 1.s, 2.s)]), ["a": facts(), "b": facts()])
    #expect(frames(cut) == [0..<25, 25..<50])
    #expect(cut.shots.map(\.media) == [[MediaReference("a")], [MediaReference("b")]])
    #expect(sourceFrames(cut, at: 24) == [24])
    #expect(sourceFrames(cut, at: 25) == [0])
  }

  @Test func aCutBetweenTwoFramesTakesTheLaterOne() {
    let cut = plan(
      composition([movie("a", 0.s, seconds(11, 10)), movie("b", seconds(11, 10), 2.s)]), ["a": facts(), "b": facts()])
    #expect(frames(cut) == [0..<28, 28..<50])
  }

  @Test func whatLiesUnderAnOpaqueFullFrameIsNotRead() {
    let back = VideoTrack(id: "back", segments: [movie("b", 0.s, 2.s)])
    let stacked = composition(
      [movie("a", 0.s, 1.s), gap(1.s, 2.s)], layers: [Layer(content: .track("main")), Layer(content: .track("back"))],
      more: [back])
    let shots = plan(stacked, ["a": facts(), "b": facts()]).shots
    #expect(shots.map(\.media) == [[MediaReference("a")], [MediaReference("b")]])
  }

  @Test func whatLiesUnderASmallOrTransparentPictureIsRead() {
    let layers = [Layer(content: .track("main")), Layer(content: .track("back"))]
    let back = VideoTrack(id: "back", segments: [movie("b", 0.s, 1.s)])
    let stacked = composition([movie("a", 0.s, 1.s)], layers: layers, more: [back])
    let narrow = facts(PixelSize(width: 160, height: 180))
    #expect(plan(stacked, ["a": narrow, "b": facts()]).shots[0].media.count == 2)
    let glass = facts(pixelFormat: "yuva420p", hasAlpha: true)
    #expect(plan(stacked, ["a": glass, "b": facts()]).shots[0].media.count == 2)
  }

  @Test func anOpacityOfNothingIsNotRead() {
    let opacity = Curve(1.0, pieces: [CurvePiece(range(1.s, 2.s), from: 1, to: 0)])
    let fading = plan(composition([movie("a", 0.s, 3.s, opacity: opacity)]), ["a": facts()])
    #expect(frames(fading) == [0..<25, 25..<50, 50..<75])
    #expect(fading.shots[2].layers.isEmpty)
  }

  /// Shows ANI-11.
  @Test func titlesShowInTheirRangeWhereTheInstructionLetsThem() {
    let title = textTitle("x", range(seconds(1, 2), seconds(3, 2)), style: TextStyle(font: "DejaVu Sans", size: 20))
    var titled = composition([movie("a", 0.s, 2.s)], titles: [title])
    #expect(plan(titled, ["a": facts()]).shots.map(\.titles) == [[], [0], []])
    titled.instructions[0].showsTitles = false
    #expect(plan(titled, ["a": facts()]).shots.map(\.titles) == [[]])
  }

  @Test func playingOnAcrossInstructionsIsOneShot() {
    var twice = composition([movie("a", 0.s, 2.s)])
    let layers = twice.instructions[0].layers
    twice.instructions = [
      Instruction(range: range(0.s, 1.s), layers: layers), Instruction(range: range(1.s, 2.s), layers: layers),
    ]
    #expect(frames(plan(twice, ["a": facts()])) == [0..<50])
  }

  @Test func aPictureThatBeginsLaterThanItsSound() {
    var late = facts()
    late.video!.start = seconds(1, 5)
    late.audio = AudioFacts(stream: 1, codec: "aac", sampleRate: 48000, channels: 2, layout: "stereo", duration: 10.s)
    let plan = plan(composition([movie("a", 0.s, 1.s)]), ["a": late])
    #expect(frames(plan) == [0..<5, 5..<25])
    #expect(plan.shots[0].layers.isEmpty)
    #expect(sourceFrames(plan, at: 5) == [0] && sourceFrames(plan, at: 24) == [19])
  }

  @Test func aLongMissingEndIsTransparentAndAShortOneHeld() {
    let short = facts(timing: .regular(FrameRate(25), count: 20))
    let long = plan(composition([movie("a", 0.s, 1.s)]), ["a": short])
    #expect(frames(long) == [0..<20, 20..<25])
    let held = plan(composition([movie("a", 0.s, seconds(21, 25))]), ["a": short])
    #expect(frames(held) == [0..<21])
    #expect(sourceFrames(held, at: 20) == [19])
  }

  @Test func anEmptyStretchIsToldByWhatIsBesideIt() {
    func words(_ segments: [VideoSegment], end: Rational? = nil) -> [String] {
      plan(composition(segments, end: end), ["a": facts(), "b": facts()]).shots.compactMap { shot in
        guard case .encode(let reason) = shot.work, reason.message.hasPrefix("nothing") else { return nil }
        return reason.message
      }
    }
    let nothing = "nothing but the background shows"
    #expect(words([gap(0.s, 1.s), movie("a", 1.s, 2.s)]) == ["\(nothing) before a"])
    #expect(words([movie("a", 0.s, 1.s), gap(1.s, 2.s), movie("b", 2.s, 3.s)]) == ["\(nothing) before b"])
    #expect(words([movie("a", 0.s, 1.s)], end: 2.s) == ["\(nothing) after a"])
    #expect(words([movie("a", 0.s, 1.s, opacity: Curve(0))]) == [nothing])
  }
}
