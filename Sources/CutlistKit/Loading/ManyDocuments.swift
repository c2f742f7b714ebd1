import Foundation
package import Platform
package import Renderer
import Synchronization

/// Does the same with many things on several threads.
package enum ManyDocuments {
  /// What `work` makes of each number below `count`, in their order, whoever was done first.
  ///
  /// The first failure in that order is thrown. Numbers are given out in their order and none after a failure, so that
  /// everything before it has been done.
  package static func map<Value: Sendable>(
    _ count: Int, jobs: Int, tokens: (any JobTokens)? = nil, start: WorkThread.Starter = WorkThread.starter,
    _ work: @escaping @Sendable (Int) throws -> Value
  ) throws -> [Value] {
    let workers = min(jobs, count)
    guard workers > 1 else { return try (0..<count).map(work) }
    let progress = Progress<Value>(count: count)
    let done = Joining()
    @Sendable func workOff(_ tokens: (any JobTokens)?) {
      while let token = progress.leave(tokens), let number = progress.next() {
        let result = Result { try withExtendedLifetime(token) { try work(number) } }
        progress.finish(number, result)
      }
    }
    for worker in 0..<workers {
      // This process has leave for one job without asking.
      let tokens = worker == 0 ? nil : tokens
      done.enter()
      do throws(SystemFailure) {
        try start {
          workOff(tokens)
          done.leave()
        }
      } catch {
        done.leave()
        // With fewer threads it takes longer; without any, this one does it all.
        if worker == 0 { workOff(nil) }
        break
      }
    }
    done.wait()
    return try progress.results()
  }
}

/// Waits for threads.
private final class Joining: @unchecked Sendable {
  private let condition = NSCondition()
  private var count = 0

  func enter() { condition.withLock { count += 1 } }

  func leave() {
    condition.withLock {
      count -= 1
      condition.broadcast()
    }
  }

  func wait() {
    condition.withLock {
      while count > 0 { condition.wait() }
    }
  }
}

/// Who does what, and what came of it.
private final class Progress<Value: Sendable>: Sendable {
  private struct State {
    var next = 0
    var hasFailed = false
    var results: [Result<Value, any Error>?]
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(results: Array(repeating: nil, count: count))) }

  private var isOver: Bool { state.withLock { $0.hasFailed || $0.next == $0.results.count } }

  /// Leave to do one thing; nil where there is nothing left to do.
  func leave(_ tokens: (any JobTokens)?) -> JobToken?? {
    guard let tokens else { return isOver ? nil : .some(nil) }
    return tokens.acquire(while: { !isOver }).map(Optional.some)
  }

  func next() -> Int? {
    state.withLock { state in
      guard !state.hasFailed, state.next < state.results.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  func finish(_ number: Int, _ result: Result<Value, any Error>) {
    state.withLock { state in
      state.results[number] = result
      if case .failure = result { state.hasFailed = true }
    }
  }

  func results() throws -> [Value] {
    try state.withLock(\.results).compactMap { try $0?.get() }
  }
}
