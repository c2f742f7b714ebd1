import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Clips that other programs made, where they are at hand.
@Suite(.enabled(if: RealClips.areThere)) struct RealClipTests {
  @Test(arguments: RealClips.names)
  func agreesWithTheDecoder(name: String) throws {
    let path = RealClips.path(name)
    let facts = try facts(path)
    if let video = facts.video {
      let frames = try CommandLineTool.ffprobe(
        path, "-select_streams", "\(video.stream)", "-show_entries", "frame=best_effort_timestamp_time")
      #expect(video.timing.frameCount == Int64(frames.count))
      for (index, time) in frames.enumerated() {
        let time = try #require(Double(time.split(separator: ",")[0]))
        let start = video.delay.map { video.start - $0 } ?? video.start
        let found = (start + video.timing.seconds(ofFrame: Int64(index))).approximate
        // The coarsest clock among them ticks 600 times a second.
        #expect(abs(found - time) < 1.0 / 600, "frame \(index)")
      }
      let reader = try FrameReader(path: path, facts: video)
      var dice = Dice()
      for index in (0..<Int64(frames.count)).shuffled(using: &dice).prefix(5).sorted(by: { $0 % 7 < $1 % 7 }) {
        let frame = try reader.frame(index)
        #expect(frame.size == video.codedSize)
        if index < 30 { #expect(try isEqual(frame, walk(path, video, to: index)), "frame \(index)") }
      }
    }
    if let audio = facts.audio {
      let whole = try SoundReader(path: path, facts: audio)
      let all = try whole.read(from: 0, count: Int(whole.length))
      let jumping = try SoundReader(path: path, facts: audio)
      for start in [whole.length / 2, whole.length / 5, whole.length * 4 / 5] {
        let part = try jumping.read(from: start, count: 500)
        let difference = (0..<500).map { abs(part[0][$0] - all[0][Int(start) + $0]) }.max() ?? 0
        #expect(difference <= 1e-2, "at \(start)")
      }
    }
  }

  /// The frame as reading from the start gives it.
  private func walk(_ path: String, _ video: VideoFacts, to index: Int64) throws -> VideoFrame {
    let reader = try FrameReader(path: path, facts: video)
    for number in 0..<index { _ = try reader.frame(number) }
    return try reader.frame(index)
  }

  private func isEqual(_ a: VideoFrame, _ b: VideoFrame) -> Bool {
    a.withPlane(0) { left, stride in
      b.withPlane(0) { right, _ in
        (0..<a.size.height).allSatisfy { row in
          left[row * stride..<row * stride + a.size.width].elementsEqual(
            right[row * stride..<row * stride + a.size.width])
        }
      }
    }
  }

  @Test func knowsWhatIsSpecialAboutEach() throws {
    func video(_ name: String) throws -> VideoFacts { try #require(try facts(RealClips.path(name)).video) }
    let bunny = try facts(RealClips.path("bigbuckbunny.mp4"))
    #expect(bunny.video?.codedSize == PixelSize(width: 1280, height: 720))
    #expect(bunny.video?.timing.rate == FrameRate(25))
    #expect(bunny.audio?.channels == 6)
    #expect(try video("bbb_0_30.webm").timing.rate == FrameRate(24))
    #expect(try video("bt601.mov").color.matrix == "smpte170m")
    #expect(try video("rot270.mp4").orientation.quarterTurns % 2 == 1)
    #expect(try video("rotate_reflect.mp4").orientation.isMirrored)
    if case .regular = try video("slowmo.mp4").timing { Issue.record("slow motion is even") }
    #expect(try facts(RealClips.path("sample_portrait.mp4")).audio?.channels == 1)
  }
}
