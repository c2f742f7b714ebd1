import Synchronization
import TimelineModel

/// How far a render has come.
package struct RenderProgress: Hashable, Sendable {
  /// From 0 to 1; 1 once the file is in its place.
  package var fraction: Double
  package var framesDone: Int64
  package var framesTotal: Int64
  /// How much of the programme is done, in seconds.
  package var timelineSeconds: Double
  /// Seconds of programme for each second of work.
  package var speed: Double
  /// Seconds; nil while nothing is known.
  package var remaining: Double?
}

/// Counts what is done and tells a callback now and then: from one thread at a time, never backwards.
final class ProgressMeter: Sendable {
  private let state: Mutex<State>
  private let total: Int64
  private let passes: Int64
  private let frameDuration: Double
  private let report: (@Sendable (RenderProgress) -> Void)?
  private let start = ContinuousClock.now

  private struct State {
    var done: Int64 = 0
    var lastReport: ContinuousClock.Instant?
  }

  /// `total` counts frames; where there is no picture, they are counted in the sound. Each is worked on in every pass.
  init(total: Int64, passes: Int64 = 1, frameDuration: Rational, report: (@Sendable (RenderProgress) -> Void)?) {
    state = Mutex(State())
    self.total = max(total, 1)
    self.passes = passes
    self.frameDuration = frameDuration.approximate
    self.report = report
  }

  func advance(by frames: Int64 = 1) {
    guard let report else { return }
    state.withLock { state in
      state.done = min(state.done + frames, total * passes)
      let now = ContinuousClock.now
      if let last = state.lastReport, now - last < .milliseconds(100) { return }
      state.lastReport = now
      // The last step is the file's taking its name.
      report(progress(done: state.done, fraction: min(Double(state.done) / Double(total * passes), 0.999), at: now))
    }
  }

  func finish() {
    state.withLock { state in
      state.done = total * passes
      report?(progress(done: state.done, fraction: 1, at: .now))
    }
  }

  private func progress(done: Int64, fraction: Double, at now: ContinuousClock.Instant) -> RenderProgress {
    let elapsed = (now - start) / .seconds(1)
    let seconds = Double(done) / Double(passes) * frameDuration
    return RenderProgress(
      fraction: fraction, framesDone: done / passes, framesTotal: total, timelineSeconds: seconds,
      speed: elapsed > 0 ? seconds / elapsed : 0,
      remaining: done > 0 ? elapsed / Double(done) * Double(total * passes - done) : nil)
  }
}
