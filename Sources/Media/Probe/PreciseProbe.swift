import CFFmpeg
import Platform
import TimelineModel

/// Every frame's time and the exact length of the sound: from the container's index where that is complete, else by
/// reading every packet.
struct PreciseProbe {
  let path: ConfinedPath
  let header: MediaFacts
  let demuxer: Demuxer

  init(path: ConfinedPath, header: MediaFacts) throws(LibAVError) {
    self.path = path
    self.header = header
    demuxer = try Demuxer(path: path)
    for stream in [header.video?.stream, header.audio?.stream].compactMap(\.self) { try demuxer.checkIndex(of: stream) }
  }

  /// What the structure of a file tells before its packets are read.
  struct Structure {
    var facts: MediaFacts
    /// The byte offsets at which recordings were joined.
    var joins: [Int64] = []
    /// Whether the last picture may not be there to its end.
    var mayBeCut = false
    /// Whether the file ends within a part of it.
    var breaksOff = false
    /// Whether the file ends before the end that it states.
    var isShort = false
    /// Whether it has its end, behind damage that no demuxer passes.
    var endsBehindDamage = false
    /// The box `moov` of a QuickTime or MP4 file.
    var movie: MovieBox?
    /// The streams of a QuickTime or MP4 file of which not all samples are found that its tables list.
    var shortTracks: Set<Int> = []
    /// The picture's edit list; `nil` if there is none.
    var pictureEdits: EditList?
  }

  private func structure() throws(LibAVError) -> Structure {
    switch demuxer.format {
    case "mpegts": try followed(header)
    case "wv": Structure(facts: try blocked(header))
    case "ogg": try paged(header)
    case "avi": try interleaved(header)
    case let format where format.hasPrefix("mov"): try fragmented(header)
    // Nothing in them tells their end.
    case "mpeg", "mpegvideo", "h264", "hevc", "m4v": Structure(facts: header, mayBeCut: true)
    case "flv": try tagged(header)
    case "asf": try packed(header)
    case "mp3": Structure(facts: header, isShort: try isShort)
    default: try pictured(header)
    }
  }

  func facts() throws(LibAVError) -> MediaFacts {
    let structure = try structure()
    var facts = try facts(of: structure)
    try checkLength(structure.pictureEdits, of: facts)
    if let video = facts.video, let delay = try delay(of: video, structure.pictureEdits) {
      facts.video?.delay = delay
      facts.video?.start = video.start + delay
    }
    return facts
  }

  private func facts(of structure: Structure) throws(LibAVError) -> MediaFacts {
    var facts = try begun(structure.facts)
    let indexed = try facts.video.flatMap { video throws(LibAVError) in try timingFromIndex(video, in: structure.movie) }
    if let indexed {
      facts.video?.timing = indexed
      if try isIndexOfKeys(facts.video) { try doubtKeys(of: &facts) }
    }
    facts = try listed(facts, structure.shortTracks)
    let isIndexed = indexed != nil && facts.breaksOff == nil && !structure.isShort
    let needsVideo = facts.video.map { $0.timing != .still && !isIndexed } ?? false
    let hasSoundToMeasure = try !isLengthInHeader || isQuickTime && (facts.breaksOff != nil || structure.isShort)
    let needsAudio = facts.audio != nil && hasSoundToMeasure
    guard needsVideo || needsAudio else { return facts }
    var scan = try PacketScan(
      Demuxer(path: path), video: needsVideo ? facts.video : nil, audio: needsAudio ? facts.audio : nil,
      joins: structure.joins)
    let elements = try demuxer.format.hasPrefix("matroska") ? MatroskaStructure(path: path) : nil
    if let jump = elements?.clockJump ?? scan.clockJump, jump.isBack { throw refusal(jump, origin: facts.origin) }
    if try scan.pictureSeeks?.leadsElsewhere(Demuxer(path: path)) == true { facts.video?.hasWrongIndex = true }
    if try scan.soundSeeks?.leadsElsewhere(Demuxer(path: path)) == true { facts.audio?.hasWrongIndex = true }
    if needsVideo, try doubtsTimes(of: scan.video, facts.video), let completed = try completed(facts) {
      (facts.video, scan.video) = completed
    }
    if needsVideo, scan.video.areKeys { try doubtKeys(of: &facts) }
    facts = try damaged(facts, scan, elements)
    if needsVideo { facts = try timed(facts, &scan, mayBeCut: structure.mayBeCut) }
    if needsAudio { facts.audio = try heard(facts.audio, scan) }
    facts.durationSource = .scanned
    if demuxer.format == "ogg" { facts = try reaching(facts) }
    if let elements { return try MatroskaEnd(demuxer, elements).facts(facts, shown: scan.video.ticks) }
    let isShort = structure.isShort || scan.endsWithinPacket && !structure.endsBehindDamage
    return try ended(
      facts, isCut: structure.breaksOff || scan.endsInDamage, isShort: isShort,
      stop: structure.endsBehindDamage ? scan.lastPlaces : try scan.stop(in: demuxer))
  }

  /// The same facts with what decoding the beginning tells.
  private func begun(_ facts: MediaFacts) throws(LibAVError) -> MediaFacts {
    var facts = facts
    let first = try facts.video.map { video throws(LibAVError) in try describeFirstFrame(video) }
    facts.video = first?.video
    if try facts.video.map(needsFirstPacket) == true { facts.video?.needsFirstPacket = true }
    if first?.isDamaged == true { facts.damage = .zero }
    facts.audio = try facts.audio.map { audio throws(LibAVError) in
      try describeFirstSample(audio, besides: facts.video)
    }
    return facts
  }

  /// A time rounded to hundredths of a second, for reports; 0 if it is negative.
  func hundredths(_ time: Rational) -> Rational {
    Rational((max(time, .zero) * Rational(100)).rounded ?? 0, 100)
  }

  var isQuickTime: Bool { demuxer.format.hasPrefix("mov") }
}
