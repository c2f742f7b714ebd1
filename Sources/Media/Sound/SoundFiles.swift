import Platform
import Synchronization

/// Open files for readers of sound to use one after another: to open one can cost as much as to decode ten seconds.
/// Safe to use from several threads; each file is in the hands of one reader.
package final class SoundFiles: Sendable {
  private struct Resting: @unchecked Sendable {
    /// The least recently left first.
    var files: [(path: ConfinedPath, demuxer: Demuxer)] = []
  }
  private let resting = Mutex(Resting())

  /// How many stay open while nobody reads them.
  private static let limit = 32

  package init() {}

  /// One that stands somewhere; nil where none is open.
  func take(_ path: ConfinedPath) -> Demuxer? {
    resting.withLock { resting -> Handing in
      let index = resting.files.lastIndex { $0.path == path }
      return Handing(demuxer: index.map { resting.files.remove(at: $0).demuxer })
    }.demuxer
  }

  func leave(_ demuxer: Demuxer, _ path: ConfinedPath) {
    // Where a seek lands in these does not depend on what was read before.
    guard ["mov", "wav", "w64", "aiff"].contains(where: { demuxer.format.hasPrefix($0) }) else { return }
    let left = Handing(demuxer: demuxer)
    resting.withLock { resting in
      if let demuxer = left.demuxer { resting.files.append((path, demuxer)) }
      if resting.files.count > SoundFiles.limit { resting.files.removeFirst() }
    }
  }

  /// What goes from one reader to another.
  private struct Handing: @unchecked Sendable { var demuxer: Demuxer? }
}
