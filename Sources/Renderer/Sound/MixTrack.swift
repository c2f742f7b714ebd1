import Diagnostics
import TimelineModel

/// A stretch of a segment's sound that is read in one go: all of it, or one pass of a loop.
struct MixSegment: Sendable {
  let segment: AudioSegment
  let media: MediaReference
  let mapping: TimeMapping
  let stretch: TimeMapping.Stretch

  var range: TimelineRange { stretch.target }

  static func segments(of segment: AudioSegment) -> [MixSegment] {
    guard case .sound(let media, let mapping) = segment.content else { return [] }
    return mapping.soundStretches.map { MixSegment(segment: segment, media: media, mapping: mapping, stretch: $0) }
  }
}

extension TimeMapping {
  /// Speeds that change are gone through by one reader.
  fileprivate var soundStretches: [Stretch] {
    guard case .paced = course else { return stretches }
    var whole = stretches[0]
    whole.target = target
    return [whole]
  }
}

/// A track of the mix: what is heard on it, and what is done to all of it.
struct MixTrack: Sendable {
  /// In the order of their beginnings. The last passes of a loop may begin and end while the segment that it passes
  /// into is heard.
  let segments: [MixSegment]
  /// Of each segment, where it and all before it have ended.
  private let ends: [TimelineTime]
  /// What is done to the sum of the segments before the gains.
  let effects: [SoundEffect]
  let gains: [SampledCurve]
  let origin: Origin
  /// The tracks that it listens to, to step back where they are loud.
  let levelDucks: [LevelDuck]

  /// True where something is done to the sum of the segments. Otherwise each has the track's gains as its own.
  var hasBus: Bool { !effects.isEmpty || !levelDucks.isEmpty }
  var segmentGains: [SampledCurve] { hasBus ? [] : gains }

  /// Where the last segment ends.
  func end(at sampleRate: Int) -> Int64 { ends.last?.sample(at: sampleRate) ?? 0 }

  static func tracks(of composition: Composition) -> [MixTrack] {
    composition.audioTracks.map { track in
      let ducks = track.ducks.compactMap { duck -> LevelDuck? in
        guard case .level(let threshold) = duck.trigger,
          let other = composition.audioTracks.first(where: { $0.id == duck.under })
        else { return nil }
        // Nobody steps back for one who has stepped back.
        let under = MixTrack(other, gains: [other.volume], levelDucks: [], sampleRate: composition.canvas.sampleRate)
        return LevelDuck(under: MixTrackBox(under), duck: duck, threshold: threshold)
      }
      let gains = [track.volume] + track.ducks.compactMap(\.gain)
      return MixTrack(track, gains: gains, levelDucks: ducks, sampleRate: composition.canvas.sampleRate)
    }
  }

  private init(_ track: AudioTrack, gains: [Curve<Double>], levelDucks: [LevelDuck], sampleRate: Int) {
    segments = track.segments.flatMap(MixSegment.segments)
      .filter { !$0.range.samples(at: sampleRate).isEmpty }.sorted { $0.range.start < $1.range.start }
    ends = segments.reduce(into: []) { ends, segment in ends.append(max(segment.range.end, ends.last ?? .zero)) }
    effects = track.effects
    origin = track.origin
    self.gains =
      gains.map { SampledCurve($0, sampleRate: sampleRate) }.filter { !$0.isUnity }
      + SampledCurve.curves(for: track.fade, over: track.range, sampleRate: sampleRate)
    self.levelDucks = levelDucks
  }

  /// The first segment that may still be heard after `sample`.
  func firstSegment(endingAfter sample: Int64, sampleRate: Int) -> Int {
    ends.leadingCount { $0.sample(at: sampleRate) <= sample }
  }

  /// The segments that are heard within a run of samples.
  func sounds(in samples: Range<Int64>, catalog: MediaCatalog, sampleRate: Int) -> [SegmentSound] {
    let first = firstSegment(endingAfter: samples.lowerBound, sampleRate: sampleRate)
    return segments[first...].prefix { $0.range.samples(at: sampleRate).lowerBound < samples.upperBound }
      .filter { $0.range.samples(at: sampleRate).upperBound > samples.lowerBound }
      .compactMap { SegmentSound($0, trackGains: segmentGains, catalog: catalog, sampleRate: sampleRate) }
  }
}
