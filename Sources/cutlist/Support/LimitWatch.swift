import CutlistKit
import Diagnostics
import Foundation
import Media
import Platform
import Renderer
import Synchronization

/// Ends the program where it takes more time or memory than it may. What can be told in time and at its place is told
/// there; this is for the rest.
enum LimitWatch {
  /// Seconds between two looks.
  private static let interval: UInt32 = 100_000
  private static let isSuspended = Atomic(false)
  private static let isHeld = Atomic(false)
  /// The time for writing the last messages, in seconds. The reader of a pipe may be stuck.
  private static let lastWords: UInt32 = 2

  /// The limits while documents are checked and after a render has begun to draw frames; `nil` means no limit.
  struct Limit {
    var looking: Int?
    var rendering: Int?

    /// The limit that holds now.
    var most: Int? { isSuspended.load(ordering: .relaxed) ? rendering : looking }
  }

  static func start(endingWith status: ExitStatus, seconds: Limit, bytes: Limit) {
    guard [seconds.looking, seconds.rendering, bytes.looking, bytes.rendering].contains(where: { $0 != nil }) else {
      return
    }
    WorkBudget.current.restart()
    // Where no thread can be had, limits are held by those who look at one thing at a time.
    try? WorkThread.start(stackSize: 1 << 20) {
      while true {
        let start = ContinuousClock.now
        usleep(interval)
        let late = ContinuousClock.now - start - .microseconds(interval)
        if late > .seconds(1) { WorkBudget.current.leaveOut(late) }
        if isHeld.load(ordering: .relaxed) { continue }
        if let most = bytes.most, MachineMemory.resident > most {
          stop(status, "needed more than \(most >> 20) MiB", "--max-memory MiB", bytes: most)
        }
        if let most = seconds.most, WorkBudget.current.isSpent(seconds: most) {
          stop(status, "was not done after \(most) s", "--max-time SECONDS")
        }
      }
    }
  }

  /// What follows is a render, or waits for somebody.
  static func suspend() { isSuspended.store(true, ordering: .relaxed) }

  /// Ignores the limits until `release`.
  static func hold() { isHeld.store(true, ordering: .relaxed) }

  /// Enforces the limits again.
  static func release() { isHeld.store(false, ordering: .relaxed) }

  /// Looks at documents again.
  static func resume() {
    WorkBudget.current.restart()
    isSuspended.store(false, ordering: .relaxed)
  }

  private static func stop(_ status: ExitStatus, _ what: String, _ option: String, bytes: Int? = nil) -> Never {
    if let render = render.withLock({ $0 }) { stop(render, what, option, bytes) }
    // A server that lets us wait says nothing of the document.
    let isServer = NetworkCopies.isFetching
    SignalWatch.end(with: isServer ? .workFailed : status, after: lastWords)
    let names = Set(WorkBudget.current.underway).sorted()
    for name in names.isEmpty ? ["cutlist"] : names {
      Output.complain(
        "\(name): error: it \(what)\(isServer ? ", and a server is waited for" : ""); \(option) allows more [limit-exceeded]")
    }
    end(with: isServer ? .workFailed : status)
  }

  // MARK: Renders

  /// What ends the render that is underway.
  private static let render = Mutex<CancellationFlag?>(nil)

  /// Lets a render that takes too much end as one that is cancelled. That says nothing of its document.
  static func watch(_ cancellation: CancellationFlag) { render.withLock { $0 = cancellation } }

  private static func stop(
    _ cancellation: CancellationFlag, _ what: String, _ option: String, _ bytes: Int?
  ) -> Never {
    let reason: ShownText = "cutlist: error: the render \(what); \(option) allows more [limit-exceeded]"
    stopReason.withLock { $0 = reason }
    cancellation.cancel()
    // What goes on growing is not waited for.
    for _ in 0..<SignalWatch.grace * (1_000_000 / interval) {
      usleep(interval)
      if let bytes, MachineMemory.resident > bytes + bytes / 4 { break }
    }
    SignalWatch.end(with: .workFailed, after: lastWords)
    Output.complain(reason)
    end(with: .workFailed)
  }

  /// Why a render was told to end, in words; nil where none was. It is said of one that does end: a movie may have
  /// been made at that very moment.
  static var renderStopReason: ShownText? { stopReason.withLock { $0 } }
  private static let stopReason = Mutex<ShownText?>(nil)

  /// Those who are at work tidy nothing up any more.
  private static func end(with status: ExitStatus) -> Never {
    Transient.removeAll()
    EventLog.end(with: status)
    _exit(status.rawValue)
  }
}
