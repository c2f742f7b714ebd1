import CFFmpeg
import Platform
import TimelineModel

/// Goes through one picture stream's packets in decoding order and says which frames they show. Nothing is decoded.
final class PacketWalk {
  /// The packet that `packet` holds.
  struct Step {
    /// The number of the frame that it shows by its own time; nil where it shows none, or none of the stream's timing.
    var frame: Int64?
    /// Its place among the frames, shown or not; nil without a time.
    var place: Int64?
    var access: PacketFacts.Access
    /// True if it can be decoded by the headers of its stream alone.
    var isCopyable: Bool
    /// In ticks; nil where the container does not say.
    var decodingTime: Int64?
    var size: Int32
  }

  let clock: FrameClock
  let packet: Packet
  /// How often it went elsewhere than on.
  private(set) var seeks = 0

  private let path: ConfinedPath
  private var demuxer: Demuxer
  private var inspector: AccessInspector
  private let codec: AVCodecID
  private var tracker: LossTracker
  private var isAtStart = true
  private var knowsFirstPacket = false
  /// The highest frame number seen since the last seek, and the last decoding time.
  private(set) var highest: Int64?
  private var lastTime: Int64?

  init(path: ConfinedPath, facts: VideoFacts) throws(LibAVError) {
    self.path = path
    demuxer = try Demuxer(path: path, picture: facts)
    let stream = try demuxer.stream(facts.stream)
    demuxer.select([facts.stream])
    clock = FrameClock(facts: facts, timeBase: Rational(stream.pointee.time_base))
    inspector = AccessInspector(stream.pointee.codecpar.pointee, hasSeveralHeaders: facts.hasSeveralHeaders == true)
    codec = stream.pointee.codecpar.pointee.codec_id
    packet = try Packet()
    tracker = LossTracker(facts.losses)
  }

  /// Gives the inspector the first packet of the stream, with which later keyframes are compared.
  private func compareWithFirstPacket() throws(LibAVError) {
    guard !knowsFirstPacket else { return }
    knowsFirstPacket = true
    guard PictureHeader.exists(in: codec) else { return }
    let demuxer = try Demuxer(path: path)
    demuxer.select([clock.facts.stream])
    let packet = try Packet()
    while try demuxer.read(packet) {
      if packet.stream == clock.facts.stream { return inspector.first = PictureHeader(packet.bytes, codec: codec) }
    }
  }

  var stream: UnsafeMutablePointer<AVStream> { demuxer.context.pointee.streams[clock.facts.stream]! }

  /// The next packet; nil at the end.
  func next() throws(LibAVError) -> Step? {
    isAtStart = false
    try compareWithFirstPacket()
    while try demuxer.read(packet) {
      guard packet.stream == clock.facts.stream else { continue }
      let finding = inspector.inspect(packet.bytes, isKey: packet.isKey)
      let place = packet.pts.flatMap(clock.number)
      // A picture whose parameter sets change under way cannot be told from its neighbours' copies; of one that is damaged
      // the decoder has to tell.
      let loss = tracker.look(at: packet)
      let isThere = !loss.lacksParts && (!loss.followsHole || finding.access != .none)
      let isTold = isThere && (!finding.bringsOwnSets || finding.access != .none)
      let isShown = !packet.isDiscarded && isTold && HiddenFrames.isShown(packet.bytes, codec: codec)
      let step = Step(
        frame: isShown ? place.flatMap { frames.contains($0) ? $0 : nil } : nil, place: place, access: finding.access,
        isCopyable: !finding.usesOwnSets && !finding.bringsOwnSets && clock.facts.needsFirstPacket != true,
        decodingTime: packet.dts, size: packet.pointer.pointee.size)
      highest = place.map { max($0, highest ?? $0) } ?? highest
      lastTime = packet.dts ?? packet.pts ?? lastTime
      return step
    }
    return nil
  }

  private var frames: Range<Int64> { 0..<(clock.facts.timing.frameCount ?? 1) }

  /// True where going on is no dearer than a seek: `frame` has not been passed and is near, or no key frame lies
  /// between.
  func isAhead(_ frame: Int64) -> Bool {
    guard let highest = highest ?? (isAtStart ? -1 : nil), frame > highest else { return false }
    let timing = clock.facts.timing
    if timing.seconds(ofFrame: frame) - timing.seconds(ofFrame: highest) < Rational(5) { return true }
    // QuickTime's index is whole from the start; others fill as the file is read.
    guard demuxer.format.hasPrefix("mov"), let lastTime else { return false }
    let entry = av_index_search_timestamp(stream, clock.ticks(of: frame), AVSEEK_FLAG_BACKWARD)
    guard entry >= 0, let keyFrame = avformat_index_get_entry(stream, entry) else { return false }
    return keyFrame.pointee.timestamp <= lastTime
  }

  /// Goes to an access point at or before `frame` and gives its step; nil where the stream is empty. What a container
  /// takes for a key frame may be shown later than it says, or be none; then this goes back further, to the start of
  /// the stream at last, which need not be an access point.
  func seek(toAccessBefore frame: Int64) throws(LibAVError) -> Step? {
    seeks += 1
    let second = max((Rational.one / clock.timeBase).rounded ?? 1, 1)
    var target = clock.ticks(of: frame)
    for distance in clock.facts.hasWrongIndex == true ? [] : [1, second, 4 * second, 16 * second] {
      guard demuxer.seek(stream: clock.facts.stream, to: target) else { break }
      forget()
      guard let landed = try nextAccess() else { break }
      if let place = landed.place, place <= frame { return landed }
      target = min(target, landed.decodingTime ?? target) - distance
    }
    demuxer = try Demuxer(path: path, picture: clock.facts)
    demuxer.select([clock.facts.stream])
    forget()
    return try next()
  }

  private func nextAccess() throws(LibAVError) -> Step? {
    while let step = try next() { if step.access != .none { return step } }
    return nil
  }

  private func forget() {
    (highest, lastTime) = (nil, nil)
    inspector.reset()
    tracker.jump()
  }
}
