import Media
import Planner

/// Works on the pieces of picture that are encoded, on several threads, and gives back in order what comes of them.
final class PictureJobs<Value: Sendable>: Sendable {
  private let results: OrderedResults<Value>
  private let halt: CancellationFlag

  /// What is done for the piece of a number.
  typealias Work = @Sendable (PieceSource, Int) throws(RenderFailure) -> Value

  init(
    count: Int, setup: PictureSetup, threads: Int, tally: PieceTally, cancellation: CancellationFlag,
    frameDone: @escaping @Sendable () -> Void, _ work: @escaping Work
  ) {
    let halt = CancellationFlag(under: cancellation)
    self.halt = halt
    results = OrderedResults(count: count, window: threads + 2)
    let workers = min(threads, count)
    let readsAhead = workers < Processors.available
    let underway = PiecesUnderway()
    for number in 0..<workers {
      // Every process has leave for one job without asking.
      results.startWorker(tokens: number == 0 ? nil : setup.tokens) {
        let source = PieceSource(
          setup, readsAhead: readsAhead, tally: tally, underway: underway, cancellation: halt, frameDone: frameDone)
        return { job in
          Result { () throws(RenderFailure) in try work(source, job) }
        }
      }
    }
  }

  /// What comes of the next piece in order, waiting for it.
  func next() throws(RenderFailure) -> Value { try results.next() }

  /// Ends the threads, unfinished work and all.
  deinit {
    halt.cancel()
    results.stop()
  }
}
