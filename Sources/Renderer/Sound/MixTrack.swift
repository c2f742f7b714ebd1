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

/// A track of the mix: what is heard on it, in order, and the gains of all of it.
struct MixTrack: Sendable {
  let segments: [MixSegment]
  let gains: [SampledCurve]

  static func tracks(of composition: Composition) -> [MixTrack] {
    let rate = composition.canvas.sampleRate
    return composition.audioTracks.map { track in
      MixTrack(
        segments: track.segments.flatMap(MixSegment.segments),
        gains: ([track.volume] + track.ducks.map(\.gain)).map { SampledCurve($0, sampleRate: rate) }
          .filter { !$0.isUnity }
          + SampledCurve.curves(for: track.fade, over: track.range, sampleRate: rate))
    }
  }

  /// Segments end in their order, so the first that is still heard after `sample` is found by halving.
  func firstSegment(endingAfter sample: Int64, sampleRate: Int) -> Int {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].range.samples(at: sampleRate).upperBound > sample { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The segments that are heard within a run of samples.
  func sounds(in samples: Range<Int64>, catalog: MediaCatalog, sampleRate: Int) -> [SegmentSound] {
    let first = firstSegment(endingAfter: samples.lowerBound, sampleRate: sampleRate)
    return segments[first...].prefix { $0.range.samples(at: sampleRate).lowerBound < samples.upperBound }
      .compactMap { SegmentSound($0, trackGains: gains, catalog: catalog, sampleRate: sampleRate) }
  }
}
