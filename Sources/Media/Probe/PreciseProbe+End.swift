import CFFmpeg
import TimelineModel

extension PreciseProbe {
  func refusal(_ jump: PacketScan.ClockJump, origin: Rational) -> LibAVError {
    let (length, place) = (hundredths(jump.from - jump.to), hundredths(jump.from - origin))
    return LibAVError(
      call: "probe", code: cff_error_invalid_data,
      text: """
        its clock jumps back by \(length.inWords) after \(place.inWords), as where recordings were put together; cut it \
        apart there
        """)
  }

  /// The same facts with the place where the file breaks off, if its index or its header tells of one.
  /// - Parameter shortTracks: The streams of a QuickTime or MP4 file of which samples are not found.
  func listed(_ facts: MediaFacts, _ shortTracks: Set<Int>) throws(LibAVError) -> MediaFacts {
    var facts = facts
    facts.breaksOff = try breakOff(in: facts, shortTracks)
    if facts.breaksOff != nil {
      (facts.listedFrames, facts.listedSound) = (header.video?.timing.frameCount, header.audio?.duration)
    } else if try isLengthInHeader {
      facts = try heard(facts)
    }
    return facts
  }

  /// Where the first of the frames stands whose bytes QuickTime's index places after the end of the file, or nowhere.
  /// Throws if that is the first picture.
  private func breakOff(in facts: MediaFacts, _ shortTracks: Set<Int>) throws(LibAVError) -> Rational? {
    guard isQuickTime else { return nil }
    let length = avio_size(demuxer.context.pointee.pb)
    var first: Rational?
    for index in [facts.video?.stream, facts.audio?.stream].compactMap(\.self) {
      let stream = try demuxer.stream(index)
      let entries = (0..<avformat_index_get_entries_count(stream)).lazy
        .compactMap { avformat_index_get_entry(stream, $0)?.pointee }
      if shortTracks.contains(index), let last = entries.last {
        let step = entries.dropLast().last.map { last.timestamp - $0.timestamp } ?? 0
        let end = Rational(last.timestamp + step) * Rational(stream.pointee.time_base) - facts.origin
        first = min(first ?? end, max(end, .zero))
      }
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
  /// - Parameters:
  ///   - isCut: Whether it ends within something.
  ///   - isShort: Whether it ends before the end that it, or its last packet, states.
  ///   - stop: The offsets of the last packets if unreadable data follow them; `nil` if none follow.
  func ended(
    _ measured: MediaFacts, isCut: Bool, isShort: Bool, stop: PacketScan.LastPlaces?
  ) throws(LibAVError) -> MediaFacts {
    guard measured.breaksOff == nil else { return measured }
    var facts = measured
    if let video = facts.video, let whole = try wholeBeginning(of: video) {
      facts.video = whole
      facts.breaksOff = facts.videoEnd.map(hundredths)
    }
    let end = ListedEnd(header, format: demuxer.format)
    facts = end.completed(facts)
    // What comes behind all that is listed, such as tags, may be nothing that the demuxer knows.
    if facts.breaksOff == nil, !isShort, let stop, end.isThere(facts) != true {
      facts.stop(at: stop)
      facts.damage = [facts.videoEnd, facts.audioEnd].compactMap(\.self).max()
    } else if facts.breaksOff == nil, isShort || isCut && end.isThere(facts) != true {
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
  func wholeBeginning(of video: VideoFacts) throws(LibAVError) -> VideoFacts? {
    let stream = try demuxer.stream(video.stream)
    guard PreciseProbe.storesInDecodingOrder.contains(demuxer.format), stream.pointee.codecpar.pointee.video_delay > 0
    else { return nil }
    return video.wholeBeginning(reorderDepth: Int(stream.pointee.codecpar.pointee.video_delay))
  }

  /// Containers without an index in which a file that was cut off may hold a picture and not those that are shown before
  /// it.
  private static let storesInDecodingOrder: Set<String> = ["mpegts", "mpeg", "mxf", "nut", "flv", "asf"]

  /// Returns the time, in ticks, of the first of the last pictures that cannot be decoded as they were coded, as in a
  /// file that was cut off by its bytes; nil if there is none.
  func cutEnd(of video: VideoFacts, _ scan: PacketScan.Video) throws(LibAVError) -> Int64? {
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
    // Where the picture is refreshed bit by bit, none comes before all of it is.
    let beginning = max(whole.union(broken).min() ?? key.time, key.time)
    // One that was cut off is the last that is stored. A decoder that puts pictures in order may lose others with it.
    let coded = Int(try demuxer.stream(video.stream).pointee.codecpar.pointee.video_delay)
    let delay = video.impliedTimes?.depth ?? coded
    let lost = scan.lastStored.suffix(delay > 0 ? delay + 2 : 1).filter { $0 > beginning && !whole.contains($0) }
    guard let first = lost.min(), lost.last == scan.lastStored.last || !broken.isSuperset(of: lost),
      scan.ticks.count(where: { $0 >= first }) <= PreciseProbe.mostCut, scan.ticks[0] < first
    else { return nil }
    return first
  }

  /// The number of pictures that the loss of one takes along at the end of a file.
  private static let mostCut = 16

  /// Returns the timing of a file that breaks off, up to the first frame that is not there, if its index lists frames at
  /// equal distances; otherwise the timing that it has.
  func timing(of scan: PacketScan.Video, before facts: MediaFacts) throws(LibAVError) -> FrameTiming {
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
