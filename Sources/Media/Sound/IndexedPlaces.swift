import CFFmpeg
import TimelineModel

/// How far the packets of a sound stream stand from where QuickTime's index has them, for those that were written with a
/// trembling clock: the same as counting from the first packet on gives, without reading any.
struct IndexedPlaces {
  private var steps: [(ticks: Int64, shift: Int64)] = []

  /// For packets that all hold as many samples as the codec says.
  init(_ stream: UnsafeMutablePointer<AVStream>, sampleRate: Int, continuity: SoundContinuity) {
    guard continuity.hasEqualFrames, Rational(stream.pointee.time_base) == Rational(1, Int64(sampleRate)),
      let length = IndexedPlaces.packetLength(of: stream, sampleRate)
    else { return }
    var next: Int64?
    var shift: Int64 = 0
    for index in 0..<avformat_index_get_entries_count(stream) {
      guard let stands = avformat_index_get_entry(stream, index)?.pointee.timestamp else { continue }
      let place = next.flatMap { continuity.joins(stands, to: $0, count: length) ? $0 : nil } ?? stands
      if place - stands != shift {
        shift = place - stands
        steps.append((stands, shift))
      }
      next = place + length
    }
  }

  /// Returns the number of samples in each packet: as the codec says, or else as nine of ten entries of the index do, or
  /// as all do on average if none is off by more than a millisecond. Nil if nothing tells.
  private static func packetLength(of stream: UnsafeMutablePointer<AVStream>, _ sampleRate: Int) -> Int64? {
    let told = Int64(stream.pointee.codecpar.pointee.frame_size)
    guard told <= 0 else { return told }
    let times = (0..<avformat_index_get_entries_count(stream)).compactMap {
      avformat_index_get_entry(stream, $0)?.pointee.timestamp
    }
    let counts = zip(times, times.dropFirst()).reduce(into: [Int64: Int]()) { $0[$1.1 - $1.0, default: 0] += 1 }
    guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), usual.key > 0 else { return nil }
    return usual.value * 10 >= times.count * 9 ? usual.key : averageLength(of: times, deviation: sampleRate / 1000)
  }

  /// Returns the average distance of times; nil if one of them deviates by more than `deviation` from equal distances.
  private static func averageLength(of times: [Int64], deviation: Int) -> Int64? {
    guard let first = times.first, let last = times.last, times.count > 1,
      let length = Rational(last - first, Int64(times.count - 1)).rounded
    else { return nil }
    let isEven = zip(times, Int64(0)...).allSatisfy { ($0 - first - $1 * length).magnitude <= deviation }
    return isEven ? length : nil
  }

  /// What to add to the time of a packet.
  func shift(at ticks: Int64) -> Int64 { steps.last { $0.ticks <= ticks }?.shift ?? 0 }
}
