import CFFmpeg
import Diagnostics
import Platform
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

  private let path: ConfinedPath
  private let facts: AudioFacts
  private let mixer: ChannelMixer
  private var decoder: FrameDecoder
  /// Whether frames stand where their number says, since their clock is too coarse to tell.
  private let hasFrameGrid: Bool
  private let isClockFine: Bool
  private var jump: Jump
  private let preroll: Int64
  private let continuity: SoundContinuity
  private var grid: FrameGrid
  private let isIndexed: Bool
  private lazy var indexed =
    isIndexed ? IndexedPlaces(decoder.stream, sampleRate: sampleRate, continuity: continuity) : nil
  /// True where each packet takes up what the one before it left.
  private let isContinuous: Bool
  private var lengths: VorbisLengths?
  private var headers: HeaderRates?
  /// The rate in the header of the last packet, in MPEG's layers.
  private var layerRate: Int?
  private let isOfLayers: Bool
  /// Whether the last packet is not the first of its PES packet, so that libavformat has calculated its time.
  private var isTimeCalculated = false
  /// Where the first sample stands that the decoder gives.
  private let beginning: Int64
  /// Where the next sample stands if there is no gap; nil after a jump.
  private var next: Int64?
  /// After a jump, the first sample that is wanted; nil once samples have come.
  private var sought: Int64?
  /// Frames decoded since the start of the stream.
  private var decoded = 0
  /// Blocks that were decoded to find out where they stand.
  private var landed: [Block] = []
  /// The frames that are at another rate than the stream, while they last.
  private var run: ResampledRun?
  private let channels: Int
  private var leavesOutBefore: Int64?
  /// The time of a packet that only gets the decoder going.
  private var priming: Int64?
  private let files: SoundFiles?
  private let report: DamageReport?
  /// True while it stands where another reader left the file.
  private var isElsewhere = false

  /// The file is taken from `files` where it is open there already, and left there in the end. With a `report` there is
  /// silence where it is damaged.
  init(
    path: ConfinedPath, facts: AudioFacts, channels: Int, files: SoundFiles? = nil, report: DamageReport? = nil
  ) throws(LibAVError) {
    self.path = path
    self.facts = facts
    self.files = files
    self.report = report
    if let open = files?.take(path) {
      decoder = try FrameDecoder(open, stream: facts.stream, losses: facts.losses)
      isElsewhere = true
    } else {
      decoder = try FrameDecoder(path: path, stream: facts.stream, losses: facts.losses)
    }
    self.channels = channels
    mixer = ChannelMixer(channels: channels)
    sampleRate = facts.sampleRate
    let codec = decoder.stream.pointee.codecpar.pointee.codec_id
    let tick = decoder.timeBase * Rational(facts.sampleRate)
    beginning = -(facts.priming ?? 0)
    next = beginning
    grid = FrameGrid(codec, beginning: beginning)
    let isLossless = SoundSource.isLossless(codec)
    preroll = isLossless ? 0 : 16384
    isClockFine = tick <= .one
    let format = decoder.demuxer.format
    let rounding = isClockFine ? 1 : 2 + 2 * (tick.ceiling ?? 0)
    continuity = SoundContinuity(
      rate: facts.sampleRate, rounding: rounding, isLossless: isLossless && format != "mpeg",
      hasEqualFrames: grid.isRegular && format != "mpeg")
    isIndexed = format.hasPrefix("mov")
    lengths = VorbisLengths(decoder.stream)
    headers = HeaderRates(format: format)
    isOfLayers = [AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3].contains(codec)
    let isGuessed = SoundSource.isGuessed(codec, in: format)
    // Pages of Ogg may count wrongly; where none is missing, nothing is.
    let isCounted = format == "ogg" && codec == AV_CODEC_ID_FLAC && facts.losses == nil
    isContinuous = isGuessed && !grid.isRegular || isCounted
    let hasIndex =
      !SoundSource.unindexed.contains(format) && !isGuessed && facts.clockGoesBack != true
      && facts.hasWrongIndex != true
    hasFrameGrid = hasIndex && !isClockFine && grid.isRegular
    jump = !hasIndex ? .fromStart : isClockFine ? .byClock : hasFrameGrid ? .byFrameGrid : .fromStart
  }

  deinit { if jump == .byClock { files?.leave(decoder.demuxer, path) } }

  /// Formats that can only guess where a time is. They hold little but the sound, so reading them from their start is
  /// cheap.
  private static let unindexed: Set<String> = [
    "mp3", "aac", "ac3", "eac3", "dts", "truehd", "loas", "ogg", "amr", "ape", "tta", "wv",
  ]

  /// In these formats libavformat takes every codec for one whose bytes are in proportion to time.
  private static func isGuessed(_ codec: AVCodecID, in format: String) -> Bool {
    ["wav", "w64"].contains(format) && !String(cString: avcodec_get_name(codec)).hasPrefix("pcm_")
  }

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
    if next == nil, isClockTrembling { try land() }
    return landed.isEmpty ? try decodeBlock() : landed.removeFirst()
  }

  /// Several frames together tell where they stand: on the grid of equal frames, if that is where most of them are.
  private func land() throws(LibAVError) {
    var blocks: [Block] = []
    while blocks.count < SoundSource.landingFrames, let block = try decodeBlock() {
      guard isClockTrembling else {
        // It started over.
        landed.insert(block, at: 0)
        return
      }
      blocks.append(block)
      next = nil
    }
    var length: Int64 = 0
    let beginnings = blocks.map { block in
      defer { length += block.end - block.start }
      return block.start - length
    }
    guard let first = blocks.first else { return }
    let middle = beginnings.sorted()[blocks.count / 2]
    let frame = first.end - first.start
    let even = beginning + (Rational(middle - beginning, frame).rounded ?? 0) * frame
    var place = (even - middle).magnitude <= 4 * continuity.rounding ? even : middle
    for index in blocks.indices {
      let count = blocks[index].end - blocks[index].start
      if !continuity.joins(blocks[index].start, to: place, count: count) { place = blocks[index].start }
      blocks[index].start = place
      place += count
    }
    (landed, next) = (blocks, place)
  }

  private func decodeBlock() throws(LibAVError) -> Block? {
    while let frame = try decoder.next(where: isWanted) {
      defer { frame.freeFrame() }
      let count = Int64(frame.pointee.nb_samples)
      if leavesOutBefore != nil, headers?.haveChanged ?? false {
        try restart()
        continue
      }
      guard count > 0, priming == nil || timestamp(frame.pointee.best_effort_timestamp) != priming else { continue }
      let isResampled = rate(of: frame) != sampleRate || run != nil
      if next == nil, isResampled || isOffGrid(frame) {
        // What comes out depends on what was before it.
        jump = .fromStart
        try restart()
        continue
      }
      if !isResampled { return try block(of: frame) }
      if let block = try resampled(frame) { return block }
    }
    if let rest = try endRun() { return rest }
    if let next, let damage = lostSound(), Rational(next + continuity.rounding, Int64(sampleRate)) < facts.duration {
      try note(damage, at: next)
    }
    return nil
  }

  private func block(of frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> Block {
    let count = Int64(frame.pointee.nb_samples)
    let (expected, isDamaged) = (next, decoder.damage != nil)
    var damage = lostSound()
    let start = position(of: frame, afterDamage: isDamaged)
    if decoder.takeHole(), let expected, start - expected >= count - 2 * continuity.rounding {
      damage = damage ?? FrameDecoder.loss
    }
    if let damage, let from = expected ?? sought {
      // Packets of layers may be what other programs put between them; of others, what is decoded in part is not whole.
      let isPart = isDamaged && expected != nil && !isOfLayers
      if isPart || start > from + continuity.rounding { try note(damage, at: from) }
    }
    sought = nil
    next = start + count
    decoded += 1
    return Block(start: start, planes: try mixer.planes(of: frame))
  }

  /// Why packets since this was last asked gave no sound, if any did not.
  private func lostSound() -> LibAVError? {
    let unheard = decoder.takeUnheardPackets()
    if let damage = decoder.takeDamage() { return damage }
    guard unheard > 0 else { return nil }
    return LibAVError(call: "decode", code: cff_error_invalid_data, text: "packets give no sound")
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

  /// By the clock; but a run that goes on without a gap is counted on.
  private func position(of frame: UnsafeMutablePointer<AVFrame>, afterDamage: Bool) -> Int64 {
    let count = Int64(frame.pointee.nb_samples)
    if hasFrameGrid { grid.learn(count: count) }
    guard let ticks = ticks(of: frame) else { return next ?? 0 }
    return place(ofTicks: ticks, count: count, afterDamage: afterDamage)
  }

  /// Whether the clock contradicts the grid of equal frames, as behind a gap that is not a whole number of them.
  private func isOffGrid(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    guard jump == .byFrameGrid, let ticks = ticks(of: frame) else { return false }
    let stands = position(ofTicks: ticks)
    // Closer than reading on asks for behind a gap: of two frames there, the clock may round one up and one down.
    return (grid.nearest(to: stands) - stands).magnitude > continuity.rounding / 2 + 1
  }

  /// The time of a frame; nil if it has none that could be trusted.
  private func ticks(of frame: UnsafeMutablePointer<AVFrame>) -> Int64? {
    // Libavformat calculates with the sample rate that the stream started with.
    if isTimeCalculated, rate(of: frame) != Int(decoder.stream.pointee.codecpar.pointee.sample_rate) { return nil }
    return isContinuous || headers?.haveChanged ?? false ? nil : timestamp(frame.pointee.best_effort_timestamp)
  }

  private func place(ofTicks ticks: Int64, count: Int64, afterDamage: Bool = false) -> Int64 {
    let stands = position(ofTicks: ticks)
    guard let next else {
      return jump == .byFrameGrid ? grid.nearest(to: stands) : stands + (indexed?.shift(at: ticks) ?? shift(at: stands))
    }
    let joins = afterDamage
      ? (stands - next).magnitude <= continuity.rounding : continuity.joins(stands, to: next, count: count)
    return joins ? next : onGrid(stands)
  }

  /// The position behind a gap, at which a jump finds the frame too.
  private func onGrid(_ stands: Int64) -> Int64 {
    guard hasFrameGrid else { return stands }
    let nearest = grid.nearest(to: stands)
    return (nearest - stands).magnitude <= continuity.rounding ? nearest : stands
  }

  /// Returns the number of samples to add to a position by the clock.
  private func shift(at position: Int64) -> Int64 {
    guard let steps = facts.clockSteps else { return 0 }
    let before = steps.leadingCount { $0.position <= position }
    return before > 0 ? steps[before - 1].shift : 0
  }

  private var isClockTrembling: Bool { jump == .byClock && grid.isRegular && !isIndexed }
  private static let firstFrames = 5
  /// So many are looked at where some may mislead: in program streams, all up to the next pack.
  private static let landingFrames = 15

  private func position(ofTicks ticks: Int64) -> Int64 {
    ((Rational(ticks) * decoder.timeBase - facts.start) * Rational(sampleRate)).rounded ?? 0
  }

  private func isWanted(_ packet: Packet) -> Bool {
    headers?.note(packet)
    isTimeCalculated = decoder.demuxer.isBroadcast && packet.place < 0
    if isOfLayers { layerRate = HeaderRates.ofLayers(packet) }
    let count = lengths?.count(packet)
    guard let limit = leavesOutBefore, let pts = packet.pts, headers?.haveChanged != true else { return true }
    guard let count else { return position(ofTicks: pts + packet.duration) >= limit }
    // What the first packets give is not what their lengths say.
    guard decoded >= SoundSource.firstFrames else { return true }
    let end = place(ofTicks: pts, count: count) + count
    next = end
    if end < limit { return false }
    decoder.decoder.flush()
    (leavesOutBefore, priming) = (nil, pts)
    return true
  }
}

// MARK: Another sample rate under way

extension SoundSource {
  private func rate(of frame: UnsafeMutablePointer<AVFrame>) -> Int { layerRate ?? Int(frame.pointee.sample_rate) }

  /// The next samples where the rate changes or has changed; nil if the converter gives none yet.
  private func resampled(_ frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> Block? {
    let (rate, count) = (rate(of: frame), Int64(frame.pointee.nb_samples))
    let ticks = ticks(of: frame)
    if let run, run.sampleRate == rate {
      let stands = ticks.map(position(ofTicks:)) ?? run.end
      if continuity.joins(stands, to: run.end, count: run.length(of: count)) { return try went(run, frame) }
    }
    let ended = try endRun()
    if rate == sampleRate {
      // Jumps find such a place by the clock, where it can be trusted.
      if isClockFine, !isContinuous, ticks != nil { next = nil }
      let block = try block(of: frame)
      guard let ended else { return block }
      landed.insert(block, at: 0)
      return ended
    }
    let start = ticks.map { place(ofTicks: $0, count: count) } ?? next ?? 0
    let run = try ResampledRun(sampleRate: rate, in: sampleRate, channels: channels, start: start)
    self.run = run
    let first = try went(run, frame)
    guard let ended else { return first }
    landed.insert(contentsOf: [first].compactMap(\.self), at: 0)
    return ended
  }

  private func went(_ run: ResampledRun, _ frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> Block? {
    _ = lostSound()
    decoded += 1
    let block = try run.convert(try mixer.planes(of: frame))
    next = run.end
    return block.end > block.start ? block : nil
  }

  private func endRun() throws(LibAVError) -> Block? {
    defer { run = nil }
    guard let block = try run?.finish(), block.end > block.start else { return nil }
    return block
  }
}

// MARK: Jumping

extension SoundSource {
  /// Where the last sample ends, which is somewhere after `near`.
  func end(near: Int64) throws(LibAVError) -> Int64 {
    try jump(to: max(0, near - Int64(sampleRate)))
    var end: Int64 = 0
    while let block = try nextBlock() { end = max(end, block.end) }
    if end > 0 || next == beginning { return end }
    // What was looked for lies beyond the end.
    try restart()
    while let block = try nextBlock() { end = max(end, block.end) }
    return end
  }

  /// Goes to where sample `position` comes out right, or before that.
  func jump(to position: Int64) throws(LibAVError) {
    sought = nil
    let early = position - preroll
    if early <= 0 { return try restart() }
    if jump == .fromStart {
      try restart()
      // Some that follow on one another without frames of their own have to be heard from their start.
      guard lengths != nil || isClockFine && !isContinuous, headers?.haveChanged != true, facts.clockGoesBack != true
      else { return }
      leavesOutBefore = early
      if lengths == nil { next = nil }
      return
    }
    if jump == .byFrameGrid, !grid.isLearned { try learnGrid() }
    let ticks = ((Rational(early, Int64(sampleRate)) + facts.start) / decoder.timeBase).floor ?? 0
    guard decoder.seek(to: ticks) else { return try restart() }
    sought = position
    seeks += 1
    (next, landed, isElsewhere) = (nil, [], false)
    run = nil
  }

  func restart() throws(LibAVError) {
    decoder = try FrameDecoder(path: path, stream: facts.stream, losses: facts.losses)
    seeks += 1
    lengths = VorbisLengths(decoder.stream)
    (next, decoded, landed, priming, leavesOutBefore, isElsewhere) = (beginning, 0, [], nil, nil, false)
    run = nil
  }

  private func learnGrid() throws(LibAVError) {
    if next != beginning { try restart() }
    while !grid.isLearned, try nextBlock() != nil {}
  }
}
