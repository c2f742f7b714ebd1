import Media
import Planner

/// Makes the pieces of picture that are encoded, on several threads, and gives them back in order.
final class PictureJobs: Sendable {
  private let results: OrderedResults<EncodedPiece>
  private let halt: CancellationFlag

  init(
    _ pieces: PicturePieces, setup: PictureSetup, threads: Int, tally: PieceTally, cancellation: CancellationFlag,
    frameDone: @escaping @Sendable () -> Void
  ) {
    let halt = CancellationFlag(under: cancellation)
    self.halt = halt
    results = OrderedResults(count: pieces.count, window: threads + 2)
    for number in 0..<min(threads, pieces.count) {
      // Every process has leave for one job without asking.
      results.startWorker(named: "encode \(number)", tokens: number == 0 ? nil : setup.tokens) {
        let source = PieceSource(setup, tally: tally, cancellation: halt, frameDone: frameDone)
        return { job in
          Result { () throws(RenderFailure) in try source.piece(pieces[job]) }
        }
      }
    }
  }

  /// The next piece in order, waiting for it.
  func next() throws(RenderFailure) -> EncodedPiece { try results.next() }

  /// Ends the threads, unfinished work and all.
  deinit {
    halt.cancel()
    results.stop()
  }
}
