import CFFmpeg
import TimelineModel

/// Decodes a sound stream at its own rate and puts every sample at its place: sample 0 is the stream's first.
///
/// How it finds the place again after a jump depends on the container. Where the clock is as fine as the samples, a
/// timestamp says it. Where it is coarser, as in Matroska, the place is the nearest one on the grid of equal frames;
/// and where frames are not equal, or the container has no index to be trusted, it starts over and counts.
final class SoundSource {
  /// A run of decoded samples.
  struct Block {
    var start: Int64
    var planes: [[Float]]
    var end: Int64 { start + Int64(planes.first?.count ?? 0) }
  }

  let sampleRate: Int
  private(set) var seeks = 0

  private enum Jump { case byClock, byFrameGrid, fromStart }

  private let path: String
  private let facts: AudioFacts
  private let mixer: ChannelMixer
  private var decoder: FrameDecoder
  private let isClockFine: Bool
  private let jump: Jump
  private let preroll: Int64
  private var grid: FrameGrid
  /// Where the next sample stands if there is no gap; nil after a jump.
  private var next: Int64? = 0
  private var leavesOutBefore: Int64?
  private let files: SoundFiles?
  private let report: DamageReport?
  /// True while it stands where another reader left the file.
  private var isElsewhere = false

  /// The file is taken from `files` where it is open there already, and left there in the end. With a `report` there is
  /// silence where it is damaged.
  init(
    path: String, facts: AudioFacts, channels: Int, files: SoundFiles? = nil, report: DamageReport? = nil
  ) throws(LibAVError) {
    self.path = path
    self.facts = facts
    self.files = files
    self.report = report
    if let open = files?.take(path) {
      decoder = try FrameDecoder(open, stream: facts.stream)
      isElsewhere = true
    } else {
      decoder = try FrameDecoder(path: path, stream: facts.stream)
    }
    mixer = ChannelMixer(channels: channels)
    sampleRate = facts.sampleRate
    let codec = decoder.stream.pointee.codecpar.pointee.codec_id
    grid = FrameGrid(codec)
    preroll = SoundSource.isLossless(codec) ? 0 : 16384
    isClockFine = decoder.timeBase * Rational(facts.sampleRate) <= .one
    let hasIndex = !SoundSource.unindexed.contains(decoder.demuxer.format)
    jump = !hasIndex ? .fromStart : isClockFine ? .byClock : grid.isRegular ? .byFrameGrid : .fromStart
  }

  deinit { if jump == .byClock { files?.leave(decoder.demuxer, path) } }

  /// Formats that can only guess where a time is. They hold little but the sound, so reading them from their start is
  /// cheap.
  private static let unindexed: Set<String> = [
    "mp3", "aac", "ac3", "eac3", "dts", "truehd", "loas", "ogg", "amr", "ape", "tta", "wv",
  ]

  private static func isLossless(_ codec: AVCodecID) -> Bool {
    guard let descriptor = avcodec_descriptor_get(codec) else { return false }
    return descriptor.pointee.props & AV_CODEC_PROP_LOSSY == 0
  }
}

// MARK: Reading on

extension SoundSource {
  /// The next samples; nil at the end.
  func nextBlock() throws(LibAVError) -> Block? {
    if isElsewhere { try restart() }
    while let decoded = try decoder.next(where: isWanted) {
      defer {
        var freeing: UnsafeMutablePointer<AVFrame>? = decoded
        av_frame_free(&freeing)
      }
      guard decoded.pointee.nb_samples > 0 else { continue }
      let expected = next
      let start = position(of: decoded)
      if let damage = decoder.takeDamage(), let expected, start > expected + tolerance {
        try note(damage, at: expected)
      }
      next = start + Int64(decoded.pointee.nb_samples)
      return Block(start: start, planes: try mixer.planes(of: decoded))
    }
    if let next, let damage = decoder.takeDamage(), Rational(next + tolerance, Int64(sampleRate)) < facts.duration {
      try note(damage, at: next)
    }
    return nil
  }

  private func note(_ damage: LibAVError, at position: Int64) throws(LibAVError) {
    let seconds = Rational(position, Int64(sampleRate))
    guard let report else {
      throw LibAVError(
        call: "decode", code: damage.code, text: "the sound is damaged at \(seconds.decimal ?? seconds.description) s",
        log: damage.log)
    }
    report(.sound, seconds)
  }

  /// By the clock; but a run that goes on without a gap is counted on, since clocks are rounded.
  private func position(of frame: UnsafeMutablePointer<AVFrame>) -> Int64 {
    if jump == .byFrameGrid { grid.learn(count: Int64(frame.pointee.nb_samples)) }
    guard let ticks = timestamp(frame.pointee.best_effort_timestamp) else { return next ?? 0 }
    let stands = position(ofTicks: ticks)
    guard let next else { return jump == .byFrameGrid ? grid.nearest(to: stands) : stands }
    return (stands - next).magnitude <= tolerance ? next : stands
  }

  /// What rounding at both ends can make of a time.
  private var tolerance: Int64 {
    isClockFine ? 1 : 2 + 2 * ((decoder.timeBase * Rational(sampleRate)).ceiling ?? 0)
  }

  private func position(ofTicks ticks: Int64) -> Int64 {
    ((Rational(ticks) * decoder.timeBase - facts.start) * Rational(sampleRate)).rounded ?? 0
  }

  private func isWanted(_ packet: Packet) -> Bool {
    guard let limit = leavesOutBefore, let pts = packet.pts else { return true }
    return position(ofTicks: pts + packet.duration) >= limit
  }
}

// MARK: Jumping

extension SoundSource {
  /// Where the last sample ends, which is somewhere after `near`.
  func end(near: Int64) throws(LibAVError) -> Int64 {
    try jump(to: max(0, near - Int64(sampleRate)))
    var end: Int64 = 0
    while let block = try nextBlock() { end = max(end, block.end) }
    if end > 0 || next == 0 { return end }
    // What was looked for lies beyond the end.
    try restart()
    while let block = try nextBlock() { end = max(end, block.end) }
    return end
  }

  /// Goes to where sample `position` comes out right, or before that.
  func jump(to position: Int64) throws(LibAVError) {
    let early = position - preroll
    if early <= 0 { return try restart() }
    if jump == .fromStart {
      try restart()
      if isClockFine { (leavesOutBefore, next) = (early, nil) }
      return
    }
    if jump == .byFrameGrid, !grid.isLearned { try learnGrid() }
    let ticks = ((Rational(early, Int64(sampleRate)) + facts.start) / decoder.timeBase).floor ?? 0
    guard decoder.seek(to: ticks) else { return try restart() }
    seeks += 1
    (next, isElsewhere) = (nil, false)
  }

  func restart() throws(LibAVError) {
    decoder = try FrameDecoder(path: path, stream: facts.stream)
    seeks += 1
    (next, leavesOutBefore, isElsewhere) = (0, nil, false)
  }

  private func learnGrid() throws(LibAVError) {
    if next != 0 { try restart() }
    while !grid.isLearned, try nextBlock() != nil {}
  }
}
