import Media
package import TimelineModel

/// Mixes the programme's sound, block after block: plain addition of every track's samples times their gains.
package final class SoundMixer {
  package private(set) var peak = MixPeak()

  private let canvas: Canvas
  private let folder: MediaFolder
  private var tracks: [TrackSound]
  private var position: Int64

  private struct TrackSound {
    let segments: [AudioSegment]
    let gains: [SampledCurve]
    /// The first segment that has not begun.
    var next = 0
    /// Those that are being heard.
    var playing: [SegmentSound] = []
  }

  /// Mixing begins with sample `first` of the timeline.
  package init(_ composition: Composition, folder: MediaFolder, from first: Int64 = 0) {
    canvas = composition.canvas
    self.folder = folder
    position = first
    let rate = canvas.sampleRate
    tracks = composition.audioTracks.map { track in
      let volume = [SampledCurve(track.volume, sampleRate: rate)].filter { !$0.isUnity }
      return TrackSound(
        segments: track.segments.filter { !$0.isGap },
        gains: volume + SampledCurve.curves(for: track.fade, over: track.range, sampleRate: rate))
    }
  }

  /// The next `count` samples, one array for each channel, held to −1...1.
  package func mix(_ count: Int) throws(RenderFailure) -> [[Float]] {
    var sum = Array(repeating: [Double](repeating: 0, count: count), count: canvas.channels)
    for index in tracks.indices { try add(track: index, to: &sum) }
    let first = position
    position += Int64(count)
    return sum.map { channel in
      channel.enumerated().map { index, sample in
        peak.note(sample, at: TimelineTime(first + Int64(index), Int64(canvas.sampleRate)))
        return Float(min(max(sample, -1), 1))
      }
    }
  }

  private func add(track index: Int, to sum: inout [[Double]]) throws(RenderFailure) {
    let block = position..<position + Int64(sum[0].count)
    while tracks[index].next < tracks[index].segments.count {
      let segment = tracks[index].segments[tracks[index].next]
      let samples = segment.range.samples(at: canvas.sampleRate)
      guard samples.lowerBound < block.upperBound else { break }
      tracks[index].next += 1
      guard samples.upperBound > block.lowerBound else { continue }
      try report(segment) { () throws(LibAVError) in
        let first = max(samples.lowerBound, block.lowerBound)
        if let sound = try SegmentSound(segment, from: first, folder: folder, canvas: canvas) {
          tracks[index].playing.append(sound)
        }
      }
    }
    for sound in tracks[index].playing {
      try report(sound.segment) { () throws(LibAVError) in
        try sound.add(to: &sum, at: block.lowerBound, trackGains: tracks[index].gains)
      }
    }
    tracks[index].playing.removeAll { $0.samples.upperBound <= block.upperBound }
  }

  private func report(_ segment: AudioSegment, _ body: () throws(LibAVError) -> Void) throws(RenderFailure) {
    do {
      try body()
    } catch {
      let name = segment.media?.path ?? "a segment"
      throw RenderFailure(
        .media, "cannot read the sound of \(name)", at: TimelineTime(position, Int64(canvas.sampleRate)),
        span: segment.origin.span, detail: "\(error)")
    }
  }
}

/// How loud a mix became before it was held to −1...1.
package struct MixPeak: Hashable, Sendable {
  /// The largest magnitude of any sample, and when it was first reached.
  package private(set) var level = 0.0
  package private(set) var time: TimelineTime?
  /// How many samples were held back.
  package private(set) var clippedSamples = 0

  package init() {}

  mutating func note(_ sample: Double, at time: @autoclosure () -> TimelineTime) {
    let magnitude = abs(sample)
    if magnitude > 1 { clippedSamples += 1 }
    if magnitude > level {
      level = magnitude
      self.time = time()
    }
  }
}
