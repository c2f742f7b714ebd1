import Foundation
import Platform

/// Hands out numbered jobs to several threads and their results, in order, to one. No job is handed out that is more
/// than `window` ahead of the results taken, so that a slow one does not let finished ones pile up.
///
/// Where the system starts none of the threads, whoever takes the results does the jobs.
final class OrderedResults<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private let window: Int
  private var nextJob = 0
  private var taken = 0
  private var results: [Int: Result<Value, RenderFailure>] = [:]
  private var isStopped = false
  private var workers = 0
  private let start: WorkThread.Starter

  /// Gives what does the jobs on one thread.
  typealias Work = @Sendable () -> (Int) -> Result<Value, RenderFailure>

  /// What the taker of the results does jobs with, where no thread came that was to do them.
  private var spare: Work?
  private var spareWork: ((Int) -> Result<Value, RenderFailure>)?
  private var hasWorkers = false

  init(count: Int, window: Int, start: @escaping WorkThread.Starter = WorkThread.starter) {
    self.count = count
    self.window = window
    self.start = start
  }

  /// Starts a thread that does jobs until there are none, or one fails. It takes one of the `tokens` for each. Where the
  /// system starts no further thread, those that there are do more.
  func startWorker(tokens: (any JobTokens)? = nil, _ work: @escaping Work) {
    condition.withLock { workers += 1 }
    do throws(SystemFailure) {
      try start { [self] in
        let perform = work()
        while let (job, token) = nextJob(tokens) {
          let result = withExtendedLifetime(token) { perform(job) }
          finish(job, result)
          if case .failure = result { break }
        }
        condition.withLock {
          workers -= 1
          condition.broadcast()
        }
      }
      condition.withLock { hasWorkers = true }
    } catch {
      condition.withLock {
        workers -= 1
        spare = spare ?? work
      }
    }
  }

  /// The next job to do and leave to do it, waiting until one is due; nil when there is none left. Leave is asked for
  /// without holding a job, which a worker that has it can do meanwhile.
  private func nextJob(_ tokens: (any JobTokens)?) -> (Int, JobToken?)? {
    while waitUntilDue() {
      guard let tokens else {
        if let job = takeJob() { return (job, nil) }
        continue
      }
      guard let token = tokens.acquire(while: { condition.withLock { !isStopped && nextJob < count } }) else { break }
      if let job = takeJob() { return (job, token) }
    }
    return nil
  }

  /// False where no job is left.
  private func waitUntilDue() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !isStopped, nextJob < count, nextJob >= taken + window { condition.wait() }
    return !isStopped && nextJob < count
  }

  /// Nil where another worker was quicker.
  private func takeJob() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    guard !isStopped, nextJob < count, nextJob < taken + window else { return nil }
    nextJob += 1
    return nextJob - 1
  }

  private func finish(_ job: Int, _ result: Result<Value, RenderFailure>) {
    condition.lock()
    defer { condition.unlock() }
    results[job] = result
    condition.broadcast()
  }

  /// The next result in order, waiting for it.
  func next() throws(RenderFailure) -> Value {
    if let job = condition.withLock({ hasWorkers || isStopped || nextJob >= count ? nil : nextJob }) {
      let perform = spareWork ?? spare!()
      spareWork = perform
      condition.withLock { nextJob += 1 }
      finish(job, perform(job))
    }
    condition.lock()
    defer { condition.unlock() }
    while results[taken] == nil { condition.wait() }
    let result = results.removeValue(forKey: taken)!
    taken += 1
    condition.broadcast()
    return try result.get()
  }

  /// Hands out no further job and waits until every thread has ended.
  func stop() {
    condition.lock()
    defer { condition.unlock() }
    isStopped = true
    condition.broadcast()
    while workers > 0 { condition.wait() }
  }
}
