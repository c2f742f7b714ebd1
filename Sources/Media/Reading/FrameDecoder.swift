import CFFmpeg
import Platform
import TimelineModel

/// Gives one stream's frames one after another, from wherever the last seek landed.
final class FrameDecoder {
  let demuxer: Demuxer
  let decoder: Decoder
  let streamIndex: Int
  let timeBase: Rational
  /// The framing of the units in packets of HEVC; nil for other codecs.
  private let framing: NALFraming?
  private let packet: Packet
  private var hasEnded = false
  /// A seek in a stream without an index may land anywhere, and some decoders make up what they have not seen.
  private var awaitsKeyFrame = false
  /// Whether the first picture of a Motion JPEG stream contains Huffman tables; nil for other codecs, and until the
  /// picture has been read.
  private var streamHasHuffmanTables: Bool?
  /// Why the last packet that could not be decoded could not; damage is stepped over.
  private(set) var damage: LibAVError?
  /// Packets that went in since the last frame came out.
  private var unheard = 0
  /// The times of packets whose frames are not what they should be: damaged ones, and those after them up to the next
  /// key frame, which may refer to them.
  private var harmed: Set<Int64> = []
  private var isHarmed = false
  private var recovery = SoundRecovery()
  /// The same for frames that the decoder itself says it has patched up.
  private var showsHarm = false
  private var tracker: LossTracker
  private var hasHole = false
  /// The decoding time of the last packet that was read.
  private(set) var lastPacketTime: Int64?
  /// The decoding time of the first packet after a seek.
  private(set) var firstPacketTime: Int64?

  convenience init(
    path: ConfinedPath, stream: Int, losses: PacketLosses? = nil, threads: Int = 1
  ) throws(LibAVError) {
    try self.init(Demuxer(path: path), stream: stream, losses: losses, threads: threads)
  }

  /// From where the demuxer stands.
  init(
    _ demuxer: Demuxer, stream: Int, losses: PacketLosses? = nil, threads: Int = 1
  ) throws(LibAVError) {
    self.demuxer = demuxer
    streamIndex = stream
    tracker = LossTracker(losses)
    let selected = try demuxer.stream(stream)
    timeBase = Rational(selected.pointee.time_base)
    decoder = try Decoder(selected, threads: threads)
    let parameters = selected.pointee.codecpar.pointee
    framing =
      parameters.codec_id == AV_CODEC_ID_HEVC
      ? (try? ParameterSets(codec: .hevc, extradata: parameters.headers))?.framing ?? .annexB : nil
    packet = try Packet()
    demuxer.select([stream])
  }

  var stream: UnsafeMutablePointer<AVStream> { demuxer.context.pointee.streams[streamIndex]! }

  /// The next frame in the order of presentation; nil at the end. Of sound, damaged ones are left out. `wants` can leave
  /// out packets before they are decoded. Those that nobody sees are decoded only where other frames are made of them.
  func next(
    where wants: (Packet) -> Bool = { _ in true }, isSeen: (Packet) -> Bool = { _ in true }
  ) throws(LibAVError) -> UnsafeMutablePointer<AVFrame>? {
    while true {
      if let frame = try receiveSteppingOverDamage() {
        if !isSound || !isDamaged(frame) { return frame }
        damage = damage ?? FrameDecoder.loss
        frame.freeFrame()
        continue
      }
      if hasEnded { return nil }
      if try nextPacket() {
        guard wants(packet) else { continue }
        decoder.leavesOutUnreferenced = !isSeen(packet)
        try send(packet)
      } else {
        hasEnded = true
        _ = try sendSteppingOverDamage(nil)
      }
    }
  }

  func seek(to timestamp: Int64) -> Bool {
    if isMotionJPEG, streamHasHuffmanTables == nil { _ = try? nextPacket() }
    guard demuxer.seek(stream: streamIndex, to: timestamp) else { return false }
    decoder.flush()
    (hasEnded, lastPacketTime, firstPacketTime, damage) = (false, nil, nil, nil)
    (harmed, isHarmed, showsHarm, recovery) = ([], false, false, SoundRecovery())
    // What it begins with there is a key frame.
    tracker.jump()
    hasHole = false
    awaitsKeyFrame = decoder.context.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    return true
  }

  /// The error for damage that only the container tells of.
  static let loss = LibAVError(call: "decode", code: cff_error_invalid_data, text: "packets are missing")

  private var isSound: Bool { decoder.context.pointee.codec_type == AVMEDIA_TYPE_AUDIO }

  private func nextPacket() throws(LibAVError) -> Bool {
    while try demuxer.read(packet) {
      guard packet.stream == streamIndex else { continue }
      lastPacketTime = packet.dts ?? packet.pts ?? lastPacketTime
      firstPacketTime = firstPacketTime ?? lastPacketTime
      if isMotionJPEG, streamHasHuffmanTables == nil {
        streamHasHuffmanTables = JPEGHeader(packet.bytes)?.huffman == .all
      }
      if awaitsKeyFrame, !packet.isKey || isPredicted(packet) { continue }
      awaitsKeyFrame = false
      return true
    }
    return false
  }

  private var isMotionJPEG: Bool { decoder.context.pointee.codec_id == AV_CODEC_ID_MJPEG }

  private func isPredicted(_ packet: Packet) -> Bool {
    if let streamHasHuffmanTables {
      return JPEGHeader(packet.bytes)?.isComplete(streamHasHuffmanTables: streamHasHuffmanTables) == false
    }
    if let framing { return PredictedPicture.isPredictedHEVC(packet.bytes, framing) }
    return PredictedPicture.isPredicted(packet.bytes, codec: decoder.context.pointee.codec_id)
  }

  /// Why a packet could not be decoded since this was last asked.
  func takeDamage() -> LibAVError? {
    defer { damage = nil }
    return damage
  }

  /// True if packets are missing before one that was read since this was last asked.
  func takeHole() -> Bool {
    defer { hasHole = false }
    return hasHole
  }

  /// Returns the number of packets since the last call that gave no frame, for codecs whose packets give one each.
  func takeUnheardPackets() -> Int {
    defer { unheard = 0 }
    return hasEnded ? unheard : unheard - 1
  }

  /// True for a frame that is not what was coded. To be asked once for each, in the order in which they come.
  func isDamaged(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let isPatched = frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    let time = timestamp(frame.pointee.best_effort_timestamp)
    let wasHarmed = time.map { harmed.remove($0) != nil } ?? false
    let complaint = decoder.takeComplaint(at: time)
    damage = damage ?? complaint
    showsHarm = isPatched || complaint != nil || showsHarm && frame.pointee.key_frame == 0
    return showsHarm || wasHarmed || decoder.isInDoubt(at: time)
  }

  private func send(_ packet: Packet) throws(LibAVError) {
    let loss = tracker.look(at: packet)
    hasHole = hasHole || loss.followsHole
    let isWhole = try sendSteppingOverDamage(packet) && !loss.lacksParts && (packet.isKey || !loss.followsHole)
    if isSound {
      let hasRecovered = recovery.add(packet, isWhole: isWhole)
      // What libavformat marks of sound may only be cut short.
      let lacksParts = loss.lacksParts && tracker.losses != nil
      isHarmed = lacksParts || isHarmed && !hasRecovered
    } else {
      isHarmed = !isWhole || isHarmed && !packet.isKey
    }
    if isHarmed, let time = packet.pts ?? packet.dts { harmed.insert(time) }
  }

  /// True for a packet of which anything is heard.
  private func isHeard(_ packet: Packet) -> Bool {
    guard packet.samplesLeftOut > 0 else { return true }
    let rate = Int64(decoder.context.pointee.sample_rate)
    return Rational(packet.samplesLeftOut) < Rational(packet.duration) * timeBase * Rational(rate)
  }

  /// False where the data is damaged. What the system refuses is no damage: another time it would be decoded.
  private func sendSteppingOverDamage(_ packet: Packet?) throws(LibAVError) -> Bool {
    if let packet, isHeard(packet) { unheard += 1 }
    do { try decoder.send(packet) } catch {
      if error.code == cff_error_eof { return true }
      guard error.isDamage else { throw error }
      damage = error
      return false
    }
    return true
  }

  private func receiveSteppingOverDamage() throws(LibAVError) -> UnsafeMutablePointer<AVFrame>? {
    do {
      return try decoder.receive()
    } catch {
      guard error.code == cff_error_invalid_data else { throw error }
      damage = error
      isHarmed = isHarmed || !isSound
      return nil
    }
  }
}
