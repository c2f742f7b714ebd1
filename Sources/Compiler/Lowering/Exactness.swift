import Diagnostics
import TimelineModel

/// What is left of 128 bits when times are multiplied with rates and speeds, which has to be enough for every frame and
/// every sample of a programme.
extension Lowering {
  /// Whether frames and samples can be counted from a time, whatever is calculated on the way.
  func isCountable(_ time: Rational) -> Bool {
    let most = Int128(1) << 80
    return time.isFinite && time.denominator <= most && time.magnitude < Rational(1 << 32)
  }

  /// Reports segments with moments of their sources that no exact time tells.
  mutating func checkExactness(of composition: Composition) {
    var reported: Set<SourceSpan?> = []
    let frame = composition.canvas.rate.frameDuration
    for segment in composition.videoTracks.lazy.flatMap(\.segments) {
      guard case .movie(let media, let mapping) = segment.content, let facts = catalog.facts(for: media) else { continue }
      let rate = facts.video?.timing.rate?.perSecond ?? .one
      check(mapping, inStepsOf: frame, at: rate, segment.origin, &reported)
    }
    let sample = Rational(1, Int64(max(composition.canvas.sampleRate, 1)))
    for segment in composition.audioTracks.lazy.flatMap(\.segments) {
      guard case .sound(let media, let mapping) = segment.content, let audio = catalog.facts(for: media)?.audio else {
        continue
      }
      check(mapping, inStepsOf: sample, at: Rational(Int64(max(audio.sampleRate, 1))), segment.origin, &reported)
    }
  }

  /// Whether nothing that is calculated with these can need more than 128 bits: the source plays once, at its own speed,
  /// and all numbers are those of usual edits.
  private func isShort(_ mapping: TimeMapping, _ step: Rational, _ rate: Rational) -> Bool {
    guard mapping.course == .steady, mapping.source.duration == mapping.target.duration else { return false }
    let (source, target) = (mapping.source, mapping.target)
    return [source.start.seconds, source.end.seconds, target.start.seconds, target.end.seconds, step, rate].allSatisfy {
      $0.denominator <= 1 << 20 && $0.magnitude < Rational(1 << 20)
    }
  }

  private mutating func check(
    _ mapping: TimeMapping, inStepsOf step: Rational, at rate: Rational, _ origin: Origin,
    _ reported: inout Set<SourceSpan?>
  ) {
    guard !isShort(mapping, step, rate) else { return }
    let joints: [TimelineTime] = if case .paced = mapping.course { mapping.joints } else { [] }
    let times = [mapping.target.start, mapping.target.end - step] + joints.prefix(50) + joints.suffix(50)
    guard times.contains(where: { time in
      guard let number = (time.seconds / step).floor else { return true }
      // Not a whole step: one that shares nothing with the other numbers leaves room for all that are not tried.
      let tried = TimelineTime(step * (Rational(number) + Rational(60, 61)))
      return !(mapping.source(at: tried).seconds * rate).isFinite
    }) else { return }
    let span = origin[.speed] ?? origin[.duration] ?? origin[.source] ?? origin.span
    guard reported.insert(span).inserted else { return }
    log.report(
      .timeOverflow, "with this the moments of the source are too finely divided to be exact", at: span,
      fixIts: [FixIt("give times with fewer digits, or in frames, as in `25f`")])
  }
}
