import Synchronization

/// Asks a render to stop. Setting it is safe from any thread and from a signal handler.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)
  private let parent: CancellationFlag?

  package init() { parent = nil }

  /// Set by itself or with `parent`.
  init(under parent: CancellationFlag) { self.parent = parent }

  package func cancel() { flag.store(true, ordering: .relaxed) }
  package var isCancelled: Bool { flag.load(ordering: .relaxed) || parent?.isCancelled == true }

  func check() throws(RenderFailure) {
    if isCancelled { throw .cancelled }
  }
}
