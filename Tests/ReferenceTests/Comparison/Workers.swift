import Foundation
import Synchronization

/// Works through numbers on threads of its own, as many as there are cores, and gives the results in order.
func onThreads<Value: Sendable>(
  _ numbers: Range<Int>, _ work: @escaping @Sendable (Int) -> Value
) async -> [Value] {
  let state = WorkState<Value>(next: numbers.lowerBound)
  let threads = max(1, min(ProcessInfo.processInfo.activeProcessorCount, numbers.count))
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    let running = RunningThreads(count: threads)
    for _ in 0..<threads {
      let thread = Thread {
        while let number = state.take(below: numbers.upperBound) { state.keep(work(number), for: number) }
        if running.finish() { continuation.resume() }
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
  return state.inOrder()
}

private final class WorkState<Value: Sendable>: Sendable {
  private let next: Mutex<Int>
  private let results = Mutex<[Int: Value]>([:])

  init(next: Int) { self.next = Mutex(next) }

  func take(below end: Int) -> Int? {
    next.withLock { next in
      guard next < end else { return nil }
      defer { next += 1 }
      return next
    }
  }

  func keep(_ value: Value, for number: Int) { results.withLock { $0[number] = value } }

  func inOrder() -> [Value] { results.withLock { results in results.sorted { $0.key < $1.key }.map(\.value) } }
}

private final class RunningThreads: Sendable {
  private let left: Mutex<Int>
  init(count: Int) { left = Mutex(count) }

  /// True for the last one.
  func finish() -> Bool {
    left.withLock { left in
      left -= 1
      return left == 0
    }
  }
}
