import Media
package import TimelineModel

/// Mixes the programme's sound, block after block: plain addition of every track's samples times their gains.
package final class SoundMixer {
  package private(set) var peak = MixPeak()

  private let canvas: Canvas
  private let folder: MediaFolder
  private let files: SoundFiles
  private let stretches: SpeedStretches
  private let tracks: [MixTrack]
  private var playing: [Playing]
  private var position: Int64
  private var sum: [[Double]]

  /// Where a track has got to.
  private struct Playing {
    /// The first segment that has not begun.
    var next: Int
    /// Those that are being heard.
    var readers: [SegmentReader] = []
  }

  /// Mixing begins with sample `first` of the timeline.
  package convenience init(_ composition: Composition, folder: MediaFolder, from first: Int64 = 0) {
    self.init(
      MixTrack.tracks(of: composition), canvas: composition.canvas, folder: folder, files: SoundFiles(),
      stretches: SpeedStretches(),
      from: first)
  }

  /// `files` and `stretches` are shared with other mixers of the same programme.
  init(
    _ tracks: [MixTrack], canvas: Canvas, folder: MediaFolder, files: SoundFiles, stretches: SpeedStretches,
    from first: Int64
  ) {
    self.tracks = tracks
    self.canvas = canvas
    self.folder = folder
    self.files = files
    self.stretches = stretches
    position = first
    sum = Array(repeating: [], count: canvas.channels)
    playing = tracks.map { Playing(next: $0.firstSegment(endingAfter: first, sampleRate: canvas.sampleRate)) }
  }

  /// The next `count` samples, one array for each channel, held to −1...1. `isPresented` says whether they count in
  /// `peak`.
  package func mix(_ count: Int, isPresented: Bool = true) throws(RenderFailure) -> [[Float]] {
    for channel in sum.indices {
      sum[channel].removeAll(keepingCapacity: true)
      sum[channel].append(contentsOf: repeatElement(0, count: count))
    }
    for index in tracks.indices { try add(track: index) }
    if isPresented { peak.note(sum, from: position, sampleRate: canvas.sampleRate) }
    position += Int64(count)
    return sum.map { channel in
      [Float](unsafeUninitializedCapacity: count) { samples, initialized in
        channel.withUnsafeBufferPointer { sum in
          for index in 0..<count { samples[index] = Float(min(max(sum[index], -1), 1)) }
        }
        initialized = count
      }
    }
  }

  /// Leaves what other mixers can read on from. Nothing can be mixed after this.
  func finish() {
    for track in playing { for reader in track.readers { reader.finish(stretches) } }
    playing = []
  }

  private func add(track index: Int) throws(RenderFailure) {
    let block = position..<position + Int64(sum[0].count)
    while playing[index].next < tracks[index].segments.count {
      let segment = tracks[index].segments[playing[index].next]
      let samples = segment.range.samples(at: canvas.sampleRate)
      guard samples.lowerBound < block.upperBound else { break }
      playing[index].next += 1
      guard samples.upperBound > block.lowerBound,
        let sound = SegmentSound(
          segment, trackGains: tracks[index].gains, catalog: folder.catalog, sampleRate: canvas.sampleRate)
      else { continue }
      try report(segment.segment) { () throws(LibAVError) in
        playing[index].readers.append(
          try SegmentReader(
            sound, folder: folder, canvas: canvas, files: files, stretches: stretches, from: block.lowerBound))
      }
    }
    for reader in playing[index].readers {
      try report(reader.sound.segment) { () throws(LibAVError) in try reader.add(to: &sum, at: block.lowerBound) }
    }
    playing[index].readers.removeAll { $0.sound.samples.upperBound <= block.upperBound }
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
