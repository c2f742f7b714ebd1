import Platform
import Foundation

/// Files as they were at one moment, to wait until one of them is written, replaced, removed or made.
///
/// It looks instead of asking to be told, which also works for files on other machines.
package struct FileWatch: Sendable {
  private var identities: [ExactPath: FileIdentity?]
  /// Seconds between two looks.
  private static let interval = 0.2

  package init(_ paths: some Sequence<String>) {
    identities = Dictionary(
      paths.map { (ExactPath($0), FileIdentity(path: $0)) }, uniquingKeysWith: { $1 })
  }

  /// More files, as they are now; those that are watched already stay as they were.
  package mutating func add(_ paths: some Sequence<String>) {
    identities.merge(FileWatch(paths).identities) { before, _ in before }
  }

  private var now: FileWatch { FileWatch(identities.keys.map(\.text)) }

  private func isUnwritten(since earlier: FileWatch) -> Bool {
    identities.allSatisfy { path, identity in
      switch (identity, earlier.identities[path] ?? nil) {
      case (let identity?, let before?): identity.isUnwritten(since: before)
      case (nil, nil): true
      default: false
      }
    }
  }

  /// Waits for a change, and until nothing changes any more: who writes a file takes a moment. False where `isOver`
  /// said so first.
  package func waitForChange(unless isOver: () -> Bool) -> Bool {
    while now.isUnwritten(since: self) {
      if isOver() { return false }
      Thread.sleep(forTimeInterval: FileWatch.interval)
    }
    return settle(unless: isOver)
  }

  /// Waits until nothing changes any more. False if `isOver` said so first.
  @discardableResult
  package func settle(unless isOver: () -> Bool) -> Bool {
    var before = now
    var current = before
    repeat {
      if isOver() { return false }
      Thread.sleep(forTimeInterval: FileWatch.interval)
      (before, current) = (current, now)
    } while !current.isUnwritten(since: before)
    return true
  }
}
