import Diagnostics
import TimelineModel

extension Lowering {
  /// The same tracks, each with what makes it step back for others. Every track has to be laid, because what is heard
  /// of one shapes another.
  mutating func ducked(_ sounds: [AudioTrack], _ tracks: [LaidTrack]) -> [AudioTrack] {
    var result = sounds
    for track in tracks {
      guard let index = sounds.firstIndex(where: { $0.id == track.id }) else { continue }
      for written in track.item.duck?.value ?? [] {
        if let duck = duck(written, of: track, among: tracks, sounds) { result[index].ducks.append(duck) }
      }
    }
    return result
  }

  private mutating func duck(
    _ written: Located<DuckItem>, of track: LaidTrack, among tracks: [LaidTrack], _ sounds: [AudioTrack]
  ) -> Duck? {
    let item = written.value
    let attack = ramp(item.attack, unless: Rational(1, 2))
    let release = ramp(item.release, unless: .one)
    if let to = item.to, !(0...1).contains(to.value) {
      log.report(.badValue, "a track steps back to a gain from 0 to 1; this one is \(to.value.plain)", at: to.span)
      return nil
    }
    guard let name = item.under, let attack, let release else { return nil }
    guard let other = sounds.first(where: { $0.id.name == name.value && $0.id != track.id }) else {
      report(unknown: name, for: track, among: tracks)
      return nil
    }
    let level = item.to?.value ?? 0.2
    if let threshold = item.threshold, !(0.00001...1).contains(threshold.value) {
      log.report(
        .badValue, "a threshold has to lie between 0.00001 and 1; this one is \(threshold.value.plain)",
        at: threshold.span)
      return nil
    }
    let heard = other.segments.filter { !$0.isGap }.map(\.range)
    let trigger: Duck.Trigger =
      item.by?.value == .level
      ? .level(threshold: item.threshold?.value ?? gain(decibels: -30))
      : .segments(gain: Duck.gain(level, attack: attack, release: release, heard: heard))
    return Duck(
      under: other.id, level: level, attack: attack, release: release, trigger: trigger, origin: Origin(written.span))
  }

  /// The length of a ramp, which may be none.
  private mutating func ramp(_ written: Located<TimeExpression>?, unless standard: Rational) -> Rational? {
    guard let written else { return standard }
    guard let length = seconds(written, on: .length(canvas.rate)) else { return nil }
    if length >= .zero { return length }
    log.report(.badTime, "a ramp cannot last \(length.inWords)", at: written.span)
    return nil
  }

  private mutating func report(unknown name: Located<String>, for track: LaidTrack, among tracks: [LaidTrack]) {
    let others = tracks.filter { $0.id != track.id }
    let message =
      name.value == track.id.name
      ? "a track cannot step back for itself"
      : others.contains { $0.id.name == name.value }
        ? "the track `\(name.value)` has no sound" : "there is no track `\(name.value)`"
    let near = nearestName(to: name.value, in: others.filter(\.kind.hasSound).map(\.id.name))
    log.report(.duckUnknownTrack, message, at: name.span, fixIts: .didYouMean(near, at: name.span))
  }
}
