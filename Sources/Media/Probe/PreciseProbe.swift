import CFFmpeg
import Platform
import Synchronization
import TimelineModel

/// Every frame's time and the exact length of the sound: from the container's index where that is complete, else by
/// reading every packet.
struct PreciseProbe {
  private let path: ConfinedPath
  private let header: MediaFacts
  private let demuxer: Demuxer

  init(path: ConfinedPath, header: MediaFacts) throws(LibAVError) {
    self.path = path
    self.header = header
    demuxer = try Demuxer(path: path)
    for stream in [header.video?.stream, header.audio?.stream].compactMap(\.self) { try demuxer.checkIndex(of: stream) }
  }

  /// What the structure of a file tells before its packets are read.
  private struct Structure {
    var facts: MediaFacts
    /// The byte offsets at which recordings were joined.
    var joins: [Int64] = []
    /// Whether the last picture may not be there to its end.
    var mayBeCut = false
    /// Whether the file ends within a part of it.
    var breaksOff = false
  }

  private func structure() throws(LibAVError) -> Structure {
    switch demuxer.format {
    case "mpegts": try followed(header)
    case "ogg": try paged(header)
    case let format where format.hasPrefix("mov"): Structure(facts: try fragmented(header))
    // Nothing in them tells their end.
    case "mpeg", "mpegvideo", "h264", "hevc", "m4v", "flv": Structure(facts: header, mayBeCut: true)
    default: Structure(facts: header)
    }
  }

  func facts() throws(LibAVError) -> MediaFacts {
    let structure = try structure()
    var facts = structure.facts
    let first = try facts.video.map { video throws(LibAVError) in try describeFirstFrame(video) }
    facts.video = first?.video
    if facts.isStill, first?.isDamaged == true { facts.damage = .zero }
    facts.audio = try facts.audio.map { audio throws(LibAVError) in
      try describeFirstSample(audio, besides: facts.video)
    }
    let indexed = try facts.video.flatMap { video throws(LibAVError) in try timingFromIndex(video) }
    if let indexed { facts.video?.timing = indexed }
    facts.breaksOff = try breakOff(in: facts)
    if facts.breaksOff != nil {
      (facts.listedFrames, facts.listedSound) = (header.video?.timing.frameCount, header.audio?.duration)
    }
    if facts.breaksOff == nil, isLengthInHeader { facts = try heard(facts) }
    let isIndexed = indexed != nil && facts.breaksOff == nil
    let needsVideo = facts.video.map { $0.timing != .still && !isIndexed } ?? false
    let needsAudio = facts.audio != nil && (!isLengthInHeader || isQuickTime && facts.breaksOff != nil)
    guard needsVideo || needsAudio else { return facts }
    var scan = try PacketScan(
      Demuxer(path: path), video: needsVideo ? facts.video : nil, audio: needsAudio ? facts.audio : nil, joins: structure.joins)
    if let jump = scan.clockJump, jump.isBack { throw refusal(jump, origin: facts.origin) }
    if needsVideo, try doubtsTimes(of: scan.video, facts.video), let completed = try completed(facts) {
      (facts.video, scan.video) = completed
    }
    if isQuickTime, scan.firstLoss == nil {
      facts.video?.losses = nil
      facts.audio?.losses = nil
    }
    let damage = demuxer.format.hasPrefix("matroska") ? try MatroskaStructure.damage(path: path) : nil
    facts.damage =
      damage.map { max($0.time - facts.origin, .zero) }
      ?? [scan.clockJump?.from, scan.firstLoss].compactMap(\.self).min().map { hundredths($0 - facts.origin) }
      ?? facts.damage
    if let damage {
      facts.video?.losses = PacketLosses(holes: damage.places)
      facts.audio?.losses = PacketLosses(holes: damage.places)
    }
    let cut: Int64? =
      if needsVideo, let video = facts.video,
        try structure.mayBeCut || scan.endsInDamage ? true : lacksFrames(video, scan.video)
      {
        try cutEnd(of: video, scan.video)
      } else {
        nil
      }
    if let cut { scan.video.ticks.removeAll { $0 >= cut } }
    if needsVideo, let video = facts.video {
      let holes = demuxer.format == "mpegts" ? 0 : video.losses?.holes.count ?? 0
      facts.video = try timed(video, by: scan.video, holes: holes)
      if facts.breaksOff != nil {
        let whole = try timing(of: scan.video, before: facts)
        facts.video?.timing = whole
      }
    }
    if let cut, let video = facts.video {
      let base = Rational(try demuxer.stream(video.stream).pointee.time_base)
      facts.breaksOff = hundredths(Rational(cut) * base - facts.origin)
    }
    if scan.clockGoesBack { facts.audio?.clockGoesBack = true }
    if !scan.clockSteps.isEmpty, !scan.clockGoesBack { facts.audio?.clockSteps = scan.clockSteps }
    if needsAudio, let audio = facts.audio {
      facts.audio = try measured(audio, lastPacket: scan.lastSound, lastEnd: scan.lastSoundEnd)
    }
    facts.durationSource = .scanned
    guard demuxer.format.hasPrefix("matroska") else {
      return try ended(facts, scan.video.ticks, isCut: structure.breaksOff || scan.endsInDamage)
    }
    return try MatroskaEnd(demuxer, path: path).facts(facts, shown: scan.video.ticks)
  }
}

// MARK: Losses

extension PreciseProbe {
  /// The facts of a transport stream, completed with the losses of its picture and its sound.
  private func followed(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    var facts = facts
    let streams = try [facts.video?.stream, facts.audio?.stream].compactMap(\.self).map { index throws(LibAVError) in
      let stream = try demuxer.stream(index).pointee
      let coded = stream.codecpar.pointee
      return TransportScan.Stream(
        identifier: Int(stream.id), isPicture: coded.codec_type == AVMEDIA_TYPE_VIDEO,
        tellsMissingEnds: Decoder.tellsMissingEnds(coded.codec_id))
    }
    let scan = try TransportScan(of: streams) { position, count throws(LibAVError) in
      try demuxer.bytes(at: position, count: count)
    }
    func losses(of index: Int) throws(LibAVError) -> PacketLosses? {
      scan.losses[Int(try demuxer.stream(index).pointee.id)]
    }
    if let video = facts.video { facts.video?.losses = try losses(of: video.stream) }
    if let audio = facts.audio { facts.audio?.losses = try losses(of: audio.stream) }
    let picture = try facts.video.map { video throws(LibAVError) in Int(try demuxer.stream(video.stream).pointee.id) }
    return Structure(facts: facts, joins: scan.joins, mayBeCut: picture.map(scan.cutStreams.contains) ?? false)
  }

  /// The facts of a QuickTime or MP4 file, completed with the places where fragments may be missing, or cannot be read.
  private func fragmented(_ facts: MediaFacts) throws(LibAVError) -> MediaFacts {
    let scan = try FragmentScan(demuxer)
    var facts = facts
    if !scan.jumps.isEmpty {
      facts.video?.losses = PacketLosses(holes: scan.jumps)
      facts.audio?.losses = PacketLosses(holes: scan.jumps)
    }
    facts.damage = try scan.broken.map { place throws(LibAVError) in hundredths(try time(before: place) - facts.origin) }
    return facts
  }

  /// The facts of an Ogg file, completed with the pages of its picture and its sound that are damaged or missing.
  private func paged(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let pages = try OggStructure(path: path)
    let all = pages.losses
    func losses(of stream: Int?) -> PacketLosses? { stream.flatMap { all.indices.contains($0) ? all[$0] : nil } }
    var facts = facts
    let (picture, sound) = (losses(of: facts.video?.stream), losses(of: facts.audio?.stream))
    facts.video?.losses = picture
    facts.audio?.losses = sound
    let first = [picture, sound].compactMap { $0?.holes.first }.min()
    facts.damage = try first.map { place throws(LibAVError) in hundredths(try time(before: place) - facts.origin) }
    return Structure(facts: facts, breaksOff: pages.breaksOff)
  }

  /// The container time of the last packet that begins before a place in the file, in seconds.
  private func time(before place: Int64) throws(LibAVError) -> Rational {
    let demuxer = try Demuxer(path: path)
    let packet = try Packet()
    var last = Rational.zero
    while try demuxer.read(packet), packet.place < place {
      guard let time = packet.pts ?? packet.dts else { continue }
      last = max(last, Rational(time) * Rational(try demuxer.stream(packet.stream).pointee.time_base))
    }
    return last
  }
}

// MARK: Picture

extension PreciseProbe {
  /// Where the first frame stands, which is the truth about what an edit list and reordering leave to be shown; how it is
  /// turned; and whether it is damaged.
  private func describeFirstFrame(_ video: VideoFacts) throws(LibAVError) -> (video: VideoFacts, isDamaged: Bool) {
    let decoder = try FrameDecoder(Demuxer(path: path, picture: video), stream: video.stream, losses: video.losses)
    guard let first = try decoder.next() else {
      throw decoder.damage
        ?? LibAVError(call: "decode", code: cff_error_invalid_data, text: "no picture can be decoded")
    }
    let isDamaged = decoder.isDamaged(first)
    let frame = VideoFrame(adopting: first)
    var video = video
    if let ticks = timestamp(first.pointee.best_effort_timestamp) { video.start = Rational(ticks) * decoder.timeBase }
    if let turned = Orientation(frame) { video.orientation = turned }
    video.pixelFormat = frame.pixelFormat
    video.hasAlpha = PixelFormat.hasAlpha(AVPixelFormat(first.pointee.format))
    video.color = frame.color.filled(from: video.color)
    video.fields = FieldOrder(frame) ?? video.fields
    video.peakLuminance = frame.peakLuminance ?? video.peakLuminance
    return (video, isDamaged)
  }

  /// True where packets do not say when they are shown, or say that they are in their own order though frames change
  /// places.
  private func doubtsTimes(of scan: PacketScan.Video, _ video: VideoFacts?) throws(LibAVError) -> Bool {
    if scan.lacksTimes { return true }
    guard let video, scan.order.isKept else { return false }
    return try demuxer.stream(video.stream).pointee.codecpar.pointee.video_delay > 0
  }

  /// The picture and its packets where the packets do not all say when they are shown; nil where nothing tells.
  private func completed(_ facts: MediaFacts) throws(LibAVError) -> (VideoFacts, PacketScan.Video)? {
    guard var video = facts.video,
      let implied = try OrderScan.impliedTimes(Demuxer(path: path), stream: video.stream)
    else { return nil }
    video.impliedTimes = implied
    let demuxer = try Demuxer(path: path, picture: video)
    return (try describeFirstFrame(video).video, try PacketScan(demuxer, video: video, audio: nil).video)
  }

  /// QuickTime's index lists every frame in decoding order. If the decoding times stand on a regular grid and there are
  /// as many frames as fit between the first and the last one shown, those do too. Reading one group of pictures tells.
  private func timingFromIndex(_ video: VideoFacts) throws(LibAVError) -> FrameTiming? {
    guard video.timing != .still, demuxer.format.hasPrefix("mov") else { return nil }
    let stream = try demuxer.stream(video.stream)
    let entries = (0..<avformat_index_get_entries_count(stream)).compactMap { avformat_index_get_entry(stream, $0) }
    let base = Rational(stream.pointee.time_base)
    let grid = RegularGrid(
      ticks: entries.map(\.pointee.timestamp), timeBase: base, declared: stream.declaredRates)
    guard stream.pointee.nb_frames > 0, let rate = grid.rate(), let last = try lastShown(video, entries.last)
    else { return nil }
    let count = Int64(entries.count { $0.pointee.flags & AVINDEX_DISCARD_FRAME == 0 })
    let span = (Rational(last) * base - video.start) * rate.perSecond
    return span.rounded == count - 1 ? .regular(rate, count: count) : nil
  }

  /// The time of the last frame, which is among those after the last key frame; nil where that is to be doubted.
  private func lastShown(_ video: VideoFacts, _ entry: UnsafePointer<AVIndexEntry>?) throws(LibAVError) -> Int64? {
    guard let entry, demuxer.seek(stream: video.stream, to: entry.pointee.timestamp) else { return nil }
    let group = try PacketScan(demuxer, video: video, audio: nil).video
    // A short group at the end may have no frame that changes its place.
    if try doubtsTimes(of: group, video) {
      if try beginsInOrder(video) { return nil }
    }
    return group.ticks.last
  }

  /// True where the first packets come in the order in which they are said to be shown.
  private func beginsInOrder(_ video: VideoFacts) throws(LibAVError) -> Bool {
    let demuxer = try Demuxer(path: path)
    demuxer.select([video.stream])
    let packet = try Packet()
    var order = PresentationOrder()
    for _ in 0..<100 where try demuxer.read(packet) {
      guard packet.stream == video.stream else { continue }
      guard order.isKept, let time = packet.pts else { return false }
      order.add(time)
    }
    return order.isKept
  }

  private func timed(
    _ video: VideoFacts, by scan: PacketScan.Video, holes: Int
  ) throws(LibAVError) -> VideoFacts {
    let stream = try demuxer.stream(video.stream)
    let base = Rational(stream.pointee.time_base)
    // What stands before the first frame that could be decoded belongs to a group that is not in the file.
    let first = (video.start / base).rounded ?? 0
    let ticks = Array(scan.ticks.drop { $0 < first })
    guard !ticks.isEmpty else { return video }
    var video = video
    let grid = RegularGrid(ticks: ticks, timeBase: base, declared: stream.declaredRates)
    if ticks.count == 1 && demuxer.format == "gif" {
      video.timing = .still
    } else if let rate = grid.rate() {
      video.timing = .regular(rate, count: Int64(ticks.count))
    } else if holes > 0, let (rate, count) = grid.rateWithHoles(strays: holes) {
      // The last block before a hole may have lost its time.
      video.timing = .regular(rate, count: count)
    } else {
      let times = ticks.map { Rational($0 - ticks[0]) * base }
      let last = scan.lastDuration > 0 ? Rational(scan.lastDuration) * base : lastInterval(times)
      video.timing = .irregular(times: times, end: times.last! + last)
    }
    return video
  }

  private func lastInterval(_ times: [Rational]) -> Rational {
    times.count > 1 ? times[times.count - 1] - times[times.count - 2] : Rational(1, 25)
  }
}

// MARK: Sound

extension PreciseProbe {
  /// The first sample that is heard, after what the codec needed to get going.
  private func describeFirstSample(
    _ audio: AudioFacts, besides video: VideoFacts?
  ) throws(LibAVError) -> AudioFacts {
    let decoder = try FrameDecoder(path: path, stream: audio.stream, losses: audio.losses)
    guard let first = try decoder.next() else {
      if video != nil { return audio }
      throw try undecodable(audio, decoder.damage)
    }
    defer { first.freeFrame() }
    var audio = audio
    audio.sampleRate = Int(first.pointee.sample_rate)
    // A first packet that is damaged is missed where it stands; without it the rest would begin too early.
    if decoder.damage != nil, hasWholePackets { return audio }
    let isLost = decoder.damage != nil && audio.losses?.incomplete?.isEmpty == false
    guard let ticks = isLost ? decoder.firstPacketTime : timestamp(first.pointee.best_effort_timestamp)
    else { return audio }
    audio.start = Rational(ticks) * decoder.timeBase
    return try SoundPriming(demuxer, facts: audio).leftOut(besides: video)
  }

  /// Why a file with nothing but sound gives none.
  private func undecodable(_ audio: AudioFacts, _ damage: LibAVError?) throws(LibAVError) -> LibAVError {
    let first = avformat_index_get_entry(try demuxer.stream(audio.stream), 0)?.pointee.pos
    if let first, first >= avio_size(demuxer.context.pointee.pb) {
      return LibAVError(call: "probe", code: cff_error_invalid_data, text: "it breaks off before its first sample")
    }
    return LibAVError(
      call: "decode", code: cff_error_invalid_data,
      text: "no sound can be decoded" + (damage?.log.map { ": \($0)" } ?? ""))
  }

  /// True for containers that begin with a whole packet and part them from one another; elsewhere a recording may begin
  /// within one.
  private var hasWholePackets: Bool {
    ["matroska", "mov", "flac", "caf", "wav", "w64", "aiff", "wv", "tta"].contains { demuxer.format.hasPrefix($0) }
  }

  /// The length that reading will give, found by decoding the last second. `lastPacket` and `lastEnd` are ticks, of where
  /// the last packet begins and ends.
  private func measured(
    _ audio: AudioFacts, lastPacket: Int64?, lastEnd: Int64? = nil
  ) throws(LibAVError) -> AudioFacts {
    let base = Rational(try demuxer.stream(audio.stream).pointee.time_base)
    // Damage is reported when it is heard.
    let damage = DamagedEnd()
    let source = try SoundSource(
      path: path, facts: audio, channels: 1, report: { _, seconds in damage.note(seconds) })
    let near = lastPacket.flatMap { ((Rational($0) * base - audio.start) * Rational(audio.sampleRate)).floor } ?? 0
    var audio = audio
    audio.duration = Rational(try source.end(near: near), Int64(audio.sampleRate))
    // What is damaged at its end is missed there, rather than the sound shorter.
    let tellsLosses = hasWholePackets || audio.losses?.incomplete?.isEmpty == false
    if tellsLosses, let lastEnd, let place = damage.last, place >= audio.duration {
      audio.duration = max(audio.duration, Rational(lastEnd) * base - audio.start)
    }
    return audio
  }

  /// The same, with the sound as long as it can be heard, where it is shorter than the header says.
  private func heard(_ facts: MediaFacts) throws(LibAVError) -> MediaFacts {
    guard let audio = facts.audio else { return facts }
    var facts = facts
    if isQuickTime {
      if let end = try indexedEnd(audio) { facts.audio?.duration = end - audio.start }
      return facts
    }
    var listed = audio.duration
    let wave = demuxer.format == "wav" ? try WaveStructure(path: path) : nil
    if let wave, wave.isPlain {
      listed = Rational(wave.listed, wave.bytesPerSecond)
    } else {
      let base = Rational(try demuxer.stream(audio.stream).pointee.time_base)
      let heard = try measured(audio, lastPacket: ((audio.start + audio.duration) / base).floor)
      facts.audio = heard
      if let wave, wave.present > 0 { listed = heard.duration * Rational(wave.listed, wave.present) }
      if let chunk = try DataChunk(path: path, format: demuxer.format), !header.isDurationInHeader, chunk.present > 0 {
        listed = heard.duration * Rational(chunk.listed, chunk.present)
      }
    }
    guard let end = facts.audioEnd, let length = facts.audio?.duration, listed - length > (try rounding(audio))
    else {
      if wave?.isPlain ?? true { facts.audio = audio }
      return facts
    }
    (facts.breaksOff, facts.listedSound, facts.durationSource) = (end, listed, .scanned)
    return facts
  }

  /// By how many seconds a header may list more than there is. In CAF a packet that is not full counts as one that is.
  private func rounding(_ audio: AudioFacts) throws(LibAVError) -> Rational {
    let stream = try demuxer.stream(audio.stream)
    let count = avformat_index_get_entries_count(stream)
    guard demuxer.format == "caf", let last = avformat_index_get_entry(stream, count - 1),
      let before = avformat_index_get_entry(stream, count - 2)
    else { return Rational(1, 100) }
    let packet = last.pointee.timestamp - before.pointee.timestamp
    return max(Rational(1, 100), Rational(packet) * Rational(stream.pointee.time_base))
  }

  /// Where the sound ends, in seconds: where the header says, which alone tells how much of the last packet is heard, or
  /// where the index does, if the header says later or much earlier. Nil if packets may be of different lengths.
  private func indexedEnd(_ audio: AudioFacts) throws(LibAVError) -> Rational? {
    let stream = try demuxer.stream(audio.stream)
    let frame = Rational(Int64(stream.pointee.codecpar.pointee.frame_size), Int64(audio.sampleRate))
    let count = avformat_index_get_entries_count(stream)
    guard frame > .zero, Rational(stream.pointee.time_base) == Rational(1, Int64(audio.sampleRate)),
      FrameGrid(stream.pointee.codecpar.pointee.codec_id, beginning: 0).isRegular,
      let last = avformat_index_get_entry(stream, count - 1), let listed = header.audio
    else { return nil }
    let end = Rational(last.pointee.timestamp) * Rational(stream.pointee.time_base) + frame
    let listedEnd = listed.start + listed.duration
    return end < listedEnd || end > listedEnd + frame * Rational(2) ? end : listedEnd
  }

  private var isQuickTime: Bool { demuxer.format.hasPrefix("mov") }

  /// True for containers that tell the sound's length to the sample.
  private var isLengthInHeader: Bool {
    guard let audio = header.audio, let stream = try? demuxer.stream(audio.stream),
      let ticks = timestamp(stream.pointee.duration), ticks > 0
    else { return false }
    let isExact = Rational(stream.pointee.time_base) * Rational(audio.sampleRate) <= Rational(2)
    let families = ["mov", "wav", "w64", "aiff", "caf", "flac", "au"]
    let isListed = !demuxer.format.hasPrefix("mov") || stream.pointee.nb_frames > 0
    return isExact && isListed && families.contains { demuxer.format.hasPrefix($0) }
  }
}

/// Where damage was heard last, in seconds.
private final class DamagedEnd: Sendable {
  private let place = Mutex<Rational?>(nil)

  func note(_ seconds: Rational) { place.withLock { $0 = max($0 ?? seconds, seconds) } }
  var last: Rational? { place.withLock(\.self) }
}

// MARK: Files that break off

extension PreciseProbe {
  private func refusal(_ jump: PacketScan.ClockJump, origin: Rational) -> LibAVError {
    let (length, place) = (hundredths(jump.from - jump.to), hundredths(jump.from - origin))
    return LibAVError(
      call: "probe", code: cff_error_invalid_data,
      text: """
        its clock jumps back by \(length.inWords) after \(place.inWords), as where recordings were put together; cut it \
        apart there
        """)
  }

  private func hundredths(_ time: Rational) -> Rational {
    Rational((max(time, .zero) * Rational(100)).rounded ?? 0, 100)
  }

  /// Where the first of the frames stands whose bytes QuickTime's index places after the end of the file. Throws if that
  /// is the first picture.
  private func breakOff(in facts: MediaFacts) throws(LibAVError) -> Rational? {
    guard demuxer.format.hasPrefix("mov") else { return nil }
    let length = avio_size(demuxer.context.pointee.pb)
    var first: Rational?
    for index in [facts.video?.stream, facts.audio?.stream].compactMap(\.self) {
      let stream = try demuxer.stream(index)
      let entries = (0..<avformat_index_get_entries_count(stream)).lazy
        .compactMap { avformat_index_get_entry(stream, $0)?.pointee }
      guard let missing = entries.first(where: { $0.pos + Int64($0.size) > length }) else { continue }
      if index == facts.video?.stream, missing.timestamp == entries.first?.timestamp {
        throw LibAVError(
          call: "probe", code: cff_error_invalid_data, text: "it breaks off before the end of its first picture")
      }
      let time = Rational(missing.timestamp) * Rational(stream.pointee.time_base) - facts.origin
      first = min(first ?? time, max(time, .zero))
    }
    return first
  }

  /// The same facts with the place where the file breaks off, if its packets or its header tell of one.
  /// - Parameter isCut: Whether it ends within something.
  private func ended(_ measured: MediaFacts, _ shown: [Int64], isCut: Bool) throws(LibAVError) -> MediaFacts {
    guard measured.breaksOff == nil else { return measured }
    var facts = measured
    if let video = facts.video, let whole = try wholeBeginning(of: video, shown) {
      facts.video = whole
      facts.breaksOff = facts.videoEnd.map(hundredths)
    }
    facts = ListedEnd(header, format: demuxer.format).completed(facts)
    if isCut, facts.breaksOff == nil {
      facts.breaksOff = [facts.videoEnd, facts.audioEnd].compactMap(\.self).max().map(hundredths)
    }
    // Where packets are only numbered, the last ones have the numbers of pictures that are not there.
    if facts.breaksOff != nil, let implied = facts.video?.impliedTimes, implied.numbersPackets,
      case .regular(let rate, let count)? = facts.video?.timing
    {
      facts.video?.timing = .regular(rate, count: max(count - Int64(implied.depth), 1))
    }
    return facts
  }

  /// The picture up to the first of the last frames that is not there; nil if none is missing.
  private func wholeBeginning(of video: VideoFacts, _ shown: [Int64]) throws(LibAVError) -> VideoFacts? {
    let stream = try demuxer.stream(video.stream)
    guard PreciseProbe.storesInDecodingOrder.contains(demuxer.format), stream.pointee.codecpar.pointee.video_delay > 0
    else { return nil }
    let base = Rational(stream.pointee.time_base)
    return video.wholeBeginning(shown, timeBase: base, declared: stream.declaredRates)
  }

  /// Whether frames at the end are missing that are shown before others.
  private func lacksFrames(_ video: VideoFacts, _ scan: PacketScan.Video) throws(LibAVError) -> Bool {
    guard video.losses?.isEmpty ?? true else { return false }
    return try wholeBeginning(of: timed(video, by: scan, holes: 0), scan.ticks) != nil
  }

  /// Containers without an index in which a file that was cut off may hold a picture and not those that are shown before
  /// it.
  private static let storesInDecodingOrder: Set<String> = ["mpegts", "mpeg", "mxf", "nut", "flv", "asf"]

  /// Returns the time, in ticks, of the first of the last pictures that cannot be decoded as they were coded, as in a
  /// file that was cut off by its bytes; nil if there is none.
  private func cutEnd(of video: VideoFacts, _ scan: PacketScan.Video) throws(LibAVError) -> Int64? {
    // Pictures at the end of a group may need the one before it.
    guard let key = scan.lastKeyframes.first, video.losses?.isEmpty ?? true else { return nil }
    let decoder = try FrameDecoder(Demuxer(path: path, picture: video), stream: video.stream, losses: video.losses)
    // A seek may land anywhere, since nothing lists the packets.
    var unread = key.before
    var (whole, broken): (Set<Int64>, Set<Int64>) = ([], [])
    while let frame = try decoder.next(where: { _ in
      unread -= 1
      return unread < 0
    }) {
      defer { frame.freeFrame() }
      let isDamaged = decoder.isDamaged(frame)
      guard let ticks = timestamp(frame.pointee.best_effort_timestamp), ticks > key.time else { continue }
      if isDamaged { broken.insert(ticks) } else { whole.insert(ticks) }
    }
    let missing = scan.ticks.first { $0 > key.time && !whole.contains($0) }
    let first = [broken.min(), missing].compactMap(\.self).min()
    // Those that are damaged before are no matter of the end.
    guard let first, scan.ticks.count(where: { $0 >= first }) <= PreciseProbe.mostCut, scan.ticks[0] < first else {
      return nil
    }
    return first
  }

  /// The number of pictures that the loss of one takes along at the end of a file.
  private static let mostCut = 16

  /// Of a file that breaks off: its frames up to the first that is not there, where its index lists a regular grid.
  private func timing(of scan: PacketScan.Video, before facts: MediaFacts) throws(LibAVError) -> FrameTiming {
    guard let video = facts.video else { return .still }
    let stream = try demuxer.stream(video.stream)
    let base = Rational(stream.pointee.time_base)
    let entries = (0..<avformat_index_get_entries_count(stream)).compactMap { avformat_index_get_entry(stream, $0) }
    let grid = RegularGrid(ticks: entries.map(\.pointee.timestamp), timeBase: base, declared: stream.declaredRates)
    guard let rate = grid.rate() else { return video.timing }
    let numbers = scan.ticks.lazy.compactMap { ((Rational($0) * base - video.start) * rate.perSecond).rounded }
      .drop { $0 < 0 }
    let whole = zip(numbers, Int64(0)...).prefix { $0 == $1 }.count
    return .regular(rate, count: max(Int64(whole), 1))
  }
}
