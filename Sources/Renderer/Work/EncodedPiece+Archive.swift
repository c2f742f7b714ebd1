import Foundation
import Media

/// The form in which a piece of picture is kept.
extension EncodedPiece {
  var archive: Data { PacketArchive(facts: parameters, packets: packets).data }

  /// Nil where the bytes are none of an archive.
  init?(archive data: Data) {
    guard let archive = PacketArchive<StreamParameters>(data), archive.facts.fitsLibAV else { return nil }
    (parameters, packets) = (archive.facts, archive.packets)
  }
}
