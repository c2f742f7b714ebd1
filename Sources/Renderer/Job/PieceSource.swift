import Foundation
import Media
import Planner
import Store
import TimelineModel

/// Gives encoded pieces of picture: from the store where they are there, else from the encoder, and then into the store.
/// It belongs to one thread.
struct PieceSource {
  private let encoder: PieceEncoder
  private let work: PictureWork
  private let tally: PieceTally

  init(
    _ setup: PictureSetup, tally: PieceTally, cancellation: CancellationFlag, frameDone: @escaping () -> Void
  ) {
    encoder = PieceEncoder(
      setup: setup, renderer: FrameRenderer(setup.plan, folder: setup.media.folder), cancellation: cancellation,
      frameDone: frameDone)
    work = setup.work
    self.tally = tally
  }

  func piece(_ piece: PicturePiece) throws(RenderFailure) -> EncodedPiece {
    let makings = try encoder.makings(of: piece)
    guard let store = encoder.setup.store else { return try encode(makings) }
    let key = try work.key(for: makings) { title throws(RenderFailure) in
      try encoder.renderer.fingerprint(ofTitle: title)
    }
    if let kept = store.value(for: key).flatMap(EncodedPiece.init(archive:)), kept.packets.count == makings.count {
      for _ in makings { encoder.frameDone() }
      tally.noteStored(frames: makings.count)
      return kept
    }
    let made = try encode(makings)
    let media = Set(makings.flatMap { $0.sources.compactMap(\.media) })
    // A file that was written meanwhile may have given other pictures than the key says.
    if encoder.setup.sources?.areUntouched(media) ?? true { store.keep(made.archive, for: key) }
    return made
  }

  private func encode(_ makings: [FrameMaking]) throws(RenderFailure) -> EncodedPiece {
    let made = try encoder.encode(makings)
    tally.noteEncoded(frames: makings.count)
    return made
  }
}
