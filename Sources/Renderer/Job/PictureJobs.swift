import Media
import Planner
import TimelineModel

/// Encodes a plan's pieces of picture on several threads and gives them back in order.
final class PictureJobs: Sendable {
  private let results: OrderedResults<EncodedChunk>
  private let halt: CancellationFlag

  init(
    _ jobs: EncodeJobs, plan: PicturePlan, settings: VideoSettings, folder: MediaFolder, threads: Int,
    cancellation: CancellationFlag, frameDone: @escaping @Sendable () -> Void
  ) {
    let halt = CancellationFlag(under: cancellation)
    let firstFrame = jobs.first?.frames.lowerBound ?? 0
    self.halt = halt
    results = OrderedResults(count: jobs.count, window: threads + 2)
    for number in 0..<min(threads, jobs.count) {
      results.startWorker(named: "encode \(number)") {
        let encoder = ChunkEncoder(
          renderer: FrameRenderer(plan, folder: folder), settings: settings, firstFrame: firstFrame,
          cancellation: halt, frameDone: frameDone)
        return { job in
          Result { () throws(RenderFailure) in try encoder.encode(jobs[job]) }
        }
      }
    }
  }

  /// The next piece in order, waiting for it.
  func next() throws(RenderFailure) -> EncodedChunk { try results.next() }

  /// Ends the threads, unfinished work and all.
  func stop() {
    halt.cancel()
    results.stop()
  }
}
