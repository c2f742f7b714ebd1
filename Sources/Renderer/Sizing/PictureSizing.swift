import Planner
import TimelineModel

/// Decides over the whole picture how many bits each of its pieces gets, so that the movie comes to a certain size.
struct PictureSizing: Sendable {
  /// Bits per second of each piece.
  private(set) var rates: [Int]
  /// Nil where the encoder cannot be told in a second pass what it learnt in a first.
  let measurement: PictureMeasurement?
  private let target: SizeTarget
  private let allocation: BitAllocation
  /// The bits of the whole picture.
  private var total: Double

  /// Measures the pieces, which is the first pass, unless the encoder has use for one alone: then the bits are spread
  /// evenly.
  init(
    _ pieces: PicturePieces, target: SizeTarget, setup: PictureSetup, threads: Int, tally: PieceTally,
    cancellation: CancellationFlag, meter: ProgressMeter
  ) throws(RenderFailure) {
    self.target = target
    let durations = pieces.map { Double($0.frames.count) * setup.plan.rate.frameDuration.approximate }
    if setup.isTwoPass {
      let measurement = try PictureMeasurement(pieces, settings: setup.settings)
      let needs = try measurement.needs(
        setup, threads: threads, tally: tally, cancellation: cancellation, meter: meter)
      self.measurement = measurement
      allocation = BitAllocation(needs: needs, durations: durations)
      total = target.pictureBits(needed: allocation.needed)
    } else {
      measurement = nil
      allocation = BitAllocation(
        needs: durations.map { PieceNeed(bits: Int64($0 * 1e6), leastBits: 0) }, durations: durations)
      total = target.pictureBits(needed: nil)
    }
    rates = allocation.rates(total: total, rounding: target.limit == nil ? .toNearestOrAwayFromZero : .down)
  }

  /// Gives each piece less after a file of `length` bytes, `picture` of which were the picture's, was too long for
  /// `limit`. False where that is not possible.
  mutating func shrink(to limit: Int64, after length: Int64, picture: Int64) -> Bool {
    let room = limit - (length - picture)
    guard room > 0, picture > 0 else { return false }
    total *= Double(room) / Double(picture) * SizeTarget.margin
    let smaller = allocation.rates(total: total, rounding: .down)
    guard smaller != rates else { return false }
    rates = smaller
    return true
  }
}
