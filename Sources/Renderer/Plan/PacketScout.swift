import Media
import TimelineModel

/// Looks at the packets of files from which something might be copied.
struct PacketScout {
  let folder: MediaFolder

  /// A file whose packets are damaged is left out: its frames are then encoded, which says what is wrong with it.
  /// - Throws: where a file cannot be read; another time it would be copied.
  func packets(of wanted: [MediaReference: [Range<Int64>]]) throws(RenderFailure) -> [MediaReference: PacketIndex] {
    var found: [MediaReference: PacketIndex] = [:]
    // Pictures that follow one another as files are no packets of one.
    for (media, frames) in wanted.sorted(by: { $0.key < $1.key }) where media.imageRate == nil {
      guard let facts = folder.catalog.facts(for: media)?.video else { continue }
      do throws(LibAVError) {
        found[media] = try PacketIndexer(path: folder.path(of: media), facts: facts).index(of: frames)
      } catch {
        guard error.isDamage else { throw RenderFailure(media, refused: error) }
      }
    }
    return found
  }
}

extension RenderFailure {
  /// The system does not let the packets of a file be read.
  init(_ media: MediaReference, refused error: LibAVError) {
    self.init(.media, "cannot look at the packets of \(media)", detail: "\(error)")
  }
}
