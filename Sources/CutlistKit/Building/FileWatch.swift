import Foundation
package import Platform
import TimelineModel

/// Files as they were at one moment, and what fits patterns for the names of pictures, to wait until one of them is
/// written, replaced, removed or made.
///
/// It looks instead of asking to be told, which also works for files on other machines.
package struct FileWatch: Sendable {
  private var identities: [ExactPath: FileIdentity?]
  private var pictures: [ConfinedPath: [MediaReference]] = [:]
  /// Seconds between two looks.
  private static let interval = 0.2

  package init(_ paths: some Sequence<String>) {
    identities = Dictionary(
      paths.map { (ExactPath($0), FileIdentity(path: $0)) }, uniquingKeysWith: { $1 })
  }

  /// Watches more files and patterns, as they are now; those that are watched already stay as they were.
  package mutating func add(_ paths: some Sequence<String>, patterns: some Sequence<ConfinedPath> = []) {
    identities.merge(FileWatch(paths).identities) { before, _ in before }
    for pattern in patterns where pictures[pattern] == nil { pictures[pattern] = FileWatch.pictures(fitting: pattern) }
  }

  private static func pictures(fitting pattern: ConfinedPath) -> [MediaReference] {
    (try? ImageSequence(pattern: pattern.path, found: pattern).images) ?? []
  }

  private var now: FileWatch {
    var watch = FileWatch(identities.keys.map(\.text))
    watch.add([], patterns: pictures.keys)
    return watch
  }

  private func isUnwritten(since earlier: FileWatch) -> Bool {
    pictures == earlier.pictures && identities.allSatisfy { path, identity in
      switch (identity, earlier.identities[path] ?? nil) {
      // A new name may look like a change; a file whose times were set back must not look like none.
      case (let identity?, let before?): identity == before
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
