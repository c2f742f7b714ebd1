import Foundation
import Media
import Planner
import Synchronization
import TimelineModel

/// The first of two passes over the whole picture: what each piece needs at constant quality, and what its encoder
/// learnt, for the second.
final class PictureMeasurement: Sendable {
  private let pieces: PicturePieces
  private let coding: PieceCoding
  /// The statistics that were made now. They wait on the disk, since those of a long film would fill the memory.
  private let scratch: ScratchFile
  private let places = Mutex<[Int: Range<Int>]>([:])

  init(_ pieces: PicturePieces, settings: VideoSettings) throws(RenderFailure) {
    self.pieces = pieces
    coding = PieceCoding(settings: settings.measuring, pass: .first)
    scratch = try ScratchFile()
  }

  /// Measures every piece.
  func needs(
    _ setup: PictureSetup, threads: Int, tally: PieceTally, cancellation: CancellationFlag, meter: ProgressMeter
  ) throws(RenderFailure) -> [PieceNeed] {
    let jobs = PictureJobs<PieceNeed>(
      count: pieces.count, setup: setup, threads: threads, tally: tally, cancellation: cancellation,
      frameDone: { meter.advance() }
    ) { [self] (source, job) throws(RenderFailure) in
      let (measured, isNew) = try source.measured(pieces[job], coding)
      if isNew {
        let place = try scratch.append(measured.archive)
        places.withLock { $0[job] = place }
      }
      return PieceNeed(bits: measured.bits, leastBits: measured.statistics.leastBits)
    }
    var needs: [PieceNeed] = []
    while needs.count < pieces.count { needs.append(try jobs.next()) }
    return needs
  }

  /// What the encoder learnt of a piece. The store may have lost it meanwhile; then it is learnt again.
  func statistics(of piece: Int, _ source: PieceSource) throws(RenderFailure) -> PassStatistics {
    if let place = places.withLock({ $0[piece] }), let measured = MeasuredPiece(archive: try scratch.read(place)) {
      return measured.statistics
    }
    return try source.measured(pieces[piece], coding).value.statistics
  }
}

extension VideoSettings {
  /// What a first pass depends on: another bit rate is no reason to measure again.
  fileprivate var measuring: VideoSettings {
    var result = self
    result.bitRate = nil
    return result
  }
}
