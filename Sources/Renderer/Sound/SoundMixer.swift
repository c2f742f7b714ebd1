import Media
package import TimelineModel

/// Mixes the programme's sound, block after block: plain addition of every track's samples times their gains, and what
/// is done to the whole.
package final class SoundMixer {
  package private(set) var peak = MixPeak()

  private let canvas: Canvas
  private let mixer: ProgrammeMixer
  private let limiter: LimitedSound?
  private var position: Int64

  /// Mixing begins with sample `first` of the timeline. The loudness is left as it is unless `level` says otherwise.
  package convenience init(
    _ composition: Composition, folder: MediaFolder, level: LoudnessLevel? = nil, from first: Int64 = 0
  ) {
    let sources = MixSources(
      canvas: composition.canvas, folder: folder, files: SoundFiles(), stretches: SpeedStretches())
    self.init(ProgrammeMix(composition), sources, level: level, from: first)
  }

  /// What `sources` hold is shared with other mixers of the same programme.
  init(_ mix: ProgrammeMix, _ sources: MixSources, level: LoudnessLevel?, from first: Int64) {
    canvas = sources.canvas
    position = first
    let margin = level == nil ? 0 : LimitedSound.margin(at: sources.canvas.sampleRate)
    mixer = ProgrammeMixer(mix, sources, from: first - margin)
    limiter = level.map { [mixer] in LimitedSound(mixer, level: $0, sampleRate: sources.canvas.sampleRate) }
  }

  /// The next `count` samples, one array for each channel, held to −1...1. `isPresented` says whether they count in
  /// `peak`.
  package func mix(_ count: Int, isPresented: Bool = true) throws(RenderFailure) -> [[Float]] {
    let sum = if let limiter { try limiter.next(count) } else { try mixer.next(count) }
    if isPresented { peak.note(sum, from: position, sampleRate: canvas.sampleRate) }
    position += Int64(count)
    return sum.map { channel in
      [Float](unsafeUninitializedCapacity: count) { samples, initialized in
        channel.withUnsafeBufferPointer { sum in
          for index in 0..<count { samples[index] = Float(min(max(sum[index], -1), 1)) }
        }
        initialized = count
      }
    }
  }

  /// Leaves what other mixers can read on from. Nothing can be mixed after this.
  func finish() { mixer.finish() }
}
