import Media
import TimelineModel

/// Gives the packets of a programme's sound in order, piece by piece, as far as it is asked to.
final class SoundFeed {
  let parameters: StreamParameters
  private(set) var peak = MixPeak()
  private let pieces: SoundPieces
  private let sampleRate: Int
  private var next = 0
  private var first: EncodedSound?

  init(_ pieces: SoundPieces, sampleRate: Int) throws(RenderFailure) {
    self.pieces = pieces
    self.sampleRate = sampleRate
    let first = try pieces.encode(piece: 0)
    parameters = first.parameters
    self.first = first
  }

  /// Takes the packets of a piece of so many samples.
  typealias Write = (_ packets: [EncodedPacket], _ samples: Int) throws(RenderFailure) -> Void

  /// Every piece that begins before a time of the timeline; nil is all that are left.
  func write(until seconds: Rational? = nil, _ write: Write) throws(RenderFailure) {
    let end = seconds.flatMap { ($0 * Rational(sampleRate)).ceiling } ?? .max
    while next < pieces.count, pieces.samples(of: next).lowerBound < end {
      let piece: EncodedSound
      if let first { piece = first } else { piece = try pieces.encode(piece: next) }
      first = nil
      peak.note(piece.peak)
      try write(piece.packets, pieces.samples(of: next).count)
      next += 1
    }
  }
}
