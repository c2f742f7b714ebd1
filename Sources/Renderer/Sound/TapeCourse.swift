import Media
import TimelineModel

/// Which place of its source each sample of a segment plays where the pitch follows the speed. In samples of the source,
/// which are counted from `start` on, or back.
struct TapeCourse: Hashable, Sendable {
  let start: Int64
  let isReversed: Bool
  /// Where the first sample stands; less than a sample from the start.
  private let offset: Rational
  /// Samples of the source for one of the mix.
  private let ratio: Rational
  private let speed: Rational
  /// Where the speed changes.
  private let pacing: SoundPacing?

  init(_ part: MixSegment, facts: MediaFacts, sampleRate: Int) {
    let mapping = part.mapping
    let own = Rational(Int64(facts.audio?.sampleRate ?? sampleRate))
    let samples = part.range.samples(at: sampleRate)
    isReversed = mapping.isReversed
    ratio = own / Rational(sampleRate)
    speed = part.stretch.speed
    var time = TimelineTime(samples.lowerBound, Int64(sampleRate))
    if case .paced(let paces) = mapping.course {
      pacing = SoundPacing(paces, mapping, samples: samples, sampleRate: sampleRate)
      time = mapping.target.start
    } else {
      pacing = nil
    }
    let place = (mapping.source(at: time).seconds - facts.audioStart) * own
    start = place.floor ?? 0
    offset = isReversed ? Rational(start) - place : place - Rational(start)
  }

  func moment(ofSample sample: Int64) -> TapeReader.Moment {
    guard let pacing else {
      let place = offset + Rational(sample) * speed * ratio
      let whole = place.floor ?? 0
      return TapeReader.Moment(
        whole: whole, fraction: (place - Rational(whole)).approximate, speed: (speed * ratio).approximate)
    }
    let moment = pacing.moment(ofSample: sample)
    let place = offset.approximate + moment.position * ratio.approximate
    let whole = place.rounded(.down)
    return TapeReader.Moment(
      whole: Int64(whole), fraction: place - whole, speed: moment.speed * ratio.approximate)
  }
}

extension TapeReader {
  convenience init(_ reader: SoundReader, along course: TapeCourse) {
    self.init(
      pull: course.isReversed ? reader.backward(from: course.start) : reader.forward(from: course.start),
      moment: course.moment)
  }
}
