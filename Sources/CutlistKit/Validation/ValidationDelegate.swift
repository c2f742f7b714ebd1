import Compiler

/// Hears of every problem while an edit is validated, and decides whether that goes on.
public protocol ValidationDelegate: AnyObject {
  /// - Parameters:
  ///   - problem: with its `timeRange`, where it has one.
  /// - Returns: false where the rest need not be looked at.
  func edit(_ edit: Edit, shouldContinueValidatingAfter problem: Problem) -> Bool
}

extension Edit {
  /// Goes through the problems of a stretch of the timeline: first those that are about the whole, then the others in
  /// the order of their times. What has nothing to do with the stretch is left out.
  /// - Parameters:
  ///   - range: the stretch; all of the timeline unless said.
  ///   - shouldContinue: is asked after each problem, and ends it by returning false.
  /// - Returns: true where nothing in the stretch stands in the way of rendering, whether or not all of it was gone
  ///   through.
  @discardableResult
  public func validate(
    range: TimeSpan? = nil, shouldContinue: (Problem) -> Bool = { _ in true }
  ) -> Bool {
    let concerned = problems.enumerated().filter { _, problem in
      guard let range, let time = problem.timeRange else { return true }
      return time.concerns(range)
    }
    let ordered = concerned.sorted { a, b in
      (a.element.timeRange?.start ?? Time(-1), a.offset) < (b.element.timeRange?.start ?? Time(-1), b.offset)
    }.map(\.element)
    for problem in ordered where !shouldContinue(problem) { break }
    return !ordered.contains { $0.severity == .error } && loaded.compilation.composition != nil
  }

  /// The same, with a delegate to ask.
  @discardableResult
  public func validate(range: TimeSpan? = nil, delegate: any ValidationDelegate) -> Bool {
    validate(range: range) { delegate.edit(self, shouldContinueValidatingAfter: $0) }
  }
}

/// A stretch of the timeline: `start` belongs to it, `end` to whatever follows.
public struct TimeSpan: Hashable, Sendable {
  public let start: Time
  public let end: Time

  public init(start: Time, end: Time) {
    self.start = start
    self.end = end
  }

  /// Whether the two share something; a moment is in the span that it begins or is within.
  func concerns(_ other: TimeSpan) -> Bool {
    start == end ? other.start <= start && start < other.end : max(start, other.start) < min(end, other.end)
  }
}
