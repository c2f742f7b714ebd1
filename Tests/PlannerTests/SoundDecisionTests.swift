import Planner
import TestSupport
import Testing
import TimelineModel

/// When sound may be copied, and why not.
@Suite struct SoundDecisionTests {
  private func media(
    rate: Int = 48000, channels: Int = 2, layout: String = "stereo", codec: String = "aac", profile: String? = "LC",
    container: String = "mov,mp4,m4a", hasSeveralHeaders: Bool? = nil
  ) -> MediaCatalog {
    var audio = AudioFacts(
      stream: 1, codec: codec, profile: profile, sampleRate: rate, channels: channels, layout: layout,
      duration: 20.s)
    audio.hasSeveralHeaders = hasSeveralHeaders
    return catalog(["a.mp4": MediaFacts(container: container, audio: audio)])
  }

  private func segment(_ start: Rational, _ end: Rational, from source: Rational = 2.s, speed: Rational = .one)
    -> AudioSegment
  {
    let target = range(start, end)
    let mapping = TimeMapping(
      source: SourceRange(start: SourceTime(source), duration: target.duration * speed), target: target)
    return AudioSegment(content: .sound(MediaReference("a.mp4"), mapping), range: target)
  }

  private func programme(_ change: (inout Composition) -> Void = { _ in }) -> Composition {
    var result = composition([gap(0.s, 10.s)], end: 10.s)
    result.audioTracks = [AudioTrack(id: "a", segments: [segment(0.s, 10.s)])]
    result.output.audio = AudioSettings(encoder: "aac", bitRate: 128_000)
    change(&result)
    return result
  }

  private func reasons(
    _ composition: Composition, _ catalog: MediaCatalog? = nil, range: Range<Int64> = 0..<480_000, allowed: Bool = true
  ) -> [SoundDecision.Reason] {
    switch SoundDecision(composition, range: range, catalog: catalog ?? media(), isCopyingAllowed: allowed) {
    case .copy: []
    case .encode(let obstacles): obstacles.map(\.reason)
    }
  }

  @Test func oneUntouchedStretchIsCopied() {
    let decision = SoundDecision(programme(), range: 48000..<480_000, catalog: media())
    guard case .copy(let copy) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(copy.media == MediaReference("a.mp4") && copy.samples == 144_000..<576_000)
  }

  @Test func whatIsDoneToItStandsInTheWay() {
    #expect(reasons(programme(), allowed: false) == [.forbidden])
    #expect(reasons(programme { $0.audioTracks[0].segments = [] }) == [.silence])
    #expect(
      reasons(programme { $0.audioTracks[0].segments = [segment(0.s, 4.s), segment(4.s, 10.s)] }) == [.severalSegments])
    #expect(
      reasons(programme { $0.audioTracks.append(AudioTrack(id: "b", segments: [segment(9.s, 10.s)])) })
        == [.severalSegments])
    #expect(reasons(programme { $0.audioTracks[0].segments = [segment(0.s, 9.s)] }) == [.silence])
    #expect(reasons(programme { $0.audioTracks[0].segments = [segment(0.s, 10.s, from: 11.s)] }) == [.silence])
    #expect(reasons(programme { $0.audioTracks[0].segments[0].volume = Curve(0.5) }) == [.gain])
    #expect(reasons(programme { $0.audioTracks[0].volume = Curve(2) }) == [.gain])
    #expect(reasons(programme { $0.audioTracks[0].segments[0].fade = Fade(out: 1.s) }) == [.fade])
    #expect(reasons(programme { $0.audioTracks[0].fade = Fade(in: 1.s) }) == [.fade])
    #expect(
      reasons(programme { $0.audioTracks[0].segments[0].crossfadeIn = Crossfade(duration: 1.s) }) == [.fade])
    #expect(reasons(programme { $0.audioTracks[0].segments = [segment(0.s, 10.s, speed: seconds(3, 2))] }) == [.speed])
  }

  @Test func whatTheSourceIsStandsInTheWay() {
    #expect(reasons(programme(), media(rate: 44100)) == [.rateDiffers])
    #expect(reasons(programme(), media(channels: 1)) == [.channelsDiffer])
    let surround = programme { $0.canvas.channels = 6 }
    #expect(reasons(surround, media(channels: 6, layout: "5.1")) == [])
    #expect(reasons(surround, media(channels: 6, layout: "6.0(front)")) == [.channelsDiffer])
    #expect(reasons(surround, media(channels: 6, layout: "6 channels")) == [.channelsDiffer])
    #expect(reasons(programme(), media(codec: "mp3")) == [.codecDiffers])
    #expect(reasons(programme(), media(profile: "HE-AAC")) == [.codecDiffers])
    #expect(reasons(programme(), media(hasSeveralHeaders: true)) == [.codecDiffers])
    #expect(reasons(programme { $0.output.audio!.encoder = "flac" }) == [.codecDiffers])
    #expect(reasons(programme(), media(container: "matroska,webm")) == [.container])
    #expect(reasons(programme { $0.output.container = .mkv }) == [.container])
  }

  @Test func whatTheExportAsksForStandsInTheWay() {
    #expect(reasons(programme { $0.output.audioRateIsWritten = true }) == [.sizeLimited])
    #expect(reasons(programme { $0.output.fileLengthLimit = 500_000 }) == [.sizeLimited])
    #expect(reasons(programme { $0.output.audio!.options = ["cutoff": "4000"] }) == [.options])
  }

  @Test func onlyWhatIsRenderedCounts() {
    let ramp = Curve(1.0, pieces: [CurvePiece(range(6.s, 7.s), from: 1, to: 0)])
    let ramped = programme { $0.audioTracks[0].volume = ramp }
    #expect(reasons(ramped, range: 0..<288_000) == [])
    #expect(reasons(ramped, range: 0..<288_001) == [.gain])
    #expect(reasons(ramped, range: 400_000..<480_000) == [.gain])
    let faded = programme { $0.audioTracks[0].segments[0].fade = Fade(in: 1.s) }
    #expect(reasons(faded, range: 48000..<96000) == [])
    #expect(reasons(faded, range: 47999..<96000) == [.fade])
    let back = Curve(1.0, pieces: [CurvePiece(range(2.s, 3.s), from: 1, to: 0.5, after: .reset)])
    #expect(reasons(programme { $0.audioTracks[0].volume = back }, range: 144_000..<192_000) == [])
  }
}
