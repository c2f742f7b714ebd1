import Foundation

/// Messages that have come and are not looked at yet, in their order, and which of the requests among them nobody wants
/// answered any more. A thread fills it, another empties it.
final class Inbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var bodies: [Data] = []
  private var next = 0
  private var isClosed = false
  /// Requests that have come and are not answered, and those of them that were called back.
  private var open: Set<RequestID> = []
  private var cancelled: Set<RequestID> = []

  func add(_ body: Data) {
    let message = try? IncomingMessage(body)
    if message?.method == "$/cancelRequest" {
      guard let id = try? message?.parameters(as: Cancellation.self).id else { return }
      condition.withLock { if open.contains(id) { _ = cancelled.insert(id) } }
      return
    }
    condition.withLock {
      if let id = message?.id, message?.method != nil { open.insert(id) }
      bodies.append(body)
      condition.signal()
    }
  }

  private struct Cancellation: Decodable { var id: RequestID }

  /// Nothing more will come.
  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  /// The next message; waits for it, and before it waits does what is to be done when there is time. Nil at the end.
  func take(whenIdle: () -> Void) -> Data? {
    if let body = poll() { return body }
    whenIdle()
    return condition.withLock {
      while next >= bodies.count, !isClosed { condition.wait() }
      return takeFirst()
    }
  }

  private func poll() -> Data? { condition.withLock { takeFirst() } }

  private func takeFirst() -> Data? {
    guard next < bodies.count else { return nil }
    defer { next += 1 }
    if next > 1000 {
      bodies.removeFirst(next)
      next = 0
    }
    return bodies[next]
  }

  func isCancelled(_ id: RequestID) -> Bool { condition.withLock { cancelled.contains(id) } }

  /// A request has its answer.
  func answered(_ id: RequestID) {
    condition.withLock {
      open.remove(id)
      cancelled.remove(id)
    }
  }
}
