import Synchronization

/// Counts how the frames of a render came about, from several threads.
final class PieceTally: Sendable {
  private let counts = Mutex((encoded: Int64(0), stored: Int64(0)))

  func noteEncoded(frames: Int) { counts.withLock { $0.encoded += Int64(frames) } }
  func noteStored(frames: Int) { counts.withLock { $0.stored += Int64(frames) } }

  var encodedFrames: Int64 { counts.withLock(\.encoded) }
  var storedFrames: Int64 { counts.withLock(\.stored) }
}
