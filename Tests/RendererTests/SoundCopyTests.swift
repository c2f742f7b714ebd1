import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Sound that is copied: the samples of the source, from the first one on.
@Suite struct SoundCopyTests {
  private let studio: Studio
  private let count = 48000 * 25

  init() throws {
    studio = try Studio()
    // Perceptual noise is made anew by every decoder.
    try TestSound.write(
      [TestSound.sweep(count: count), TestSound.tone(330, count: count)], to: studio.folder.path("a.m4a"),
      container: .m4a, settings: AudioSettings(encoder: "aac", bitRate: 128_000, options: ["aac_pns": "0"]))
    studio.add("a.m4a")
  }

  private func programme(from source: Rational, length: Rational) -> Composition {
    var result = composition([gap(0.s, length)], end: length)
    let mapping = TimeMapping(
      source: SourceRange(start: SourceTime(source), duration: length), target: range(0.s, length))
    result.audioTracks = [
      AudioTrack(
        id: "a",
        segments: [AudioSegment(content: .sound(MediaReference("a.m4a"), mapping), range: range(0.s, length))])
    ]
    result.output.audio = AudioSettings(encoder: "aac", bitRate: 96_000)
    return result
  }

  @Test(arguments: zip([0, 1, 1023, 1024, 123_457], [OutputSettings.Container.mp4, .mov, .mov, .mp4, .m4a]))
  func samplesAreTheSources(first: Int, container: OutputSettings.Container) throws {
    let length = 48000 * 21 + 77
    let composed = programme(from: Rational(Int64(first), 48000), length: Rational(Int64(length), 48000))
    let decision = SoundDecision(composed, range: 0..<Int64(length), catalog: studio.catalog)
    guard case .copy(let copy) = decision else {
      Issue.record("\(decision)")
      return
    }
    let pieces = try SoundPieces(
      composed, folder: studio.media, job: SoundJob(samples: 0..<Int64(length)), copy: copy)
    let made = try (0..<pieces.count).map { try pieces.encode(piece: $0) }
    #expect(made.count == 3 && made.allSatisfy { $0.parameters == made[0].parameters })
    let name = "copy.\(container.rawValue)"
    let muxer = try Muxer(path: studio.folder.path(name), container: container, streams: [made[0].parameters])
    for packet in made.flatMap(\.packets) { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    studio.add(name)
    let (source, copied) = (try facts("a.m4a"), try facts(name))
    #expect(copied.start == .zero && copied.duration == Rational(Int64(length), 48000))
    let original = try SoundReader(path: studio.folder.path("a.m4a"), facts: source).read(from: 0, count: count)
    let found = try SoundReader(path: studio.folder.path(name), facts: copied).read(from: 0, count: length)
    for channel in 0..<2 {
      #expect(zip(found[channel], original[channel][first...]).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  /// A file that was made of one with a clock of milliseconds has times that are off by up to half of one.
  @Test func packetsFollowOnOneAnotherWhateverTheirClockSays() throws {
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.m4a"), "-c", "copy", studio.folder.path("b.mkv"))
    try CommandLineTool.ffmpeg("-i", studio.folder.path("b.mkv"), "-c", "copy", studio.folder.path("b.m4a"))
    studio.add("b.m4a")
    let samples: Range<Int64> = 5000..<965_000
    let copier = try SoundCopier(path: studio.folder.path("b.m4a"), facts: try facts("b.m4a"), samples: samples)
    let packets = try copier.packets(in: 0..<960_000)
    #expect(packets.count > 930)
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $1.pts - $0.pts == 1024 })
    let later = try copier.packets(in: 480_000..<490_000)
    #expect(later.map(\.pts) == packets.map(\.pts).filter { (480_000..<490_000).contains($0) })
    let muxer = try Muxer(path: studio.folder.path("copy.mp4"), container: .mp4, streams: [copier.parameters])
    for packet in packets { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    studio.add("copy.mp4")
    let original = try SoundReader(path: studio.folder.path("b.m4a"), facts: try facts("b.m4a"))
      .read(from: 5000, count: 960_000)
    let found = try SoundReader(path: studio.folder.path("copy.mp4"), facts: try facts("copy.mp4"))
      .read(from: 0, count: 960_000)
    for channel in 0..<2 { #expect(zip(found[channel], original[channel]).allSatisfy { abs($0 - $1) < 1e-6 }) }
  }

  private func facts(_ name: String) throws -> AudioFacts {
    try #require(studio.catalog.facts(for: MediaReference(name))?.audio)
  }
}
