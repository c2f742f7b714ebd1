import Media
import TimelineModel

/// Looks at the packets of files from which something might be copied.
struct PacketScout {
  let folder: MediaFolder

  /// A file that cannot be read is left out: its frames are then encoded, which says what is wrong with it.
  func packets(of wanted: [MediaReference: [Range<Int64>]]) -> [MediaReference: PacketIndex] {
    var found: [MediaReference: PacketIndex] = [:]
    for (media, frames) in wanted {
      guard let facts = folder.catalog.facts(for: media)?.video else { continue }
      found[media] = try? PacketIndexer(path: folder.path(of: media), facts: facts).index(of: frames)
    }
    return found
  }
}
