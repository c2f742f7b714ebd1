import Media
import TimelineModel

/// Looks at the packets of files from which something might be copied.
struct PacketScout {
  let folder: MediaFolder

  /// A file whose packets are damaged is left out: its frames are then encoded, which says what is wrong with it. What the
  /// system refuses to read goes to `refuse`; another time it would be copied.
  func packets(
    of wanted: [MediaReference: [Range<Int64>]], refuse: (MediaReference, LibAVError) -> Void
  ) -> [MediaReference: PacketIndex] {
    var found: [MediaReference: PacketIndex] = [:]
    for (media, frames) in wanted {
      guard let facts = folder.catalog.facts(for: media)?.video else { continue }
      do throws(LibAVError) {
        found[media] = try PacketIndexer(path: folder.path(of: media), facts: facts).index(of: frames)
      } catch {
        if error.isRefusal { refuse(media, error) }
      }
    }
    return found
  }
}
