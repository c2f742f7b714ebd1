import Foundation
import Store

/// The pieces that threads are working on. A piece that is the same as one of them waits for it, to find it in the
/// store.
final class PiecesUnderway: @unchecked Sendable {
  private let condition = NSCondition()
  private var keys: Set<StoreKey> = []

  /// Works while no other thread works on the same.
  func alone<Value>(
    on key: StoreKey, _ work: () throws(RenderFailure) -> Value
  ) throws(RenderFailure) -> Value {
    condition.withLock {
      while !keys.insert(key).inserted { condition.wait() }
    }
    defer {
      condition.withLock {
        keys.remove(key)
        condition.broadcast()
      }
    }
    return try work()
  }
}
