import CFFmpeg
import TimelineModel

/// How far the packets of a sound stream stand from where QuickTime's index has them, for those that were written with a
/// trembling clock: the same as counting from the first packet on gives, without reading any.
struct IndexedPlaces {
  private var steps: [(ticks: Int64, shift: Int64)] = []

  /// For packets that all hold as many samples as the codec says.
  init(_ stream: UnsafeMutablePointer<AVStream>, sampleRate: Int, continuity: SoundContinuity) {
    let length = IndexedPlaces.length(stream)
    guard length > 0, continuity.hasEqualFrames,
      Rational(stream.pointee.time_base) == Rational(1, Int64(sampleRate))
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

  /// How many samples a packet holds; 0 if that is not known. Where the codec does not say, most packets do.
  private static func length(_ stream: UnsafeMutablePointer<AVStream>) -> Int64 {
    let told = Int64(stream.pointee.codecpar.pointee.frame_size)
    guard told <= 0 else { return told }
    let times = (0..<avformat_index_get_entries_count(stream)).compactMap {
      avformat_index_get_entry(stream, $0)?.pointee.timestamp
    }
    let steps = Dictionary(grouping: zip(times, times.dropFirst()).lazy.map { $1 - $0 }, by: \.self)
    guard let usual = steps.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }),
      usual.value.count * 10 >= times.count * 9
    else { return 0 }
    return usual.key
  }

  /// What to add to the time of a packet.
  func shift(at ticks: Int64) -> Int64 { steps.last { $0.ticks <= ticks }?.shift ?? 0 }
}
