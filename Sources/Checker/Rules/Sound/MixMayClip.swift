import Diagnostics
import Foundation
import TimelineModel

extension Rule {
  static let mixMayClip = Rule(
    DiagnosticPage(
      "mix-may-clip", .warning,
      summary: "sounds that are turned up so far that their sum may be distorted",
      rationale: """
        Tracks are added as they are, and what goes beyond full scale is cut off there. Two or three ordinary tracks at \
        their own level rarely peak together; above a sum of gains of 3, nearly 10 decibels, loud places are likely to \
        clip. Turn some of them down, let one step back for another with `duck`, or write a `loudness` in the mix, \
        which holds the whole to its limit.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: audio, volume: «4», segments: [ song.wav ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: audio, volume: 1.5, segments: [ song.wav ] } ]
        """
      ],
      media: "song.wav  10 s  48000 Hz")
  ) { programme, report in
    let composition = programme.composition
    // A limiter, or effects that nobody can foresee, stand between the sum and full scale.
    guard composition.mastering == .none else { return }
    let tracks = composition.audioTracks.filter { track in track.segments.contains { !$0.isGap } }
    guard tracks.reduce(0, { $0 + $1.ceiling }) > tooMuch, let peak = tracks.highestSum(until: composition.end),
      peak.gain > tooMuch, let loudest = peak.loudest
    else { return }
    let decibels = (20 * log10(peak.gain) * 10).rounded() / 10
    let gain = (peak.gain * 100).rounded() / 100
    let what = peak.count == 1 ? "the gain of this sound comes" : "the gains of \(peak.count) sounds add up"
    // Of one that is too loud by itself it is known how much is too much.
    let quieter = peak.count == 1 ? peak.written.map { ($0 * 300 / peak.gain).rounded(.down) / 100 } : nil
    report(
      "\(what) to \(gain.plain) at \(peak.time.inWords), \(decibels.plain) dB above full scale", at: loudest,
      fixIts: (quieter.map { [.replace(loudest, with: $0.plain, "turn it down to \($0.plain)")] } ?? [])
        + [FixIt("turn \(peak.count == 1 ? "it" : "them") down, or write `mix: { loudness: … }`, which has a limiter")])
  }
}

private let tooMuch = 3.001

/// What the tracks come to at a moment.
private struct Sum {
  var time: TimelineTime
  var gain = 0.0
  var count = 0
  /// Where the most of it was written.
  var loudest: SourceSpan?
  /// The volume that is written there, if it is a single number.
  var written: Double?
  var highest = 0.0
}

extension [AudioTrack] {
  /// The highest sum of gains among the moments where one may be: where something begins, or a ramp ends.
  fileprivate func highestSum(until end: TimelineTime) -> Sum? {
    var times = Set(lazy.flatMap(\.segments).filter { !$0.isGap }.map(\.range.start))
    for curve in flatMap({ [$0.volume] + $0.segments.map(\.volume) + $0.ducks.compactMap(\.gain) }) {
      for piece in curve.pieces { times.formUnion([piece.range.start, piece.range.end]) }
    }
    // At each of them every track is asked; where that would take long, the first have to do.
    let most = Swift.max(100, 2_000_000 / Swift.max(1, count))
    return times.filter { $0 < end }.sorted().prefix(most).map(sum).max { ($0.gain, $1.time) < ($1.gain, $0.time) }
  }

  private func sum(at time: TimelineTime) -> Sum {
    var sum = Sum(time: time)
    for track in self {
      guard let segment = track.loudestSegment(at: time) else { continue }
      let gain = track.gain(of: segment, at: time)
      guard gain > 0 else { continue }
      sum.gain += gain
      sum.count += 1
      guard gain > sum.highest else { continue }
      sum.highest = gain
      let own = segment.volume.value(at: time) > 1 ? segment.origin.fields[.volume] : nil
      sum.loudest = own ?? track.origin.fields[.volume] ?? segment.origin[.volume]
      let volume = own == nil ? track.volume : segment.volume
      sum.written = sum.loudest != segment.origin.span && volume.isConstant ? volume.base : nil
    }
    return sum
  }
}

extension Curve<Double> {
  /// What it never goes beyond.
  fileprivate var ceiling: Double { pieces.reduce(base) { max($0, $1.extremes.from, $1.extremes.to) } }
}

extension AudioTrack {
  /// What its gain never goes beyond.
  fileprivate var ceiling: Double {
    // By their numbers, because a segment is large and only its volume is asked for.
    let segment = segments.indices.reduce(0) { max($0, segments[$1].volume.ceiling) }
    return ducks.compactMap { $0.gain?.ceiling }.reduce(volume.ceiling * segment, *)
  }

  /// Of those that a cross-fade mixes, the louder.
  fileprivate func loudestSegment(at time: TimelineTime) -> AudioSegment? {
    let ended = segments.leadingCount { $0.range.end <= time }
    return segments[ended...].prefix { $0.range.start <= time }.filter { !$0.isGap && $0.range.contains(time) }
      .max { $0.volume.value(at: time) < $1.volume.value(at: time) }
  }

  fileprivate func gain(of segment: AudioSegment, at time: TimelineTime) -> Double {
    let steps = ducks.compactMap { $0.gain?.value(at: time) }
    // What waits for a level may step back or not.
    return steps.reduce(volume.value(at: time) * segment.volume.value(at: time), *)
  }
}
