import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Clips that other programs made, cut, turned, scaled and joined with one another.
@Suite(.enabled(if: RealClips.areThere)) struct RealClipRenderTests {
  private static let canvas = PixelSize(width: 320, height: 180)

  /// The catalog of all clips, which lie where they are.
  private func catalog(_ names: [String]) -> MediaCatalog {
    var catalog = MediaCatalog()
    for name in names {
      let path = RealClips.path(name)
      catalog.media[MediaReference(path)] = MediaProbe.probe(path: path, depth: .precise)
    }
    for encoder in ["ffv1", "pcm_s16le"] { catalog.encoders[encoder] = EncoderCatalog.finding(encoder) }
    return catalog
  }

  private func facts(_ name: String, _ catalog: MediaCatalog) throws -> MediaFacts {
    try #require(catalog.facts(for: MediaReference(RealClips.path(name))))
  }

  /// Right way up and in the right colours: as FFmpeg itself turns and scales them.
  @Test(arguments: RealClips.names) func looksAsElsewhere(name: String) throws {
    let folder = try TemporaryFolder()
    let catalog = catalog([name])
    let facts = try facts(name, catalog)
    let video = try #require(facts.video)
    // What is HDR is shown by tests with numbers of their own.
    guard video.color.transfer != "arib-std-b67" else { return }
    let number = min(video.timing.frameCount! - 1, 6)
    let time = facts.videoStart + video.timing.seconds(ofFrame: number)
    let still = range(0.s, 1.s)
    let mapping = TimeMapping(source: SourceRange(start: SourceTime(time), duration: seconds(1, 1000)), target: still)
    let segment = VideoSegment(content: .movie(MediaReference(RealClips.path(name)), mapping), range: still)
    let composition = composition([segment], size: Self.canvas)
    let target = RenderTarget(composition.canvas, settings: composition.output.video!)
    let plan = PicturePlan(composition, catalog: catalog, target: target, level: .full)
    let seen = Planes(try FrameRenderer(plan, folder: MediaFolder(root: "", within: nil, catalog: catalog)).frame(0))

    let display = video.displaySize
    let height =
      display.width * 180 > display.height * 320
      ? Int((320 * Double(display.height) / Double(display.width)).rounded()) : 180
    let width = height < 180 ? 320 : Int((180 * Double(display.width) / Double(display.height)).rounded())
    let (matrix, isFull) = (
      video.color.matrix == "bt709" || video.color.matrix == nil && video.codedSize.height > 576,
      video.color.isFullRange == true
    )
    let filter =
      "select=eq(n\\,\(number)),scale=\(width):\(height):flags=area+accurate_rnd+full_chroma_int:in_color_matrix="
      + "\(matrix ? "bt709" : "bt601"):out_color_matrix=bt709:in_range=\(isFull ? "pc" : "tv"):out_range=tv,format=yuv444p"
    let output = folder.path("a.png")
    try CommandLineTool.ffmpeg(
      "-i", RealClips.path(name), "-map", "0:\(video.stream)", "-vsync", "0", "-vf",
      filter + ",scale=in_color_matrix=bt709:in_range=tv,format=rgb24", "-frames:v", "1", output)
    let found = try #require(MediaProbe.probe(path: output, depth: .precise).facts?.video)
    let other = Planes(
      try FrameConverter.convert(try FrameReader(path: output, facts: found).frame(0), to: "yuv444p", color: .bt709))
    #expect(other.luma.count == height && other.luma[0].count == width)
    let (left, top) = ((320 - width) / 2, (180 - height) / 2)
    // Means over blocks, which no way of scaling changes much, wherever half a pixel is rounded to.
    func worst(_ dx: Int, _ dy: Int) -> Int {
      var worst = 0
      for y in stride(from: 8, to: height - 24, by: 24) {
        for x in stride(from: 8, to: width - 24, by: 24) {
          for channel in 0..<3 {
            func mean(_ planes: Planes, _ dx: Int, _ dy: Int) -> Int {
              var sum = 0
              for row in stride(from: 0, to: 16, by: 2) {
                for column in stride(from: 0, to: 16, by: 2) {
                  sum += planes.color(atX: x + column + dx, y: y + row + dy)[channel]
                }
              }
              return (sum + 32) / 64
            }
            worst = max(worst, abs(mean(seen, left + dx, top + dy) - mean(other, 0, 0)))
          }
        }
      }
      return worst
    }
    let least = [worst(0, 0), worst(width % 2, height % 2)].min()!
    #expect(least <= 5, "\(name): \(least)")
  }

  /// Every clip for a fifth of a second, each turned and scaled in another way, picture and sound.
  @Test func allJoined() throws {
    let catalog = catalog(RealClips.names)
    let folder = try TemporaryFolder()
    var (pictures, sounds): ([VideoSegment], [AudioSegment]) = ([], [])
    for (index, name) in RealClips.names.enumerated() {
      let media = MediaReference(RealClips.path(name))
      let facts = try facts(name, catalog)
      let here = range(seconds(Int64(index), 5), seconds(Int64(index) + 1, 5))
      let start = facts.videoStart
      let length = min(facts.videoEnd! - start, seconds(1, 5))
      let mapping = TimeMapping(source: SourceRange(start: SourceTime(start), duration: length), target: here)
      let placement = Placement(
        fit: index % 2 == 0 ? .contain : .cover, scale: Curve(Point(x: 0.5 + Double(index) / 20, y: 0.5)),
        rotation: Curve(Double(index) * 17))
      pictures.append(VideoSegment(content: .movie(media, mapping), range: here, placement: placement))
      sounds.append(AudioSegment(content: facts.audio == nil ? .gap : .sound(media, mapping), range: here))
    }
    var joined = composition(pictures, size: Self.canvas)
    joined.audioTracks = [AudioTrack(id: "main", segments: sounds)]
    joined.output = OutputSettings(
      preset: "test", container: .mkv, video: VideoSettings(encoder: "ffv1", pixelFormat: "yuv420p"),
      audio: AudioSettings(encoder: "pcm_s16le"))
    let media = MediaFolder(root: "", within: nil, catalog: catalog)
    let report = try RenderSession(joined, folder: media, outputPath: folder.path("all.mkv")).run()
    #expect(report.frames == 50 && report.samples == 96_000)
    let made = try #require(MediaProbe.probe(path: folder.path("all.mkv"), depth: .precise).facts)
    #expect(made.video?.timing == .regular(FrameRate(25), count: 50))
    #expect(made.audio?.duration == 2.s)
    let levels = try SoundReader(path: folder.path("all.mkv"), facts: #require(made.audio))
    for (index, name) in RealClips.names.enumerated() {
      let part = try levels.read(from: Int64(index) * 9600 + 1800, count: 6000)
      let isHeard = part.contains { $0.contains { abs($0) > 0.0005 } }
      if try facts(name, catalog).audio == nil { #expect(!isHeard, "\(name)") }
    }
  }

  /// A clip's sound comes where it stands beside its picture: as decoding it from its beginning gives it.
  @Test(arguments: RealClips.names) func soundIsInStep(name: String) throws {
    let catalog = catalog([name])
    let facts = try facts(name, catalog)
    guard let audio = facts.audio, let end = facts.audioEnd, end > seconds(4, 5) else { return }
    let media = MediaReference(RealClips.path(name))
    let (from, here) = (facts.audioStart + seconds(1, 5), range(0.s, seconds(1, 2)))
    let mapping = TimeMapping(source: SourceRange(start: SourceTime(from), duration: seconds(1, 2)), target: here)
    var cut = composition([gap(0.s, seconds(1, 2))])
    cut.canvas.sampleRate = audio.sampleRate
    cut.audioTracks = [AudioTrack(id: "main", segments: [AudioSegment(content: .sound(media, mapping), range: here)])]
    let mixed = try SoundMixer(cut, folder: MediaFolder(root: "", within: nil, catalog: catalog)).mix(audio.sampleRate / 4)
    let reader = try SoundReader(
      path: media.path, facts: audio, sampleRate: audio.sampleRate, channels: cut.canvas.channels)
    let straight = try reader.read(from: 0, count: audio.sampleRate / 2)
    let first = ((from - facts.audioStart) * Rational(audio.sampleRate)).rounded!
    let worst = mixed[0].indices.map { abs(mixed[0][$0] - straight[0][Int(first) + $0]) }.max() ?? 0
    #expect(worst < 0.01)
  }
}

extension MediaFinding {
  fileprivate var facts: MediaFacts? { if case .found(let facts) = self { facts } else { nil } }
}
