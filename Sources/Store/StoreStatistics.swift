/// What a store did for one process.
package struct StoreStatistics: Hashable, Sendable {
  /// Results that were there.
  package var hits = 0
  package var misses = 0
  /// Results that were kept.
  package var writes = 0
  package var bytesRead: Int64 = 0
  package var bytesWritten: Int64 = 0
  /// Results that were there and not what was once written; each is a miss too.
  package var damaged = 0

  package init() {}
}
