import CFFmpeg
import TimelineModel

/// QuickTime and MP4.
extension PreciseProbe {
  /// The facts of a QuickTime or MP4 file, completed with the places where fragments may be missing, or cannot be read.
  func fragmented(_ facts: MediaFacts) throws(LibAVError) -> Structure {
    let scan = try FragmentScan(length: avio_size(demuxer.context.pointee.pb), read: read)
    var facts = facts
    var pictureLength: Rational?
    if let movie = scan.movie {
      // It is walked several times.
      let read = try movie.kept(read)
      if try movie.first("cmov", read: read) != nil { throw unread("its header is compressed, which is not read") }
      try checkDescriptions(of: &facts, in: movie, read)
      if let list = try editList(of: facts.audio?.stream, in: movie, read), list.partCount > 1 { facts.audio?.hasSeveralParts = true }
      if let list = try editList(of: facts.video?.stream, in: movie, read), list.partCount > 1 { pictureLength = list.shownDuration }
    } else if !scan.holdsPictures {
      throw unread("its boxes cannot be followed to its header")
    }
    if !scan.jumps.isEmpty { facts.lose(at: scan.jumps) }
    facts.damage = try damage(at: scan.broken, in: facts)
    return Structure(facts: facts, movie: scan.movie, pictureLength: pictureLength)
  }

  private func unread(_ text: String) -> LibAVError {
    LibAVError(call: "probe", code: cff_error_invalid_data, text: text)
  }

  /// Looks at the sample descriptions of picture and sound.
  /// - Throws: if there are none, or if their samples cannot be read.
  private func checkDescriptions(
    of facts: inout MediaFacts, in movie: MovieBox, _ read: @escaping ByteReading
  ) throws(LibAVError) {
    for stream in [facts.video?.stream, facts.audio?.stream].compactMap(\.self) {
      let descriptions = try movie.descriptions(ofTrack: Int64(try demuxer.stream(stream).pointee.id), read: read)
      guard !descriptions.isEmpty else { throw unread("the descriptions of its tracks cannot be followed") }
      try check(descriptions.map(\.name))
      guard descriptions.count > 1 else { continue }
      if stream == facts.audio?.stream { facts.audio?.hasSeveralHeaders = true } else { facts.video?.hasSeveralHeaders = true }
    }
  }

  /// The edit list of a stream; nil if it has none.
  /// - Throws: if libavformat would not play it as it is.
  private func editList(
    of stream: Int?, in movie: MovieBox, _ read: @escaping ByteReading
  ) throws(LibAVError) -> EditList? {
    guard let stream else { return nil }
    let track = Int64(try demuxer.stream(stream).pointee.id)
    guard let list = try EditList.lists(ofTracks: [track], in: movie, read).first else { return nil }
    if let complaint = list.complaint { throw unread(complaint) }
    return list
  }

  /// Throws if a picture that an edit list puts together does not come to the length of its parts: where they begin within
  /// groups of pictures that are coded out of order, libavformat gives wrong times.
  func checkLength(_ wanted: Rational?, of facts: MediaFacts) throws(LibAVError) {
    guard let wanted, facts.breaksOff == nil, let video = facts.video,
      try demuxer.stream(video.stream).pointee.codecpar.pointee.video_delay > 0
    else { return }
    if case .regular(let rate, let count) = video.timing,
      (Rational(count) - wanted * rate.perSecond).magnitude < .one
    {
      return
    }
    throw unread("its edit list puts parts together that begin within groups of pictures, which is not read")
  }

  /// Throws if what the samples of a track are called says that they are encrypted, or that libavformat leaves out a part
  /// of them: it reads those that are called like the first.
  private func check(_ names: [String]) throws(LibAVError) {
    if names.contains(where: PreciseProbe.encryptedDescriptions.contains) { throw PreciseProbe.encrypted }
    guard let first = names.first, !PreciseProbe.interchangeable.contains(first),
      let other = names.first(where: { $0 != first })
    else { return }
    throw unread("a track of it is in part `\(first)` and in part `\(other)`, of which only the first would be read")
  }

  /// Names behind which libavformat reads others too.
  private static let interchangeable: Set<String> = ["apcn", "apch", "dvpp", "dvcp", "AV1x"]

  /// What samples are called in MP4 and QuickTime whose codec is only named within: those of ISO/IEC 14496-12, 8.12, and of
  /// Apple's shops.
  private static let encryptedDescriptions: Set<String> = ["encv", "enca", "drmi", "drms"]

  static let encrypted = LibAVError(call: "probe", code: cff_error_invalid_data, text: "it is encrypted")
}
