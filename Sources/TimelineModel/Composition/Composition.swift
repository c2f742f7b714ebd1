/// The resolved programme: no names to look up, no holes, no defaults left to apply.
///
/// It may still be wrong, with instructions that leave gaps or ramps that overlap: the checker's rules say so in the
/// document's words, and only what they accept is rendered.
package struct Composition: Hashable, Sendable {
  package var canvas: Canvas
  /// The programme runs from zero to here.
  package var end: TimelineTime
  /// What is written higher lies in front.
  package var videoTracks: [VideoTrack]
  package var audioTracks: [AudioTrack]
  /// What is done to the sum of the audio tracks.
  package var mastering: Mastering
  /// For every moment, the layers that show. They tile the programme.
  package var instructions: [Instruction]
  /// What is done to the whole picture, below the titles that lie in front of all.
  package var effects: [Effect] = []
  /// In front of every instruction that allows them; the first in front of the others.
  package var titles: [Title]
  package var chapters: [Chapter]
  /// Container keys and their text, such as `title`.
  package var metadata: [String: String]
  package var output: OutputSettings
  package var origin: Origin

  package init(
    canvas: Canvas, end: TimelineTime, videoTracks: [VideoTrack] = [], audioTracks: [AudioTrack] = [],
    mastering: Mastering = .none,
    instructions: [Instruction] = [], titles: [Title] = [], chapters: [Chapter] = [],
    metadata: [String: String] = [:], output: OutputSettings, origin: Origin = .none
  ) {
    self.canvas = canvas
    self.end = end
    self.videoTracks = videoTracks
    self.audioTracks = audioTracks
    self.mastering = mastering
    self.instructions = instructions
    self.titles = titles
    self.chapters = chapters
    self.metadata = metadata
    self.output = output
    self.origin = origin
  }

  package var range: TimelineRange { TimelineRange(.zero, end) }
  /// Of all tracks, one after another. There may be very many, so they are not gathered in an array.
  package var videoSegments: FlattenSequence<[[VideoSegment]]> { videoTracks.map(\.segments).joined() }
  package var audioSegments: FlattenSequence<[[AudioSegment]]> { audioTracks.map(\.segments).joined() }
  /// How many frames the picture has.
  package var frameCount: Int64 { canvas.rate.firstFrame(from: end.seconds) ?? 0 }

  /// Lets the programme go on to `time`, with the background, its titles and its sound.
  package mutating func extend(to time: TimelineTime) {
    guard time > end else { return }
    let covered = instructions.last?.range.end ?? .zero
    if covered < time { instructions.append(Instruction(range: TimelineRange(covered, time), layers: [])) }
    end = time
  }
}

package struct Canvas: Hashable, Sendable {
  package var size: PixelSize
  package var rate: FrameRate
  package var background: Color
  /// Samples per second of the mix.
  package var sampleRate: Int
  package var channels: Int
  /// What the timecode of the first frame says, in seconds.
  package var start: Rational
  /// Whether that timecode, and those that follow, leave numbers out.
  package var startDropsFrames = false
  /// BT.709, PQ or HLG.
  package var color: ColorMeaning
  package var origin: Origin

  package init(
    size: PixelSize, rate: FrameRate, background: Color = .black, sampleRate: Int = 48000, channels: Int = 2,
    start: Rational = .zero, color: ColorMeaning = .bt709, origin: Origin = .none
  ) {
    self.size = size
    self.rate = rate
    self.background = background
    self.sampleRate = sampleRate
    self.channels = channels
    self.start = start
    self.color = color
    self.origin = origin
  }

  /// Libav's name for its channels, of which it takes this one for their number; nil where there is none.
  package var channelLayout: String? {
    let names = ["mono", "stereo", "2.1", "4.0", "5.0", "5.1", "6.1", "7.1"]
    return names.indices.contains(channels - 1) ? names[channels - 1] : nil
  }

  /// What light its pixels stand for.
  package var light: PictureLight { color.canvasLight }
}

/// A track's name, unique among the tracks of its kind.
package struct TrackID: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
  package let name: String
  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }
  package var description: String { name }
  package static func < (a: TrackID, b: TrackID) -> Bool { a.name < b.name }
}

extension Composition {
  /// True where a track or a title can be seen.
  package var hasPicture: Bool { !videoTracks.isEmpty || !titles.isEmpty }
  /// True where some segment is heard.
  package var hasSound: Bool { audioTracks.contains { $0.segments.contains { !$0.isGap } } }
}
