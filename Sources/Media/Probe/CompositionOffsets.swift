import TimelineModel

/// How much later than it is decoded each sample of a QuickTime or MP4 track is shown (ISO/IEC 14496-12, 8.6.1.3).
///
/// Libavformat's index has the times of decoding alone.
struct CompositionOffsets {
  /// How many samples in a row have an offset, in ticks of the track; empty if all are shown when they are decoded.
  private var runs: [(count: Int64, offset: Int64)] = []

  /// Reads those of a track.
  /// - Parameters:
  ///   - track: The number of the track.
  ///   - movie: The box `moov`.
  /// - Returns: Nil if the track is not found, or has more of them than could be.
  /// - Throws: LibAVError if the file cannot be read.
  init?(ofTrack track: Int64, in movie: MovieBox, _ read: @escaping ByteReading) throws(LibAVError) {
    guard let table = try movie.tracks(track, read: read).first?.first("mdia", "minf", "stbl", read: read) else { return nil }
    guard let list = try table.first("ctts", read: read) else { return }
    guard list.content.count <= CompositionOffsets.mostBytes else { return nil }
    let bytes = try read(list.content.lowerBound, list.content.count)
    guard bytes.count >= 8 else { return }
    let count = min(Int(Int64(bigEndian: bytes[4..<8])), (bytes.count - 8) / 8)
    runs = (0..<count).map { index in
      let place = 8 + 8 * index
      // Writers leave out that they may be negative.
      let offset = Int32(truncatingIfNeeded: Int64(bigEndian: bytes[place + 4..<place + 8]))
      return (Int64(bigEndian: bytes[place..<place + 4]), Int64(offset))
    }
  }

  /// More bytes than a day of samples has.
  private static let mostBytes = 1 << 26

  /// More samples than can be looked at in little memory. A header may claim any number.
  private static let mostSamples = 1 << 22

  /// True if samples that are decoded at equal distances are shown so too: each is a whole number of frames late, and no
  /// two share a place.
  /// - Parameters:
  ///   - frame: How long a frame lasts, in ticks of the track.
  ///   - count: The number of samples.
  func keepOrder(ofFrames frame: Rational, count: Int) -> Bool {
    guard let first = runs.first else { return true }
    guard count <= CompositionOffsets.mostSamples else { return false }
    var isTaken = [Bool](repeating: false, count: count)
    var lowest = Int64.max
    var places: [Int64] = []
    places.reserveCapacity(count)
    for run in runs {
      let late = Rational(run.offset - first.offset) / frame
      guard let whole = late.rounded, (late - Rational(whole)).magnitude * frame <= Rational(2),
        run.count <= Int64(count - places.count)
      else { return false }
      for _ in 0..<run.count {
        places.append(Int64(places.count) + whole)
        lowest = min(lowest, places[places.count - 1])
      }
    }
    guard places.count == count else { return false }
    for place in places {
      guard place - lowest < count, !isTaken[Int(place - lowest)] else { return false }
      isTaken[Int(place - lowest)] = true
    }
    return true
  }
}
