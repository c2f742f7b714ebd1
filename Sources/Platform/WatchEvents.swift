import Glibc

extension UnsafeMutableRawBufferPointer {
  /// Gives the events of inotify that its first bytes hold to `take`, each with the name of the file that it is about,
  /// which is empty for a file that is watched itself.
  func forEachWatchEvent(in count: Int, _ take: (inotify_event, String) -> Void) {
    var start = 0
    while start + MemoryLayout<inotify_event>.size <= count {
      let event = loadUnaligned(fromByteOffset: start, as: inotify_event.self)
      start += MemoryLayout<inotify_event>.size
      let end = Swift.min(start + Int(event.len), count)
      take(event, String(decoding: self[start..<end].prefix { $0 != 0 }, as: UTF8.self))
      start = end
    }
  }
}
