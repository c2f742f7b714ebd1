import TimelineModel

/// A track of the mix: what is heard on it, in order, and the gains of all of it.
struct MixTrack: Sendable {
  let segments: [AudioSegment]
  let gains: [SampledCurve]

  static func tracks(of composition: Composition) -> [MixTrack] {
    let rate = composition.canvas.sampleRate
    return composition.audioTracks.map { track in
      MixTrack(
        segments: track.segments.filter { !$0.isGap },
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
