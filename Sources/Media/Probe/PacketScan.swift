import CFFmpeg
import TimelineModel

/// Reads every packet of a file's picture and sound once, and keeps their times.
struct PacketScan {
  struct Video {
    /// Of the frames that are shown, in the order of presentation, each once.
    var ticks: [Int64] = []
    /// How long the last of them lasts; 0 where the container does not say.
    var lastDuration: Int64 = 0
    /// True where a packet does not say when it is shown.
    var lacksTimes = false
    /// The order of the packets against their presentation times.
    fileprivate(set) var order = PresentationOrder()
    /// The last two keyframes: their times, and how many packets come before them.
    var lastKeyframes: [(time: Int64, before: Int)] = []
    /// The times of the last pictures in the order in which they are stored.
    fileprivate(set) var lastStored: [Int64] = []
    /// The number of packets.
    fileprivate var packetCount = 0
    fileprivate var hasOthersThanKeys = false
    /// Whether there are at least two packets, and the container flags all of them as keyframes.
    var areKeys: Bool { packetCount > 1 && !hasOthersThanKeys }
  }

  var video = Video()
  /// What tells whether a seek may be trusted; nil where no seek is needed to know that.
  private(set) var pictureSeeks: SeekCheck?
  private(set) var soundSeeks: SeekCheck?
  /// Where a clock first leaves its course, in seconds: behind which time, and where it goes on.
  struct ClockJump {
    var from: Rational
    var to: Rational
    /// Whether it goes back, by more than times are rounded and pictures are stored out of order.
    var isBack: Bool { to < from - Rational(1, 4) }
  }

  var clockJump: ClockJump?

  /// The offsets at which the last packets of picture and sound begin, in bytes.
  struct LastPlaces {
    var picture: Int64 = 0
    var sound: Int64 = 0
  }

  /// Where something is missing first, in seconds.
  private(set) var firstLoss: Rational?
  /// Whether the file ends within a packet.
  private(set) var endsWithinPacket = false
  /// Whether it does so, or the demuxer gave up because of what it could not read.
  private(set) var endsInDamage = false
  /// The offsets at which the last packets of the picture and of the sound begin, in bytes; 0 before there is one.
  private(set) var lastPlaces = LastPlaces()
  /// The offset at which the last packet ends, in bytes.
  private var lastByte: Int64 = 0
  /// The size of the largest packet, in bytes.
  private var longestPacket: Int64 = 0
  /// The time of the last packet of sound, in ticks; nil where there is none.
  var lastSound: Int64?
  /// When that ends, in ticks; nil where the container does not say.
  var lastSoundEnd: Int64?

  /// Where the clock of the sound leaves its samples.
  private(set) var clockSteps: [AudioFacts.ClockStep] = []
  private(set) var clockGoesBack = false

  /// - Parameter joins: Where in a transport stream recordings were joined.
  init(
    _ demuxer: Demuxer, video: VideoFacts?, audio: AudioFacts?, joins: [Int64] = []
  ) throws(LibAVError) {
    let (videoIndex, audioIndex) = (video?.stream, audio?.stream)
    var pictureLosses = LossTracker(video?.losses)
    var soundLosses = LossTracker(audio?.losses)
    var (pictureGaps, soundGaps) = (GapScan(), GapScan())
    var soundHeaders = HeaderRates()
    var steps = try audio.flatMap { audio throws(LibAVError) in try ClockStepScan(demuxer, audio) }
    defer { (clockSteps, clockGoesBack) = (steps?.steps ?? [], steps?.goesBack ?? false) }
    demuxer.select(Set([videoIndex, audioIndex].compactMap { $0 }))
    (pictureSeeks, soundSeeks) = (SeekCheck(demuxer, stream: videoIndex), SeekCheck(demuxer, stream: audioIndex))
    let packet = try Packet()
    let isTransport = demuxer.format == "mpegts"
    let isQuickTime = demuxer.format.hasPrefix("mov")
    var (pictureSteps, soundSteps) = (StepScan(), StepScan())
    let isMPEG = demuxer.isBroadcast
    let isOgg = demuxer.format == "ogg"
    let hasClock = isMPEG || PacketScan.clocked.contains(demuxer.format)
    // Of the picture Matroska only says when it is shown.
    let unclocked = demuxer.format.hasPrefix("matroska") ? videoIndex : nil
    var last: [Int: Int64] = [:]
    var shown: [(ticks: Int64, duration: Int64)] = []
    while try demuxer.read(packet) {
      lastByte = max(lastByte, packet.place + Int64(packet.bytes.count))
      longestPacket = max(longestPacket, Int64(packet.bytes.count))
      // The file ends within it. In transport streams this is said of what can be whole.
      if packet.isCorrupt, !isMPEG {
        // Demuxers of bare sound ask for pieces of a fixed length.
        endsWithinPacket = endsWithinPacket || packet.stream == videoIndex
        continue
      }
      if packet.stream == videoIndex {
        lastPlaces.picture = max(lastPlaces.picture, packet.place)
        pictureSeeks?.add(packet)
      } else if packet.stream == audioIndex {
        lastPlaces.sound = max(lastPlaces.sound, packet.place)
        soundSeeks?.add(packet)
        soundHeaders.note(packet)
      }
      if hasClock, clockJump == nil, packet.stream != unclocked, let time = packet.dts {
        let base = Rational(try demuxer.stream(packet.stream).pointee.time_base)
        clockJump = last[packet.stream].flatMap {
          isMPEG ? PacketScan.jump(from: $0, to: time) : PacketScan.jumpBack(from: $0, to: time, base)
        }
        // After a change of the sample rate, libavformat calculates times with the old one.
        let isCounted = packet.stream != audioIndex || !soundHeaders.haveChanged
        if isTransport, isCounted, let last = last[packet.stream], packet.duration > 0, last - time > packet.duration / 2 {
          try note(last, demuxer.stream(packet.stream))
        }
        last[packet.stream] = time
      }
      if packet.stream == videoIndex {
        defer { self.video.packetCount += 1 }
        if !packet.isKey { self.video.hasOthersThanKeys = true }
        let codec = try demuxer.stream(packet.stream).pointee.codecpar.pointee.codec_id
        let loss = pictureLosses.look(at: packet)
        let leaps = isQuickTime && pictureSteps.leaps(to: packet.dts)
        if loss.lacksParts || loss.followsHole && (!packet.isKey || leaps) {
          try note(packet.pts ?? packet.dts, demuxer.stream(packet.stream))
        }
        if isTransport { pictureGaps.add(packet, time: packet.dts, lasts: packet.duration, isPicture: true) }
        if packet.pts == nil { self.video.lacksTimes = true }
        packet.pts.map { self.video.order.add($0) }
        // Ogg has times for pages only, so that of a packet behind a hole is wrong.
        guard !packet.isDiscarded, let ticks = packet.pts ?? packet.dts, !(isOgg && loss.lacksParts) else { continue }
        if packet.isKey {
          self.video.lastKeyframes = self.video.lastKeyframes.suffix(1) + [(ticks, self.video.packetCount)]
        }
        if HiddenFrames.isShown(packet.bytes, codec: codec) {
          shown.append((ticks, packet.duration))
          self.video.lastStored.append(ticks)
          if self.video.lastStored.count > 2 * PacketScan.mostStored {
            self.video.lastStored.removeFirst(PacketScan.mostStored)
          }
        }
      } else if packet.stream == audioIndex {
        steps?.add(packet)
        let loss = soundLosses.look(at: packet)
        let leaps = isQuickTime && soundSteps.leaps(to: packet.dts)
        if loss.lacksParts || loss.followsHole && (leavesGap(packet) || leaps) {
          try note(packet.pts ?? packet.dts, demuxer.stream(packet.stream))
        }
        if isTransport, !soundHeaders.haveChanged { soundGaps.add(packet, time: packet.pts, lasts: packet.duration, isPicture: false) }
        lastSound = packet.pts ?? lastSound
        lastSoundEnd = packet.pts.flatMap { packet.duration > 0 ? $0 + packet.duration : nil }
      }
    }
    // Of a frame that is not whole, the demuxer of YUV4MPEG2 says nothing. A frame's header is shorter.
    let isFollowed = demuxer.format == "yuv4mpegpipe" && avio_size(demuxer.context.pointee.pb) - lastByte > 80
    endsWithinPacket = endsWithinPacket || demuxer.endsWithinPacket
    endsInDamage = endsWithinPacket || demuxer.endsInDamage || isFollowed
    if soundLosses.endsInHole, let audioIndex, let end = lastSoundEnd ?? lastSound {
      try note(end, demuxer.stream(audioIndex))
    }
    for (index, gaps) in [(videoIndex, pictureGaps), (audioIndex, soundGaps)] {
      if let index { note(gaps.firstLoss(besides: joins + pictureGaps.joins), try demuxer.stream(index)) }
    }
    shown.sort { $0.ticks < $1.ticks }
    for frame in shown where frame.ticks != self.video.ticks.last { self.video.ticks.append(frame.ticks) }
    self.video.lastDuration = shown.last?.duration ?? 0
  }

  /// Returns the offsets of the last packets if unreadable data follow them; `nil` if none follow.
  ///
  /// Zeros, tags and a truncated packet at the end of the file do not count.
  /// - Throws: `LibAVError` if the file cannot be read.
  func stop(in demuxer: Demuxer) throws(LibAVError) -> LastPlaces? {
    endsInDamage ? try stop(before: .max, in: demuxer) : nil
  }

  /// Returns the offsets of the last packets if all packets begin before the damage at an offset, in bytes, and unreadable
  /// data follow; `nil` otherwise.
  func stop(before damage: Int64, in demuxer: Demuxer) throws(LibAVError) -> LastPlaces? {
    guard damage > max(lastPlaces.picture, lastPlaces.sound) else { return nil }
    let length = avio_size(demuxer.context.pointee.pb)
    let rest = length - lastByte
    guard lastByte > 0, rest > max(PacketScan.longestTag, longestPacket * 2, length / 100) else { return nil }
    let end = try demuxer.bytes(at: length - PacketScan.longestTag, count: Int(PacketScan.longestTag))
    return end.allSatisfy { $0 == 0 } ? nil : lastPlaces
  }

  /// Notes a loss at a time in ticks, if it has one.
  private mutating func note(_ ticks: Int64?, _ stream: UnsafeMutablePointer<AVStream>) {
    guard let ticks else { return }
    let time = Rational(ticks) * Rational(stream.pointee.time_base)
    firstLoss = min(firstLoss ?? time, time)
  }

  /// True if a packet of sound begins later than the one before ends, by as much as it lasts itself.
  private func leavesGap(_ packet: Packet) -> Bool {
    guard let begins = packet.pts, let end = lastSoundEnd else { return false }
    return begins - end >= packet.duration - 2
  }

  /// The parts of a chained Ogg each begin anew.
  private static func jumpBack(from: Int64, to: Int64, _ base: Rational) -> ClockJump? {
    let jump = ClockJump(from: Rational(from) * base, to: Rational(to) * base)
    return jump.isBack ? jump : nil
  }

  /// The number of pictures whose order is kept; a decoder puts fewer in order.
  private static let mostStored = 64

  /// The names of containers besides those of MPEG whose packets have times of their own, in decoding order.
  private static let clocked: Set<String> = ["ogg", "matroska,webm", "flv", "asf", "nut"]

  /// The clock counts 33 bits of 90000 ticks a second and then begins anew. Libavformat takes every time that lies long
  /// before the first one for such a new beginning.
  private static func jump(from: Int64, to: Int64) -> ClockJump? {
    let second: Int64 = 90000
    let step = to - from
    guard step < -second / 4 || step > 5 * second else { return nil }
    let isMistaken = step > (1 << 33) / 2
    return ClockJump(from: Rational(from, second), to: Rational(isMistaken ? to - 1 << 33 : to, second))
  }
}

extension PacketScan {
  /// The size up to which data after the last packet are taken for a tag, in bytes.
  private static let longestTag: Int64 = 4096
}

/// The longest step between the times of two packets.
private struct StepScan {
  private var last: Int64?
  private var longest: Int64 = 0

  /// Takes the time of the next packet, in ticks, and returns true if the step to it is half as long again as the
  /// longest one before.
  mutating func leaps(to time: Int64?) -> Bool {
    guard let time else { return false }
    defer { last = time }
    guard let last else { return false }
    let step = time &- last
    guard step > 0 else { return false }
    defer { longest = max(longest, step) }
    return longest > 0 && step / 2 >= longest - longest / 4
  }
}
