import Media
import Synchronization
import TimelineModel

/// A sped-up segment's sound, always read from the segment's first sample, since how it goes on depends on
/// all that has been heard. The last samples are kept, for pieces that overlap.
final class SpeedStretch {
  let place: SpeedStretches.Place
  private let reader: SpeedReader
  private var tail: [[Float]] = []
  private var tailStart: Int64 = 0

  private static let kept: Int64 = 1 << 17
  private static let step: Int64 = 16384

  init(_ place: SpeedStretches.Place, _ reader: SpeedReader) {
    self.place = place
    self.reader = reader
  }

  /// The samples that can be read without beginning anew are those from here on.
  var start: Int64 { tailStart }
  var end: Int64 { tailStart + Int64(tail.first?.count ?? 0) }

  /// Samples of the segment, counted from its first one.
  func read(from first: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    while end < first + Int64(count) {
      let more = try reader.read(Int(min(SpeedStretch.step, first + Int64(count) - end)))
      if tail.isEmpty { tail = Array(repeating: [], count: more.count) }
      for channel in tail.indices { tail[channel] += more[channel] }
      forget(before: min(first, end) - SpeedStretch.kept)
    }
    let offset = Int(first - tailStart)
    return tail.map { Array($0[offset..<offset + count]) }
  }

  /// Moving what is left costs, so it is done in large steps.
  private func forget(before sample: Int64) {
    guard sample - tailStart > SpeedStretch.kept else { return }
    for channel in tail.indices { tail[channel].removeFirst(Int(sample - tailStart)) }
    tailStart = sample
  }
}

/// The sped-up sounds that pieces of a programme have read from, so that the next piece reads on and does not begin at
/// the segment's first sample again. Safe to use from several threads.
final class SpeedStretches: Sendable {
  /// Which sound it is.
  struct Place: Hashable, Sendable {
    var media: MediaReference
    /// The source's sample that is the first.
    var start: Int64
    var length: Int64
    var course: SegmentSound.Course
  }

  /// Least recently left first. What is in here is in nobody's hands.
  private struct Resting: @unchecked Sendable { var stretches: [SpeedStretch] = [] }
  private let resting = Mutex(Resting())

  /// How many stay open.
  private static let limit = 8

  /// One that can be read from sample `first` of the segment on; the furthest there is, or a new one.
  func take(_ place: Place, for first: Int64, _ open: () throws(LibAVError) -> SpeedReader) throws(LibAVError)
    -> SpeedStretch
  {
    let found = resting.withLock { resting -> Found in
      let fitting = resting.stretches.indices.filter {
        resting.stretches[$0].place == place && resting.stretches[$0].start <= first
      }
      guard let index = fitting.max(by: { resting.stretches[$0].end < resting.stretches[$1].end }) else {
        return Found(stretch: nil)
      }
      return Found(stretch: resting.stretches.remove(at: index))
    }
    if let stretch = found.stretch { return stretch }
    return SpeedStretch(place, try open())
  }

  func leave(_ stretch: SpeedStretch, segmentLength: Int64) {
    guard stretch.end < segmentLength else { return }
    let left = Found(stretch: stretch)
    resting.withLock { resting in
      if let stretch = left.stretch { resting.stretches.append(stretch) }
      if resting.stretches.count > SpeedStretches.limit { resting.stretches.removeFirst() }
    }
  }

  /// Passes from thread to thread, always in the hands of one.
  private struct Found: @unchecked Sendable { var stretch: SpeedStretch? }
}
