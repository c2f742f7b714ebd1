import Media
import Planner
import TimelineModel

/// The files that packets are copied from, and how these live beside encoded ones in one track.
final class CopySources {
  let join: JoinPlan
  private let folder: MediaFolder
  private var open: (media: MediaReference, copier: PacketCopier)?

  /// Nil where nothing is copied.
  init?(_ pieces: PicturePieces, folder: MediaFolder) throws(RenderFailure) {
    guard !pieces.copiedMedia.isEmpty else { return nil }
    self.folder = folder
    var sources: [StreamParameters] = []
    for media in pieces.copiedMedia {
      sources.append(try CopySources.copier(of: media, in: folder).sourceParameters)
    }
    do {
      join = try JoinPlan(sources: sources, encodes: !pieces.encoded.isEmpty)
    } catch {
      throw RenderFailure(.media, "cannot copy from these sources into one movie", detail: "\(error)")
    }
  }

  /// Hands over the packets that show `frames`, one after another. Where a file is read on from one range to the next,
  /// it stays open.
  func copy(_ copied: CopiedFrames, _ write: (EncodedPacket) throws(RenderFailure) -> Void) throws(RenderFailure) {
    let copier = try copier(of: copied.media)
    try reading(copied) { () throws(LibAVError) in try copier.begin(copied.frames, plan: join) }
    while let packet = try reading(copied, { () throws(LibAVError) in try copier.next() }) { try write(packet) }
  }

  private func copier(of media: MediaReference) throws(RenderFailure) -> PacketCopier {
    if let open, open.media == media { return open.copier }
    open = nil
    let copier = try CopySources.copier(of: media, in: folder)
    open = (media, copier)
    return copier
  }

  private static func copier(of media: MediaReference, in folder: MediaFolder) throws(RenderFailure) -> PacketCopier {
    guard let facts = folder.catalog.facts(for: media)?.video else {
      throw RenderFailure(.media, "nothing is known of \(media)")
    }
    do {
      return try PacketCopier(path: folder.path(of: media), facts: facts)
    } catch {
      throw RenderFailure(.media, "cannot open \(media)", detail: "\(error)")
    }
  }

  private func reading<Value>(
    _ copied: CopiedFrames, _ body: () throws(LibAVError) -> Value
  ) throws(RenderFailure) -> Value {
    do {
      return try body()
    } catch {
      throw RenderFailure(
        .media, "cannot copy frames \(copied.frames.lowerBound) to \(copied.frames.upperBound - 1) of \(copied.media)",
        detail: "\(error)")
    }
  }
}
