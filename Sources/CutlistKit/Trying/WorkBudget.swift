import Foundation
import Synchronization

/// What looking at documents may take of time and memory: a fixed part, and time for each byte that they and their media
/// have.
package final class WorkBudget: Sendable {
  /// The one of this process.
  package static let current = WorkBudget()

  private struct State {
    var start = ContinuousClock.now
    var bytes: Int64 = 0
    var underway: [String] = []
    var countsWorkOnly = false
  }
  private let state = Mutex(State())

  package init(since start: ContinuousClock.Instant = .now) { state.withLock { $0.start = start } }

  /// For so many bytes of documents and media there is a second more.
  private static let bytesInASecond: Int64 = 10 << 20

  /// Counts bytes that have to be looked at.
  func add(bytes: Int64) { state.withLock { $0.bytes += max(0, bytes) } }

  /// What a document's work is called while it is done, to say what was not finished.
  package func working<Result, Failure: Error>(
    on document: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.withLock { state in
      if state.countsWorkOnly, state.underway.isEmpty { (state.start, state.bytes) = (.now, 0) }
      state.underway.append(document)
    }
    defer {
      state.withLock { state in
        if let index = state.underway.lastIndex(of: document) { state.underway.remove(at: index) }
      }
    }
    return try work()
  }

  /// The documents that are being worked on.
  package var underway: [String] { state.withLock(\.underway) }

  /// Begins to count anew.
  package func restart() { state.withLock { ($0.start, $0.bytes) = (.now, 0) } }

  /// Takes away a time in which the process was stopped.
  package func leaveOut(_ time: Duration) { state.withLock { $0.start = min($0.start + time, .now) } }

  /// Counts from here on only while documents are worked on, each time anew.
  package func countWorkOnly() { state.withLock { $0.countsWorkOnly = true } }

  /// Whether more time has passed than there is; `seconds` is the fixed part.
  package func isSpent(seconds: Int) -> Bool {
    state.withLock { state in
      if state.countsWorkOnly, state.underway.isEmpty { return false }
      let time = Duration.seconds(seconds) + .seconds(Double(state.bytes) / Double(WorkBudget.bytesInASecond))
      return ContinuousClock.now - state.start > time
    }
  }
}
