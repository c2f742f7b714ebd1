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
    _ setup: PictureSetup, readsAhead: Bool, tally: PieceTally, cancellation: CancellationFlag,
    frameDone: @escaping () -> Void
  ) {
    encoder = PieceEncoder(
      setup: setup, renderer: FrameRenderer(setup.plan, folder: setup.media.folder), readsAhead: readsAhead,
      cancellation: cancellation, frameDone: frameDone)
    work = setup.work
    self.tally = tally
  }

  /// `statistics` are what the first of two passes learnt, and asked for only where the piece is not in the store.
  func piece(
    _ piece: PicturePiece, _ coding: PieceCoding, statistics: (() throws(RenderFailure) -> PassStatistics)? = nil
  ) throws(RenderFailure) -> EncodedPiece {
    let makings = try encoder.makings(of: piece)
    let key = try key(for: makings, coding)
    if let kept = kept(key, EncodedPiece.init(archive:)), kept.packets.count == makings.count {
      noteStored(makings)
      return kept
    }
    let pass = try statistics.map { statistics throws(RenderFailure) in EncoderPass.second(try statistics()) }
    let made = try encoder.encode(makings, coding.settings, pass)
    tally.noteEncoded(frames: makings.count)
    keep(made.archive, key, of: makings)
    return made
  }

  /// What the first of two passes says of a piece, and whether it was made just now.
  func measured(
    _ piece: PicturePiece, _ coding: PieceCoding
  ) throws(RenderFailure) -> (piece: MeasuredPiece, isNew: Bool) {
    let makings = try encoder.makings(of: piece)
    let key = try key(for: makings, coding)
    if let kept = kept(key, MeasuredPiece.init(archive:)) {
      noteStored(makings)
      return (kept, false)
    }
    let made = try encoder.measure(makings, coding.settings)
    tally.noteEncoded(frames: makings.count)
    keep(made.archive, key, of: makings)
    return (made, true)
  }

  /// Nil where there is no store.
  private func key(for makings: [FrameMaking], _ coding: PieceCoding) throws(RenderFailure) -> StoreKey? {
    guard encoder.setup.store != nil else { return nil }
    return try work.key(for: makings, coding) { title throws(RenderFailure) in
      try encoder.renderer.fingerprint(ofTitle: title)
    }
  }

  private func kept<Value>(_ key: StoreKey?, _ read: (Data) -> Value?) -> Value? {
    key.flatMap { encoder.setup.store?.value(for: $0) }.flatMap(read)
  }

  private func noteStored(_ makings: [FrameMaking]) {
    for _ in makings { encoder.frameDone() }
    tally.noteStored(frames: makings.count)
  }

  private func keep(_ archive: @autoclosure () -> Data, _ key: StoreKey?, of makings: [FrameMaking]) {
    guard let key, let store = encoder.setup.store else { return }
    let media = Set(makings.flatMap { $0.sources.compactMap(\.media) })
    // A file that was written meanwhile may have given other pictures than the key says.
    if encoder.setup.sources?.areUntouched(media) ?? true { store.keep(archive(), for: key) }
  }
}
