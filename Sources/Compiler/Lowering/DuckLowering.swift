import Diagnostics
import TimelineModel

extension Lowering {
  /// The same tracks, each with what makes it step back for others. Every track has to be laid, because what is heard
  /// of one shapes another.
  mutating func ducked(_ sounds: [AudioTrack], _ tracks: [LaidTrack]) -> [AudioTrack] {
    var result = sounds
    let numbers = Dictionary(zip(sounds.map(\.id), sounds.indices)) { first, _ in first }
    var gains: [DuckedBy: Curve<Double>] = [:]
    for track in tracks {
      guard let index = numbers[track.id] else { continue }
      for written in track.item.duck?.value ?? [] {
        if let duck = duck(written, of: track, sounds, numbers, &gains) { result[index].ducks.append(duck) }
      }
    }
    return result
  }

  private mutating func duck(
    _ written: Located<DuckItem>, of track: LaidTrack, _ sounds: [AudioTrack], _ numbers: [TrackID: Int],
    _ gains: inout [DuckedBy: Curve<Double>]
  ) -> Duck? {
    let item = written.value
    let attack = ramp(item.attack, unless: Rational(1, 2))
    let release = ramp(item.release, unless: .one)
    if let to = item.to, !(0...1).contains(to.value) {
      log.report(.badValue, "a track steps back to a gain from 0 to 1; this one is \(to.value.plain)", at: to.span)
      return nil
    }
    guard let name = item.under, let attack, let release else { return nil }
    guard let number = numbers[TrackID(name.value)], sounds[number].id != track.id else {
      report(unknown: name, for: track)
      return nil
    }
    let other = sounds[number]
    let level = item.to?.value ?? 0.2
    if let threshold = item.threshold, !(0.00001...1).contains(threshold.value) {
      log.report(
        .badValue, "a threshold has to lie between 0.00001 and 1; this one is \(threshold.value.plain)",
        at: threshold.span)
      return nil
    }
    let trigger: Duck.Trigger =
      item.by?.value == .level
      ? .level(threshold: item.threshold?.value ?? gain(decibels: -30))
      : .segments(gain: course(of: DuckedBy(track: other.id, level, attack, release), other, &gains))
    return Duck(
      under: other.id, level: level, attack: attack, release: release, trigger: trigger, origin: Origin(written.span))
  }

  /// The course of a gain; several ducks that say the same share it.
  private func course(
    of duck: DuckedBy, _ other: AudioTrack, _ gains: inout [DuckedBy: Curve<Double>]
  ) -> Curve<Double> {
    if let known = gains[duck] { return known }
    let heard = other.segments.filter { !$0.isGap }.map(\.range)
    let gain = Duck.gain(duck.level, attack: duck.attack, release: duck.release, heard: heard)
    gains[duck] = gain
    return gain
  }

  /// The length of a ramp, which may be none.
  private mutating func ramp(_ written: Located<TimeExpression>?, unless standard: Rational) -> Rational? {
    guard let written else { return standard }
    guard let length = seconds(written, on: .length(canvas.rate)) else { return nil }
    if length >= .zero { return length }
    log.report(.badTime, "a ramp cannot last \(length.inWords)", at: written.span)
    return nil
  }

  private mutating func report(unknown name: Located<String>, for track: LaidTrack) {
    let message =
      name.value == track.id.name
      ? "a track cannot step back for itself"
      : names.trackNumbers[name.value] != nil
        ? "the track `\(name.value)` has no sound" : "there is no track `\(name.value)`"
    let near = names.nearSounds.nearest(to: name.value).flatMap { $0 == track.id.name ? nil : $0 }
    log.report(.duckUnknownTrack, message, at: name.span, fixIts: .didYouMean(near, at: name.span))
  }
}

/// What makes a track step back, and how.
private struct DuckedBy: Hashable {
  let track: TrackID
  let level: Double
  let attack: Rational
  let release: Rational

  init(track: TrackID, _ level: Double, _ attack: Rational, _ release: Rational) {
    (self.track, self.level, self.attack, self.release) = (track, level, attack, release)
  }
}
