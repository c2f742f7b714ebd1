import Media
import TimelineModel

/// Gives the packets of a programme's sound in order, piece by piece, as far as it is asked to.
final class SoundFeed {
  let parameters: StreamParameters
  private(set) var peak = MixPeak()
  private let pieces: SoundPieces
  private let results: OrderedResults<EncodedSound>
  private let sampleRate: Int
  private var next = 0
  private var first: EncodedSound?

  /// The pieces are made on so many threads, ahead of what is asked for.
  init(_ pieces: SoundPieces, sampleRate: Int, threads: Int, tokens: (any JobTokens)?) throws(RenderFailure) {
    self.pieces = pieces
    self.sampleRate = sampleRate
    let results = OrderedResults<EncodedSound>(count: pieces.count, window: threads + 2)
    self.results = results
    for number in 0..<min(threads, pieces.count) {
      results.startWorker(tokens: number == 0 ? nil : tokens) {
        { piece in Result { () throws(RenderFailure) in try pieces.encode(piece: piece) } }
      }
    }
    do throws(RenderFailure) {
      let first = try results.next()
      parameters = first.parameters
      self.first = first
    } catch {
      results.stop()
      throw error
    }
  }

  deinit { results.stop() }

  /// Takes the packets of a piece of so many samples.
  typealias Write = (_ packets: [EncodedPacket], _ samples: Int) throws(RenderFailure) -> Void

  /// Every piece that begins before a time of the timeline; nil is all that are left.
  func write(until seconds: Rational? = nil, _ write: Write) throws(RenderFailure) {
    let end = seconds.flatMap { ($0 * Rational(sampleRate)).ceiling } ?? .max
    while next < pieces.count, pieces.samples(of: next).lowerBound < end {
      let piece: EncodedSound
      if let first { piece = first } else { piece = try results.next() }
      first = nil
      peak.note(piece.peak)
      try write(piece.packets, pieces.samples(of: next).count)
      next += 1
    }
  }
}
