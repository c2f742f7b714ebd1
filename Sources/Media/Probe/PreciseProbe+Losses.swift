import CFFmpeg
import Platform
import TimelineModel

extension PreciseProbe {
  /// Reads bytes of the file, wherever the demuxer stands.
  var read: ByteReading {
    { [demuxer] position, count throws(LibAVError) in try demuxer.bytes(at: position, count: count) }
  }

  /// The facts of a transport stream, completed with the losses of its picture and its sound.
  func followed(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    var facts = facts
    let streams = try [facts.video?.stream, facts.audio?.stream].compactMap(\.self).map { index throws(LibAVError) in
      let stream = try demuxer.stream(index).pointee
      let coded = stream.codecpar.pointee
      return TransportScan.Stream(
        identifier: Int(stream.id), isPicture: coded.codec_type == AVMEDIA_TYPE_VIDEO,
        tellsMissingEnds: Decoder.tellsMissingEnds(coded.codec_id))
    }
    let scan = try TransportScan(of: streams, read: read)
    func identifier(of index: Int?) throws(LibAVError) -> Int? {
      try index.map { index throws(LibAVError) in Int(try demuxer.stream(index).pointee.id) }
    }
    let (picture, sound) = (try identifier(of: facts.video?.stream), try identifier(of: facts.audio?.stream))
    facts.video?.losses = picture.flatMap { scan.losses[$0] }
    facts.audio?.losses = sound.flatMap { scan.losses[$0] }
    return Structure(
      facts: facts, joins: scan.joins, mayBeCut: picture.map(scan.cutStreams.contains) ?? false,
      breaksOff: sound.map(scan.shortStreams.contains) ?? false)
  }

  /// The facts of an Ogg file, completed with the pages of its picture and its sound that are damaged or missing.
  func paged(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let pages = try OggStructure(path: path)
    let all = pages.losses
    func losses(of stream: Int?) -> PacketLosses? { stream.flatMap { all.indices.contains($0) ? all[$0] : nil } }
    var facts = facts
    let (picture, sound) = (losses(of: facts.video?.stream), losses(of: facts.audio?.stream))
    facts.video?.losses = picture
    facts.audio?.losses = sound
    facts.damage = try damage(at: [picture, sound].compactMap { $0?.holes.first }.min(), in: facts)
    let ended = pages.haveEnded
    let isUnfinished = [facts.video?.stream, facts.audio?.stream].contains { stream in
      stream.map { ended.indices.contains($0) && !ended[$0] } ?? false
    }
    return Structure(facts: facts, breaksOff: pages.breaksOff || isUnfinished)
  }

  /// The same facts of an Ogg file with the lengths that its last page says, where packets are missing before the end.
  func reaching(_ measured: MediaFacts) throws(LibAVError) -> MediaFacts {
    var facts = measured
    if facts.video?.losses != nil, case .regular(let rate, let count)? = facts.video?.timing,
      let listed = header.video?.timing.frameCount, listed > count
    {
      facts.video?.timing = .regular(rate, count: listed)
    }
    if let audio = facts.audio, audio.losses != nil, let listed = header.audio {
      // It counts what gets the decoder going as well.
      let padding = Int64(try demuxer.stream(audio.stream).pointee.codecpar.pointee.initial_padding)
      let end = listed.start + listed.duration - Rational(padding, Int64(audio.sampleRate))
      facts.audio?.duration = max(audio.duration, end - audio.start)
    }
    return facts
  }

  /// Returns the facts of an AVI file with the places where its parts do not follow one another, and with the streams
  /// whose index is wrong.
  func interleaved(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let chunks = try InterleaveStructure(
      length: avio_size(demuxer.context.pointee.pb), index: InterleaveIndex(demuxer), read: read)
    var facts = facts
    if chunks.index.isWrong(of: facts.video?.stream) { facts.video?.hasWrongIndex = true }
    if chunks.index.isWrong(of: facts.audio?.stream) { facts.audio?.hasWrongIndex = true }
    return Structure(facts: try lost(facts, at: chunks.holes), isShort: chunks.isShort)
  }

  /// Returns the facts of an FLV file with the places where its tags do not follow one another.
  func tagged(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let tags = try FlashStructure(length: avio_size(demuxer.context.pointee.pb), read: read)
    return Structure(facts: try lost(facts, at: tags.holes), isShort: try isShort)
  }

  /// Returns the facts of an ASF file.
  /// - Throws: `LibAVError` if the file is encrypted.
  func packed(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let header = try read(0, 1 << 16)
    for object in PreciseProbe.encryptionObjects where header.firstRange(of: object) != nil {
      throw PreciseProbe.encrypted
    }
    return Structure(facts: facts, isShort: try isShort)
  }

  /// The GUIDs of the header objects of encrypted files (Advanced Systems Format, 3.14 to 3.16).
  private static let encryptionObjects: [[UInt8]] = [
    [0xFB, 0xB3, 0x11, 0x22, 0x23, 0xBD, 0xD2, 0x11, 0xB4, 0xB7, 0x00, 0xA0, 0xC9, 0x55, 0xFC, 0x6E],
    [0x14, 0xE6, 0x8A, 0x29, 0x22, 0x26, 0x17, 0x4C, 0xB9, 0x35, 0xDA, 0xE0, 0x7E, 0xE9, 0x28, 0x9C],
  ]

  /// Whether the file is shorter than its header specifies.
  var isShort: Bool {
    get throws(LibAVError) {
      try StatedSize.isMissed(in: demuxer.format, length: avio_size(demuxer.context.pointee.pb), read: read)
    }
  }

  /// Returns facts with missing packets.
  /// - Parameter holes: The offsets before which packets are missing, in bytes.
  private func lost(_ facts: MediaFacts, at holes: [Int64]) throws(LibAVError) -> MediaFacts {
    guard let first = holes.first else { return facts }
    var facts = facts
    facts.lose(at: holes)
    facts.damage = try damage(at: first, in: facts)
    return facts
  }

  /// The facts of a file of one or more pictures, completed with what the file states; unchanged for other files.
  func pictured(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let file = try PictureFile(demuxer.format, length: avio_size(demuxer.context.pointee.pb), read: read)
    var facts = facts
    if let orientation = file.orientation { facts.video?.orientation = orientation }
    if file.isDamaged {
      facts.damage = .zero
      // A moving one is as it was coded but for the frames that its decoder complains of.
      if facts.isStill { facts.video?.losses = PacketLosses(incomplete: [0..<Int64.max], holes: []) }
    }
    return Structure(facts: facts, breaksOff: file.breaksOff, endsBehindDamage: file.endsBehindDamage)
  }

  /// The facts of a WavPack file, completed with the first place at which a block is missing.
  func blocked(_ facts: MediaFacts) throws(LibAVError) -> MediaFacts {
    let structure = try WavPackStructure(read: read)
    var facts = facts
    if let hole = structure.firstHole, let rate = facts.audio?.sampleRate, rate > 0 {
      facts.damage = hundredths(Rational(hole, Int64(rate)))
    }
    return facts
  }

  /// The same facts with the place of the first damage, by the clock and by the structure of the file.
  /// - Parameter elements: The elements of a Matroska file; nil for other containers.
  /// - Throws: `LibAVError` if a Matroska file is encrypted.
  func damaged(
    _ facts: MediaFacts, _ scan: PacketScan, _ elements: MatroskaStructure?
  ) throws(LibAVError) -> MediaFacts {
    if elements?.isEncrypted == true { throw PreciseProbe.encrypted }
    var facts = facts
    if isQuickTime, scan.firstLoss == nil {
      facts.video?.losses = nil
      facts.audio?.losses = nil
    }
    if let elements, let damage = elements.damage {
      if let beginning = elements.lostBeginning {
        facts.video.map { facts.video?.start = min($0.start, beginning) }
        facts.audio.map { facts.audio?.start = min($0.start, beginning) }
      }
      facts.damage = max(damage.time - facts.origin, .zero)
      facts.lose(at: damage.places)
    } else if let first = [scan.clockJump?.from, scan.firstLoss].compactMap(\.self).min() {
      facts.damage = hundredths(first - facts.origin)
    }
    let holes = (facts.video?.losses ?? facts.audio?.losses)?.holes ?? []
    if let first = holes.first, PreciseProbe.framed.contains(demuxer.format),
      let last = try scan.stop(before: first, in: demuxer)
    {
      facts.stop(at: last)
    }
    return facts
  }

  /// The names of containers whose structure shows damage, and of which libavformat may read nothing after it.
  private static let framed: Set<String> = ["matroska,webm", "avi", "flv"]

  /// The time of damage at a place in the file, for reports; nil if there is none.
  func damage(at place: Int64?, in facts: MediaFacts) throws(LibAVError) -> Rational? {
    try place.map { place throws(LibAVError) in hundredths(try time(before: place) - facts.origin) }
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

extension MediaFacts {
  /// Notes that the file cannot be read after its last packets, although more data follow.
  mutating func stop(at last: PacketScan.LastPlaces) {
    video?.losses = PacketLosses(incomplete: [last.picture..<Int64.max], holes: [])
    audio?.losses = PacketLosses(incomplete: [last.sound..<Int64.max], holes: [])
  }

  /// Whether the file cannot be read to its end although more data follow.
  var endsInDamage: Bool {
    [video?.losses, audio?.losses].contains { $0?.incomplete?.last?.upperBound == .max }
  }

  /// Notes that packets of picture and sound are missing at places in the file.
  mutating func lose(at places: [Int64]) {
    video?.losses = PacketLosses(holes: places)
    audio?.losses = PacketLosses(holes: places)
  }
}
