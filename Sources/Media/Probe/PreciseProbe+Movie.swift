import CFFmpeg
import TimelineModel

/// The inspection of the boxes of QuickTime and MP4 files.
extension PreciseProbe {
  /// Returns the facts of a QuickTime or MP4 file with what its boxes tell: missing or damaged fragments, edit lists and
  /// sample descriptions.
  /// - Throws: `LibAVError` if the file cannot be read, or if libavformat would not play it as it is written.
  func fragmented(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let scan = try FragmentScan(length: avio_size(demuxer.context.pointee.pb), read: read)
    var facts = facts
    var pictureEdits: EditList?
    var shortTracks: Set<Int> = []
    if let movie = scan.movie {
      // The box is walked several times.
      let read = try movie.buffered(read)
      if try movie.first("cmov", read: read) != nil { throw unread("its header is compressed, which is not read") }
      let tracks = try tracks(of: facts, in: movie, read)
      try checkDescriptions(of: &facts, in: tracks, read)
      shortTracks = try self.shortTracks(of: facts, in: tracks, read)
      if let list = try editList(of: facts.audio?.stream, in: movie, read), list.partCount > 1 { facts.audio?.hasSeveralParts = true }
      pictureEdits = try editList(of: facts.video?.stream, in: movie, read)
    } else if let pictures = scan.pictures {
      try checkProperties(of: pictures)
    } else {
      throw unread("its boxes cannot be followed to its header")
    }
    if !scan.jumps.isEmpty { facts.lose(at: scan.jumps) }
    facts.damage = try damage(at: scan.broken, in: facts)
    return Structure(
      facts: facts, isShort: scan.isShort, movie: scan.movie, shortTracks: shortTracks, pictureEdits: pictureEdits)
  }

  /// A stream and the boxes `trak` with its track ID, of which a valid movie has one.
  private typealias Tracks = (stream: Int, boxes: [MovieBox])

  /// Returns the tracks of picture and sound.
  /// - Throws: `LibAVError` if the file cannot be read.
  private func tracks(
    of facts: MediaFacts, in movie: MovieBox, _ read: @escaping ByteReading
  ) throws(LibAVError) -> [Tracks] {
    try [facts.video?.stream, facts.audio?.stream].compactMap(\.self).map { stream throws(LibAVError) in
      (stream, try movie.tracks(trackID(of: stream), read: read))
    }
  }

  /// Returns the streams of picture and sound of which not all samples are found that the tables of their tracks list.
  /// - Throws: `LibAVError` if a track lacks a table, or if no sample of it is found.
  private func shortTracks(
    of facts: MediaFacts, in tracks: [Tracks], _ read: @escaping ByteReading
  ) throws(LibAVError) -> Set<Int> {
    var short: Set<Int> = []
    for (stream, boxes) in tracks {
      guard let track = boxes.first else { continue }
      let tables = try SampleTables(of: track, read: read)
      if let missing = tables.missing { throw unread("a track of it lacks its box `\(missing)`") }
      if tables.lackAll { throw unread("the tables of a track of it do not agree: no sample of it can be found") }
      // Some programs do not write the last packets of a sound.
      if tables.lost > (stream == facts.audio?.stream ? PreciseProbe.mostUnwritten : 0) { short.insert(stream) }
    }
    return short
  }

  /// The number of samples that may be missing at the end of a sound.
  private static let mostUnwritten: Int64 = 4

  /// Checks how a still of HEIF or AVIF is to be shown.
  /// - Throws: `LibAVError` if it is to be turned or mirrored, or has alpha, none of which libavformat reads.
  private func checkProperties(of pictures: MovieBox) throws(LibAVError) {
    var boxes = MovieBoxes(pictures.content.dropFirst(4), read: read)
    guard let properties = try boxes.next("iprp"), let container = try properties.first("ipco", read: read) else { return }
    var property = MovieBoxes(container.content, read: read)
    while let box = try property.next() {
      guard let words = PreciseProbe.unreadProperties[box.name] else { continue }
      throw unread("it is a still \(words), which is not read: save it as PNG")
    }
  }

  /// What the properties of a still say that are not read, by the names of their boxes (ISO/IEC 23008-12, 6.5).
  private static let unreadProperties = [
    "irot": "that is to be turned (`irot`)", "imir": "that is to be mirrored (`imir`)",
    "auxC": "with alpha or another picture beside it (`auxC`)",
  ]

  /// Returns the track ID of a stream, which libavformat keeps as the ID of the stream.
  func trackID(of stream: Int) throws(LibAVError) -> Int64 { Int64(try demuxer.stream(stream).pointee.id) }

  private func unread(_ text: String) -> LibAVError {
    LibAVError(call: "probe", code: cff_error_invalid_data, text: text)
  }

  /// Inspects the sample descriptions of the picture and the sound, and notes in `facts` if a track has several.
  /// - Throws: `LibAVError` if a track has none, or if libavformat cannot read all samples of a track.
  private func checkDescriptions(
    of facts: inout MediaFacts, in tracks: [Tracks], _ read: @escaping ByteReading
  ) throws(LibAVError) {
    for (stream, boxes) in tracks {
      var descriptions: [MovieBox.SampleDescription] = []
      for track in boxes where descriptions.isEmpty {
        descriptions = try track.sampleDescriptions(read: read)
      }
      guard !descriptions.isEmpty else { throw unread("the descriptions of its tracks cannot be followed") }
      try check(descriptions.map(\.name))
      guard descriptions.count > 1 else { continue }
      if stream == facts.audio?.stream { facts.audio?.hasSeveralHeaders = true } else { facts.video?.hasSeveralHeaders = true }
    }
  }

  /// Returns the edit list of a stream, or `nil` if the stream has none.
  /// - Throws: `LibAVError` if libavformat does not play the edit list as it is written.
  private func editList(
    of stream: Int?, in movie: MovieBox, _ read: @escaping ByteReading
  ) throws(LibAVError) -> EditList? {
    guard let stream, let list = try EditList(ofTrack: trackID(of: stream), in: movie, read) else { return nil }
    if let complaint = list.complaint { throw unread(complaint) }
    return list
  }

  /// Returns by how many seconds a picture is shown later than libavformat says; nil if it is not.
  ///
  /// If an edit list begins within a frame, libavformat leaves that frame out and begins with the next one.
  func delay(of video: VideoFacts, _ list: EditList?) throws(LibAVError) -> Rational? {
    guard let list, list.partCount == 1, let media = list.firstMedia, media > 0, video.losses == nil else { return nil }
    let base = Rational(try demuxer.stream(video.stream).pointee.time_base)
    let frame = video.timing.rate?.frameDuration ?? .one
    if video.timing.rate != nil, (Rational(media) * base / frame).isWhole { return nil }
    guard let first = try packet(in: Demuxer(path: path), of: video.stream, where: { $0.pts == (video.start / base).rounded }),
      let written = try packet(
        in: Demuxer(path: path, ignoresEditLists: true), of: video.stream, where: { $0.place == first.place })
    else { return nil }
    let delay = Rational(written.time - media) * base + list.pause - video.start
    return delay > .zero && delay < frame ? delay : nil
  }

  /// Returns the place in the file and the time of presentation, in ticks, of the first packet of a stream that is shown
  /// and meets a condition; nil if there is none.
  private func packet(
    in demuxer: Demuxer, of stream: Int, where isMeant: (Packet) -> Bool
  ) throws(LibAVError) -> (place: Int64, time: Int64)? {
    demuxer.select([stream])
    let packet = try Packet()
    while try demuxer.read(packet) {
      guard packet.stream == stream, !packet.isDiscarded, isMeant(packet), let time = packet.pts else { continue }
      return (packet.place, time)
    }
    return nil
  }

  /// Checks that a picture is as long as the parts that its edit list plays.
  ///
  /// Libavformat gives wrong times if a part starts inside a group of pictures with B-frames.
  /// - Parameter list: The edit list; `nil` if there is none.
  /// - Throws: `LibAVError` if the durations differ by a frame or more, or the frame rate varies.
  func checkLength(_ list: EditList?, of facts: MediaFacts) throws(LibAVError) {
    guard let list, list.partCount > 1, facts.breaksOff == nil, let video = facts.video,
      try demuxer.stream(video.stream).pointee.codecpar.pointee.video_delay > 0
    else { return }
    if case .regular(let rate, let count) = video.timing,
      (Rational(count) - list.shownDuration * rate.perSecond).magnitude < .one
    {
      return
    }
    throw unread("its edit list puts parts together that begin within groups of pictures, which is not read")
  }

  /// Checks the sample entry names of a track.
  /// - Throws: `LibAVError` if a name is that of encrypted samples, or if libavformat skips samples because their name is
  ///   not the first one.
  private func check(_ names: [String]) throws(LibAVError) {
    if names.contains(where: PreciseProbe.encryptedDescriptions.contains) { throw PreciseProbe.encrypted }
    guard let first = names.first, !PreciseProbe.interchangeable.contains(first),
      let other = names.first(where: { $0 != first })
    else { return }
    throw unread("a track of it is in part `\(first)` and in part `\(other)`, of which only the first would be read")
  }

  /// The first names for which libavformat reads samples with other names too.
  private static let interchangeable: Set<String> = ["apcn", "apch", "dvpp", "dvcp", "AV1x"]

  /// The sample entry names of encrypted samples: those of ISO/IEC 14496-12, 8.12, and of Apple's FairPlay.
  private static let encryptedDescriptions: Set<String> = ["encv", "enca", "drmi", "drms"]

  /// The error for an encrypted file.
  static let encrypted = LibAVError(call: "probe", code: cff_error_invalid_data, text: "it is encrypted")
}
