/// Permissions to work, shared with other processes: whoever does several jobs at once needs one for each but the first.
package protocol JobTokens: Sendable {
  /// A permission, if one is free now.
  func tryAcquire() -> JobToken?

  /// A permission, waiting for one; nil as soon as `isWanted` is false, which is asked a few times a second. It may
  /// never come: a worker must not hold anything meanwhile that others wait for.
  func acquire(while isWanted: () -> Bool) -> JobToken?
}

/// A permission to do one job beyond the first. It is given back when it is let go of, whatever ends the job.
package final class JobToken: Sendable {
  private let giveBack: @Sendable () -> Void

  package init(giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

  deinit { giveBack() }
}
