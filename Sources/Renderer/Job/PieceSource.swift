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
  private let underway: PiecesUnderway

  init(
    _ setup: PictureSetup, readsAhead: Bool, tally: PieceTally, underway: PiecesUnderway,
    cancellation: CancellationFlag, frameDone: @escaping () -> Void
  ) {
    encoder = PieceEncoder(
      setup: setup, renderer: FrameRenderer(setup.plan, folder: setup.media.folder), readsAhead: readsAhead,
      cancellation: cancellation, frameDone: frameDone)
    work = setup.work
    self.tally = tally
    self.underway = underway
  }

  /// `statistics` are what the first of two passes learnt, and asked for only where the piece is not in the store.
  func piece(
    _ piece: PicturePiece, _ coding: PieceCoding, statistics: (() throws(RenderFailure) -> PassStatistics)? = nil
  ) throws(RenderFailure) -> EncodedPiece {
    let count = piece.frames.count
    return try result(
      of: piece, coding, { EncodedPiece(archive: $0).flatMap { $0.packets.count == count ? $0 : nil } }, \.archive
    ) { makings throws(RenderFailure) in
      let pass = try statistics.map { statistics throws(RenderFailure) in EncoderPass.second(try statistics()) }
      return try encoder.encode(makings, coding.settings, pass)
    }.value
  }

  /// What the first of two passes says of a piece, and whether it was made just now.
  func measured(
    _ piece: PicturePiece, _ coding: PieceCoding
  ) throws(RenderFailure) -> (value: MeasuredPiece, isNew: Bool) {
    let count = piece.frames.count
    // What an older cutlist kept of a first pass whose statistics were cut off counts as absent.
    return try result(
      of: piece, coding,
      { MeasuredPiece(archive: $0).flatMap { $0.statistics.objection(forFrames: count) == nil ? $0 : nil } }, \.archive
    ) { makings throws(RenderFailure) in
      try encoder.measure(makings, coding.settings)
    }
  }

  /// What `read` finds in the store, else what is made, which is then kept as `archive` gives it.
  private func result<Value>(
    of piece: PicturePiece, _ coding: PieceCoding, _ read: (Data) -> Value?, _ archive: (Value) -> Data,
    make: ([FrameMaking]) throws(RenderFailure) -> Value
  ) throws(RenderFailure) -> (value: Value, isNew: Bool) {
    let makings = try encoder.makings(of: piece)
    guard let store = encoder.setup.store else {
      let made = try make(makings)
      tally.noteEncoded(frames: makings.count)
      return (made, true)
    }
    let key = try key(for: makings, coding)
    return try underway.alone(on: key) { () throws(RenderFailure) in
      if let kept = store.value(for: key).flatMap(read) {
        for _ in makings { encoder.frameDone() }
        tally.noteStored(frames: makings.count)
        return (kept, false)
      }
      let made = try make(makings)
      tally.noteEncoded(frames: makings.count)
      let media = Set(makings.flatMap { $0.sources.compactMap(\.media) + $0.files })
      let folder = work.media.folder
      // A file that was written meanwhile may have given other pictures than the key says, and what stands in for what is
      // damaged is wanted only where it was asked for.
      let isWhole = folder.damage?.concerns(Set(media.flatMap(folder.readings))) != true
      if isWhole, encoder.setup.sources?.areUntouched(media.flatMap(folder.files)) ?? true {
        store.keep(archive(made), for: key)
      }
      return (made, true)
    }
  }

  private func key(for makings: [FrameMaking], _ coding: PieceCoding) throws(RenderFailure) -> StoreKey {
    try work.key(for: makings, coding, encoder.renderer.names(work.media.fingerprints))
  }
}
