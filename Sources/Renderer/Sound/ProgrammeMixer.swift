import Media
import TimelineModel

/// Adds up all tracks and does to the sum what is to be done to it, block after block. Before the programme there is
/// silence.
final class ProgrammeMixer {
  private let mix: ProgrammeMix
  private let tracks: [TrackMixer]
  private let canvas: Canvas
  private var channels: Int { canvas.channels }
  private var relay: EffectRelay?
  /// The next sample that is given, and the next one that is mixed.
  private(set) var position: Int64
  private var mixed: Int64

  init(_ mix: ProgrammeMix, _ sources: MixSources, from first: Int64) {
    self.mix = mix
    let start = max(0, first)
    let rate = sources.canvas.sampleRate
    canvas = sources.canvas
    position = first
    relay = EffectRelay(mix.effects, sampleRate: rate, channels: canvas.channels, for: start, length: mix.length)
    mixed = relay?.heard ?? start
    tracks = mix.tracks.map { [mixed] in TrackMixer($0, sources, from: mixed) }
  }

  /// The next `count` samples, one array for each channel.
  func next(_ count: Int) throws(RenderFailure) -> [[Double]] {
    let silent = Int(min(max(0, -position), Int64(count)))
    position += Int64(count)
    if silent == 0 { return try sum(count) }
    let silence = [Double](repeating: 0, count: silent)
    guard silent < count else { return Array(repeating: silence, count: channels) }
    return try sum(count - silent).map { silence + $0 }
  }

  /// Leaves what other mixers can read on from. Nothing can be mixed after this.
  func finish() { for track in tracks { track.finish() } }

  private func sum(_ count: Int) throws(RenderFailure) -> [[Double]] {
    let made = try relay?.next(count) { heard throws(RenderFailure) in
      try mixed(heard.count)
    } failing: {
      .effect($0, at: position, canvas, span: mix.origin.span)
    }
    if let made { return made }
    return try mixed(count)
  }

  /// The next samples of all tracks.
  private func mixed(_ count: Int) throws(RenderFailure) -> [[Double]] {
    var sum = Array(repeating: [Double](repeating: 0, count: count), count: channels)
    for track in tracks { try track.add(to: &sum, at: mixed) }
    mixed += Int64(count)
    return sum
  }
}
