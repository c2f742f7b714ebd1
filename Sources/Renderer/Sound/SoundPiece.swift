import Media

/// A stretch of the programme's sound that is mixed and encoded by itself.
struct SoundPiece: Hashable, Sendable {
  /// The samples of the timeline whose packets it gives.
  var samples: Range<Int64>
  /// Those that its encoder hears.
  var heard: Range<Int64>
  /// True where the sound ends with it.
  var isLast: Bool

  /// Cuts the sound into pieces of about ten seconds, whole frames of the encoder from the first sample on. Without a
  /// framing there is one piece.
  static func pieces(of sound: Range<Int64>, sampleRate: Int, framing: SoundFraming?) -> [SoundPiece] {
    guard let framing else { return [SoundPiece(samples: sound, heard: sound, isLast: true)] }
    let frame = Int64(framing.frameSize)
    let length = (Int64(sampleRate) * 10 + frame - 1) / frame * frame
    // A piece ends only where enough follows for its encoder to give its last packet.
    let least = Int64(max(framing.runOut, 1)) * frame
    var pieces: [SoundPiece] = []
    var start = sound.lowerBound
    while start < sound.upperBound {
      let isLast = sound.upperBound - (start + length) < least
      let samples = start..<(isLast ? sound.upperBound : start + length)
      let heard = samples.lowerBound - Int64(framing.runUp) * frame..<samples.upperBound + Int64(framing.runOut) * frame
      pieces.append(SoundPiece(samples: samples, heard: heard.clamped(to: sound), isLast: isLast))
      start = samples.upperBound
    }
    return pieces
  }
}
