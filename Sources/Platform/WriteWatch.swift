import CLinux
import Glibc
import Synchronization

/// Files of which the system tells when somebody writes them. Their times alone do not: programs can set them back, and
/// another name or other rights change them as well.
///
/// What others write on another machine into a folder that machines share is not told.
package final class WriteWatch: Sendable {
  private let events: Descriptor
  private let seen = Mutex(Seen())

  private struct Seen {
    var written: Set<Int32> = []
    /// Closed by somebody who might have written it.
    var closed: Set<Int32> = []
    var isComplete = true
  }

  /// What is known of a watched file.
  package enum Finding: Sendable {
    case unwritten
    /// Perhaps, by somebody who had it mapped.
    case uncertain
    case written
  }

  /// Nil where the system watches nothing for this process.
  package init?() {
    let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard number >= 0 else { return nil }
    events = Descriptor(adopting: number)
  }

  /// Watches a file from here on, and gives the number that it has here; nil where the system does not.
  package func add(_ file: Descriptor) -> Int32? {
    let watch = inotify_add_watch(
      events.number, "/proc/self/fd/\(file.number)", UInt32(IN_MODIFY | IN_CLOSE_WRITE))
    return watch >= 0 ? watch : nil
  }

  /// What became of a file since it is watched.
  package func finding(of watch: Int32) -> Finding {
    seen.withLock { seen in
      read(into: &seen)
      if seen.written.contains(watch) { return .written }
      return seen.isComplete && !seen.closed.contains(watch) ? .unwritten : .uncertain
    }
  }

  private func read(into seen: inout Seen) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(events.number, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        buffer.forEachWatchEvent(in: count) { event, _ in
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { seen.isComplete = false }
          if event.mask & UInt32(IN_MODIFY) != 0 { seen.written.insert(event.wd) }
          if event.mask & UInt32(IN_CLOSE_WRITE) != 0 { seen.closed.insert(event.wd) }
        }
      }
    }
  }
}
