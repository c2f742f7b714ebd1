import Glibc
import Synchronization

/// Places of files of which the system tells when something is written, made, removed or renamed there.
///
/// Folders are watched, so that files are seen to come. Those that do not exist are not, and what others write on another
/// machine into a folder that machines share is not told.
package final class PlaceWatch: Sendable {
  private let events: Descriptor
  /// The names of the files in each folder, by the number of its watch.
  private let watched = Mutex<[Int32: Set<String>]>([:])

  /// Nil where the system watches nothing for this process.
  /// - Parameter whenChanged: What is done, on a thread of its own, once something has changed in some of the places.
  package init?(whenChanged: @escaping @Sendable () -> Void) {
    let number = inotify_init1(Int32(IN_CLOEXEC))
    guard number >= 0 else { return nil }
    events = Descriptor(adopting: number)
    do throws(SystemFailure) {
      try WorkThread.start { [self] in while wait() { whenChanged() } }
    } catch {
      return nil
    }
  }

  /// Watches these absolute paths, and no others any more.
  package func watch(_ paths: some Sequence<String>) {
    let folders = Dictionary(grouping: Set(paths), by: PathName.folder).mapValues { Set($0.map(PathName.name)) }
    let kinds = UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ONLYDIR)
    watched.withLock { watched in
      let before = watched.keys
      watched = [:]
      for (folder, names) in folders {
        // A folder that is watched keeps its number, and two paths may lead to one.
        let number = inotify_add_watch(events.number, folder, kinds)
        if number >= 0 { watched[number, default: []].formUnion(names) }
      }
      for number in before where watched[number] == nil { inotify_rm_watch(events.number, number) }
    }
  }

  /// Waits until something has changed and a moment has passed in which more may; false where the system tells no more.
  private func wait() -> Bool {
    while true {
      guard let isTold = take() else { return false }
      guard isTold else { continue }
      // Whoever copies many files is heard out.
      usleep(100_000)
      var more = pollfd(fd: events.number, events: Int16(POLLIN), revents: 0)
      while poll(&more, 1, 0) > 0 {
        guard take() != nil else { return false }
      }
      return true
    }
  }

  /// Waits for events; true if one of them is about a watched place, nil at the end.
  private func take() -> Bool? {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer -> Bool? in
      var count = -1
      repeat { count = Glibc.read(events.number, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      guard count > 0 else { return nil }
      return watched.withLock { watched in
        var isTold = false
        buffer.forEachWatchEvent(in: count) { event, name in
          let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
          isTold = isTold || isLost || watched[event.wd]?.contains(name) ?? false
        }
        return isTold
      }
    }
  }
}
