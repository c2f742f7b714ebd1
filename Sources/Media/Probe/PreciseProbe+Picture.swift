import CFFmpeg
import TimelineModel

extension PreciseProbe {
  /// The picture with the time of its first frame, which is the truth about what an edit list and reordering leave to be
  /// shown, and with what that frame tells; and whether the beginning is damaged: the first frame of a still, or a key
  /// frame that cannot be decoded.
  func describeFirstFrame(_ video: VideoFacts) throws(LibAVError) -> (video: VideoFacts, isDamaged: Bool) {
    let decoder = try FrameDecoder(Demuxer(path: path, picture: video), stream: video.stream, losses: video.losses)
    decoder.decoder.leaveOutLoopFilter()
    guard let first = try decoder.next() else {
      throw decoder.damage
        ?? LibAVError(call: "decode", code: cff_error_invalid_data, text: "no picture can be decoded")
    }
    var isDamaged = decoder.isDamaged(first) && header.isStill
    let frame = VideoFrame(adopting: first)
    var video = video
    if var ticks = timestamp(first.pointee.best_effort_timestamp) {
      // It is missed where it stands; without it the rest would begin too early.
      if decoder.damage != nil, let missed = try firstKeyframe(of: video), missed < ticks {
        (ticks, isDamaged) = (missed, true)
      }
      video.start = Rational(ticks) * decoder.timeBase
    }
    if let turned = Orientation(frame) { video.orientation = turned }
    video.pixelFormat = frame.pixelFormat
    video.hasAlpha = PixelFormat.hasAlpha(AVPixelFormat(first.pointee.format))
    video.color = frame.color.filled(from: video.color)
    let isInPasses = [AV_CODEC_ID_PNG, AV_CODEC_ID_APNG].contains(decoder.decoder.context.pointee.codec_id)
    // What libavcodec calls interlaced of PNG is the order in which it becomes sharp, and no field.
    if !isInPasses { video.fields = FieldOrder(frame) ?? video.fields }
    video.peakLuminance = frame.peakLuminance ?? video.peakLuminance
    return (video, isDamaged)
  }

  /// The time of the first packet that is shown, in ticks; nil if it is no key frame by the container, or if the container
  /// may begin within a recording.
  private func firstKeyframe(of video: VideoFacts) throws(LibAVError) -> Int64? {
    guard demuxer.format != "mpegts" else { return nil }
    let demuxer = try Demuxer(path: path, picture: video)
    demuxer.select([video.stream])
    let packet = try Packet()
    while try demuxer.read(packet) {
      guard packet.stream == video.stream, !packet.isDiscarded else { continue }
      // Libavformat's parser of H.264 takes the mark from a packet that it cannot read, but not from the index.
      let listed = avformat_index_get_entry(try demuxer.stream(video.stream), 0)?.pointee
      let isListed = listed.map { $0.flags & AVINDEX_KEYFRAME != 0 && [packet.dts, packet.pts].contains($0.timestamp) }
      return packet.isKey || isListed == true ? packet.pts : nil
    }
    return nil
  }

  /// True where packets do not say when they are shown, or say that they are in their own order though frames change
  /// places.
  func doubtsTimes(of scan: PacketScan.Video, _ video: VideoFacts?) throws(LibAVError) -> Bool {
    if scan.lacksTimes { return true }
    guard let video, scan.order.isKept else { return false }
    return try demuxer.stream(video.stream).pointee.codecpar.pointee.video_delay > 0
  }

  /// The picture and its packets where the packets do not all say when they are shown; nil where nothing tells.
  func completed(_ facts: MediaFacts) throws(LibAVError) -> (VideoFacts, PacketScan.Video)? {
    guard var video = facts.video,
      let implied = try OrderScan.impliedTimes(Demuxer(path: path), stream: video.stream)
    else { return nil }
    video.impliedTimes = implied
    let demuxer = try Demuxer(path: path, picture: video)
    return (try describeFirstFrame(video).video, try PacketScan(demuxer, video: video, audio: nil).video)
  }

  /// QuickTime's index lists every frame in decoding order. If the decoding times stand on a regular grid and there are
  /// as many frames as fit between the first and the last one shown, those do too. Reading one group of pictures tells.
  func timingFromIndex(_ video: VideoFacts, in movie: MovieBox?) throws(LibAVError) -> FrameTiming? {
    guard video.timing != .still, isQuickTime else { return nil }
    let stream = try demuxer.stream(video.stream)
    let entries = (0..<avformat_index_get_entries_count(stream)).compactMap { avformat_index_get_entry(stream, $0) }
    let base = Rational(stream.pointee.time_base)
    let grid = RegularGrid(
      ticks: entries.map(\.pointee.timestamp), timeBase: base, declared: stream.declaredRates)
    guard stream.pointee.nb_frames > 0, let rate = grid.rate(), let last = try lastShown(video, entries.last),
      ownDuration(last.duration, base, rate) == nil,
      try isShownEvenly(video, in: movie, frame: rate.frameDuration / base, count: Int(stream.pointee.nb_frames))
    else { return nil }
    let count = Int64(entries.count { $0.pointee.flags & AVINDEX_DISCARD_FRAME == 0 })
    let span = (Rational(last.ticks) * base - video.start) * rate.perSecond
    return span.rounded == count - 1 ? .regular(rate, count: count) : nil
  }

  /// True if what is decoded at equal distances is shown so, which the index does not tell.
  private func isShownEvenly(
    _ video: VideoFacts, in movie: MovieBox?, frame: Rational, count: Int
  ) throws(LibAVError) -> Bool {
    guard let movie else { return false }
    return try CompositionOffsets(ofTrack: trackID(of: video.stream), in: movie, read)?.keepOrder(ofFrames: frame, count: count) ?? false
  }

  /// Times and durations of the last frames, which are those after the last key frame; nil where they are to be doubted.
  private func lastShown(
    _ video: VideoFacts, _ entry: UnsafePointer<AVIndexEntry>?
  ) throws(LibAVError) -> (ticks: Int64, duration: Int64)? {
    guard let entry, demuxer.seek(stream: video.stream, to: entry.pointee.timestamp) else { return nil }
    let group = try PacketScan(demuxer, video: video, audio: nil).video
    // A short group at the end may have no frame that changes its place.
    if try doubtsTimes(of: group, video) {
      if try beginsInOrder(video) { return nil }
    }
    return group.ticks.last.map { ($0, group.lastDuration) }
  }

  /// Whether the index flags all of several pictures as keyframes, and only the container tells which pictures are.
  func isIndexOfKeys(_ video: VideoFacts?) throws(LibAVError) -> Bool {
    guard let video else { return false }
    let stream = try demuxer.stream(video.stream)
    guard PredictedPicture.isToldByContainer(stream.pointee.codecpar.pointee.codec_id) else { return false }
    let entries = (0..<avformat_index_get_entries_count(stream)).lazy.compactMap {
      avformat_index_get_entry(stream, $0)?.pointee
    }
    return entries.count > 1 && entries.allSatisfy { $0.flags & AVINDEX_KEYFRAME != 0 }
  }

  /// Notes that keyframe flags are doubtful if only the container tells which pictures are keyframes.
  func doubtKeys(of facts: inout MediaFacts) throws(LibAVError) {
    guard let stream = facts.video?.stream,
      PredictedPicture.isToldByContainer(try demuxer.stream(stream).pointee.codecpar.pointee.codec_id)
    else { return }
    facts.video?.hasDoubtfulKeys = true
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

  /// The same facts with the times of all frames, but for those that are not there to their end.
  func timed(_ facts: MediaFacts, _ scan: inout PacketScan, mayBeCut: Bool) throws(LibAVError) -> MediaFacts {
    guard let video = facts.video else { return facts }
    var facts = facts
    let holes = demuxer.format == "mpegts" ? 0 : video.losses?.holes.count ?? 0
    let all = try timed(video, by: scan.video, holes: holes)
    facts.video = all
    let isDoubtful = try mayBeCut || scan.endsInDamage ? true : wholeBeginning(of: all) != nil
    let cut = isDoubtful ? try cutEnd(of: video, scan.video) : nil
    if let cut {
      scan.video.ticks.removeAll { $0 >= cut }
      facts.video = try timed(video, by: scan.video, holes: holes)
    }
    if facts.breaksOff != nil {
      let whole = try timing(of: scan.video, before: facts)
      facts.video?.timing = whole
    }
    if let cut {
      let base = Rational(try demuxer.stream(video.stream).pointee.time_base)
      facts.breaksOff = hundredths(Rational(cut) * base - facts.origin)
    }
    return facts
  }

  func timed(
    _ video: VideoFacts, by scan: PacketScan.Video, holes: Int
  ) throws(LibAVError) -> VideoFacts {
    let stream = try demuxer.stream(video.stream)
    let base = Rational(stream.pointee.time_base)
    // What stands before the first frame that could be decoded belongs to a group that is not in the file.
    let first = (video.start / base).rounded ?? 0
    var ticks = Array(scan.ticks.drop { $0 < first })
    guard let next = ticks.first else { return video }
    if holes > 0, next > first { ticks.insert(first, at: 0) }
    var video = video
    let grid = RegularGrid(ticks: ticks, timeBase: base, declared: stream.declaredRates)
    let (count, rate) = (Int64(ticks.count), grid.rate())
    func sparse(_ rate: FrameRate, _ places: [Int64]) -> FrameTiming {
      let last = rate.seconds(ofFrame: places.last ?? 0)
      return .sparse(rate, places: places, end: last + (ownDuration(scan.lastDuration, base, rate) ?? rate.frameDuration))
    }
    if ticks.count == 1 && demuxer.format == "gif" {
      video.timing = .still
    } else if let rate, ownDuration(scan.lastDuration, base, rate) == nil {
      video.timing = .regular(rate, count: count)
    } else if let rate, count > 2 {
      video.timing = sparse(rate, Array(0..<count))
    } else if holes > 0, let (rate, count) = grid.rateWithHoles(strays: holes) {
      // The last block before a hole may have lost its time.
      video.timing = .regular(rate, count: count)
    } else if let places = grid.places(allowsJitter: !isDrawn) {
      let isEven = places.areAllTaken && ownDuration(scan.lastDuration, base, places.rate) == nil
      video.timing = isEven ? .regular(places.rate, count: count) : sparse(places.rate, places.numbers)
    } else {
      let times = ticks.map { Rational($0 - ticks[0]) * base }
      let last = scan.lastDuration > 0 ? Rational(scan.lastDuration) * base : lastInterval(times)
      video.timing = .irregular(times: times, end: times.last! + last)
    }
    return video
  }

  /// The duration of the last frame in seconds, if its container states one that is not about that of a frame; nil
  /// otherwise.
  /// - Parameter duration: What the container states, in ticks; 0 if it states none.
  private func ownDuration(_ duration: Int64, _ base: Rational, _ rate: FrameRate) -> Rational? {
    guard duration > 0, isDrawn || isQuickTime || demuxer.format.hasPrefix("matroska") else { return nil }
    let own = Rational(duration) * base
    let frames = own * rate.perSecond
    let isOwn = isDrawn ? frames != .one : frames < Rational(3, 4) || frames > Rational(5, 4)
    // Writers that do not know how long it lasts say next to nothing.
    return isOwn && (isDrawn || frames >= Rational(1, 4)) ? own : nil
  }

  /// True of moving pictures whose every time somebody chose.
  private var isDrawn: Bool { ["gif", "apng"].contains(demuxer.format) }

  private func lastInterval(_ times: [Rational]) -> Rational {
    times.count > 1 ? times[times.count - 1] - times[times.count - 2] : Rational(1, 25)
  }
}
