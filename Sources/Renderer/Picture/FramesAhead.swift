import Foundation
import Media
import Planner
import Platform

/// Makes frames on a thread of its own, ahead of the one who takes them, so that reading and drawing go on while
/// that one encodes. Until `stop` has been called, nobody else may use the renderer.
final class FramesAhead: @unchecked Sendable {
  private let condition = NSCondition()
  private let renderer: FrameRenderer
  private let makings: [FrameMaking]
  /// One frame at most waits to be taken.
  private var waiting: Result<VideoFrame, RenderFailure>?
  private var isStopped = false
  private var hasEnded = false

  /// Nil where the system starts no thread for it.
  init?(_ makings: [FrameMaking], renderer: FrameRenderer, start: WorkThread.Starter = WorkThread.starter) {
    self.makings = makings
    self.renderer = renderer
    do throws(SystemFailure) {
      try start { [self] in
        makeAll()
        condition.withLock {
          hasEnded = true
          condition.broadcast()
        }
      }
    } catch { return nil }
  }

  private func makeAll() {
    for index in makings.indices {
      guard waitForRoom() else { return }
      let frame = Result { () throws(RenderFailure) in try renderer.frame(index, of: makings) }
      condition.withLock {
        waiting = frame
        condition.broadcast()
      }
      if case .failure = frame { return }
    }
  }

  /// False where no more frames are wanted.
  private func waitForRoom() -> Bool {
    condition.withLock {
      while !isStopped, waiting != nil { condition.wait() }
      return !isStopped
    }
  }

  /// The next frame, waiting for it; to be called once for each making, and not again after a failure.
  func next() throws(RenderFailure) -> VideoFrame {
    let frame = condition.withLock {
      while true {
        if let frame = waiting.take() {
          condition.broadcast()
          return frame
        }
        condition.wait()
      }
    }
    return try frame.get()
  }

  /// Makes no further frame and waits until the thread has ended.
  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
      while !hasEnded { condition.wait() }
    }
  }
}
