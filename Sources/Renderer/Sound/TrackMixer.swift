import Diagnostics
import Media
import TimelineModel

/// What sound is read with, shared by all who mix a programme.
struct MixSources: Sendable {
  let canvas: Canvas
  let folder: MediaFolder
  let files: SoundFiles
  let stretches: SpeedStretches
}

/// Mixes one track, block after block.
final class TrackMixer {
  private let track: MixTrack
  private let sources: MixSources
  /// The next sample of the timeline that is read.
  private var position: Int64
  /// The first segment that has not begun.
  private var next: Int
  /// Those that are being heard.
  private var readers: [SegmentReader] = []
  private var relay: EffectRelay?
  private var duckers: [LevelDucker]

  /// Blocks are asked for from sample `first` on.
  init(_ track: MixTrack, _ sources: MixSources, from first: Int64) {
    self.track = track
    self.sources = sources
    let rate = sources.canvas.sampleRate
    relay = EffectRelay(
      track.effects, sampleRate: rate, channels: sources.canvas.channels, for: first, length: track.end(at: rate))
    position = relay?.heard ?? first
    next = track.firstSegment(endingAfter: position, sampleRate: rate)
    duckers = track.levelDucks.map { LevelDucker($0, sources, from: first) }
  }

  /// Adds the next block, which begins with sample `first`, to `sum`.
  func add(to sum: inout [[Double]], at first: Int64) throws(RenderFailure) {
    guard track.hasBus else { return try addSegments(to: &sum, at: first) }
    let block = first..<first + Int64(sum[0].count)
    let bus = try bus(block.count, at: first)
    var factors = [Double](repeating: 1, count: block.count)
    var curves = track.gains
    for ducker in duckers { curves.append(try ducker.gain(over: block)) }
    factors.withUnsafeMutableBufferPointer { factors in
      for curve in curves { curve.multiply(factors, from: first) }
    }
    for channel in sum.indices { sum[channel].add(bus[channel], times: factors, at: 0) }
  }

  /// Leaves what other mixers can read on from.
  func finish() {
    for reader in readers { reader.finish(sources.stretches) }
    for ducker in duckers { ducker.finish() }
    readers = []
  }

  /// The next samples of what the segments come to before the gains of all of them.
  private func bus(_ count: Int, at first: Int64) throws(RenderFailure) -> [[Double]] {
    let made = try relay?.next(count) { heard throws(RenderFailure) in
      try sumSegments(heard.count)
    } failing: {
      .effect($0, at: first, sources.canvas, span: track.origin.span)
    }
    if let made { return made }
    return try sumSegments(count)
  }

  private func sumSegments(_ count: Int) throws(RenderFailure) -> [[Double]] {
    var sum = Array(repeating: [Double](repeating: 0, count: count), count: sources.canvas.channels)
    try addSegments(to: &sum, at: position)
    return sum
  }

  private func addSegments(to sum: inout [[Double]], at first: Int64) throws(RenderFailure) {
    let block = first..<first + Int64(sum[0].count)
    let rate = sources.canvas.sampleRate
    for reader in readers { try add(reader, to: &sum, at: first) }
    readers.removeAll { $0.sound.samples.upperBound <= block.upperBound }
    // Of a loop's short passes many may be over before the block is.
    var over: SegmentReader?
    while next < track.segments.count {
      let segment = track.segments[next]
      let samples = segment.range.samples(at: rate)
      guard samples.lowerBound < block.upperBound else { break }
      next += 1
      guard samples.upperBound > block.lowerBound,
        let sound = SegmentSound(
          segment, trackGains: track.segmentGains, catalog: sources.folder.catalog, sampleRate: rate)
      else { continue }
      let reader = try report(segment.segment, at: first) { () throws(LibAVError) in
        try SegmentReader(sound, sources, from: block.lowerBound, after: over)
      }
      try add(reader, to: &sum, at: first)
      if samples.upperBound <= block.upperBound {
        over = reader
      } else {
        readers.append(reader)
        over = nil
      }
    }
    position = block.upperBound
  }

  private func add(_ reader: SegmentReader, to sum: inout [[Double]], at first: Int64) throws(RenderFailure) {
    try report(reader.sound.segment, at: first) { () throws(LibAVError) in try reader.add(to: &sum, at: first) }
  }

  private func report<Result>(
    _ segment: AudioSegment, at sample: Int64, _ body: () throws(LibAVError) -> Result
  ) throws(RenderFailure) -> Result {
    do {
      return try body()
    } catch {
      let name = segment.media?.path ?? "a segment"
      throw RenderFailure(
        .media, "cannot read the sound of \(name)", at: TimelineTime(sample, Int64(sources.canvas.sampleRate)),
        span: segment.origin.span, detail: "\(error)")
    }
  }
}

extension RenderFailure {
  /// An effect on sound that does not work.
  static func effect(_ error: LibAVError, at sample: Int64, _ canvas: Canvas, span: SourceSpan?) -> RenderFailure {
    RenderFailure(
      .media, "cannot make an effect on sound", at: TimelineTime(sample, Int64(canvas.sampleRate)), span: span,
      detail: "\(error)")
  }
}
