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
      setup: setup, renderer: FrameRenderer(setup.plan, folder: setup.folder), cancellation: cancellation,
      frameDone: frameDone)
    work = setup.work
    self.tally = tally
  }

  func piece(_ piece: PicturePiece) throws(RenderFailure) -> EncodedPiece {
    let recipes = try encoder.recipes(for: piece)
    guard let store = encoder.setup.store else { return try encode(recipes) }
    let key = try work.key(for: recipes) { title throws(RenderFailure) in
      try encoder.renderer.fingerprint(ofTitle: title)
    }
    if let kept = store.value(for: key).flatMap(EncodedPiece.init(archive:)), kept.packets.count == recipes.count {
      for _ in recipes { encoder.frameDone() }
      tally.noteStored(frames: recipes.count)
      return kept
    }
    let made = try encode(recipes)
    let media = Set(recipes.flatMap { $0.sources.compactMap(\.media) })
    // A file that was written meanwhile may have given other pictures than the key says.
    if encoder.setup.sources?.areUntouched(media) ?? true { store.keep(made.archive, for: key) }
    return made
  }

  private func encode(_ recipes: [FrameRecipe]) throws(RenderFailure) -> EncodedPiece {
    let made = try encoder.encode(recipes)
    tally.noteEncoded(frames: recipes.count)
    return made
  }
}
