import CFFmpeg
import Glibc
import Platform
import TimelineModel

/// An open media file: its streams and their packets.
///
/// It reads the one file that it was given and nothing else: libavformat has no protocol, opens nothing by itself, and
/// knows the formats alone that hold their own data, no playlists. So a document cannot reach what it was not allowed to.
final class Demuxer {
  private var opened: UnsafeMutablePointer<AVFormatContext>?
  private let input: FileInput
  /// Nil where the packets say themselves when they are shown.
  private var completion: PacketCompletion?
  private var unpacking: (stream: Int, unpacker: PacketUnpacker)?
  /// By stream, for those whose packets may hold several frames of speech; nil until a packet is read.
  private var splitters: [Int: SpeechSplitter]?
  /// The last palette of each stream that has one. libavformat attaches it to the first packet only.
  private var palettes: [Int: [UInt8]] = [:]
  /// The streams whose next packet needs the palette again, because it is the first one after a seek.
  private var streamsLackingPalette: Set<Int> = []
  /// The streams of which a packet has been read.
  private var begunStreams: Set<Int> = []
  /// Whether the demuxer stopped before the end of the file, at bytes that it could not read.
  private(set) var endsInDamage = false
  private let path: ConfinedPath
  private let isPadded: Bool
  private let ignoresEditLists: Bool
  /// Whether libavformat shortens the last packet of the format without a word if the file ends within it. Such a packet
  /// is left out here.
  private lazy var mayShorten = !isPadded && ["nut", "asf"].contains(format)
  /// Whether a packet was left out within which the file ends.
  private(set) var endsWithinPacket = false
  /// The packet within which the file ends; nil until the end has been read, and within that if there is none.
  private var longerPacket: Extent??
  /// The offset up to which the file had been read when the last packet was returned, in bytes.
  private var lastPlace: Int64 = 0

  /// `looksInside` says that the streams are to be looked into even if they are known: their rates and lengths are
  /// guessed on the way. `triesDrawings` is false if this is itself the trial of a drawing.
  /// `padding` is the number of zeros that are read behind the end of the file. `ignoresEditLists` gives the packets of
  /// QuickTime and MP4 the times of the media.
  init(
    path: ConfinedPath, looksInside: Bool = false, triesDrawings: Bool = true, padding: Int64 = 0,
    ignoresEditLists: Bool = false
  ) throws(LibAVError) {
    self.path = path
    self.ignoresEditLists = ignoresEditLists
    isPadded = padding > 0
    input = try FileInput(path, padding: padding)
    do throws(LibAVError) {
      let name = Demuxer.plainName(of: path.path)
      do throws(LibAVError) {
        try open(name)
        // By its beginning a stream of JPEGs is the first of them.
        if format == "jpeg_pipe", ["mjpeg", "mjpg"].contains(Demuxer.ending(of: name)) {
          avformat_close_input(&opened)
          try open("", as: "mjpeg")
        }
      } catch {
        // By the name of a picture libavformat takes it for one of a sequence before it looks inside far enough.
        guard error.log?.contains("[image2] Format not on whitelist") == true else { throw error }
        guard openByContent(name) || openPicture(name) || (try? open("")) != nil else { throw error }
      }
      // Behind a photo may stand others of it, and a movie.
      if format == "mjpeg", Demuxer.endingsOfJPEG.contains(Demuxer.ending(of: name)) {
        avformat_close_input(&opened)
        try open("", as: "jpeg_pipe")
      }
      if triesDrawings, DrawingTrial.isNeeded(for: format) { try DrawingTrial.check(path, input.identity) }
      if !looksInside, KnownStreams.shared.describe(streams, of: input.identity) { return }
      try lookInside()
      if isBroadcast, streams.contains(where: \.isUnknown) {
        let format = format
        avformat_close_input(&opened)
        try open(name, as: format)
        opened!.pointee.probesize = Demuxer.farthestByte
        opened!.pointee.max_analyze_duration = Demuxer.farthestMicrosecond
        try lookInside()
      }
    } catch {
      throw input.failure ?? refusal(in: error) ?? unreadKind ?? error.ofData
    }
    try checkInput()
    KnownStreams.shared.remember(streams, format: format, of: input.identity)
  }

  /// Opens it as what it begins like. False if it cannot be opened, or if it may as well be the picture that its name says:
  /// a letter in a drawing is enough for a transport stream.
  private func openByContent(_ name: String) -> Bool {
    guard (try? open("")) != nil else { return false }
    let isCertain = opened!.pointee.probe_score >= AVPROBE_SCORE_MAX / 4
    if isCertain || !["svg", "pam", "tga"].contains(Demuxer.ending(of: name)) { return true }
    avformat_close_input(&opened)
    return false
  }

  /// Opens a single picture that only its name tells: the beginnings of Targa, PAM and some SVG say nothing, and a JPEG is
  /// not known by libavformat where something else stands behind it. False if it cannot be opened.
  private func openPicture(_ name: String) -> Bool {
    let type = Demuxer.ending(of: name)
    switch type {
    case "svg", "pam": return (try? open("", as: "\(type)_pipe")) != nil
    case _ where Demuxer.endingsOfJPEG.contains(type):
      guard (try? bytes(at: 0, count: 3)) == [0xFF, 0xD8, 0xFF] else { return false }
      return (try? open("", as: "jpeg_pipe")) != nil
    case "tga":
      // In pieces, Targa could not be told apart, so the whole file is one.
      let options = ["format_whitelist": "image2pipe", "frame_size": "\(input.identity.size)"]
      return (try? open("picture.tga", as: "image2pipe", options)) != nil
    default: return false
    }
  }

  private static let endingsOfJPEG: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "mpo"]

  private static func ending(of name: String) -> String { PathName.ending(of: name).lowercased() }

  private func open(_ name: String, as format: String? = nil, _ more: [String: String] = [:]) throws(LibAVError) {
    opened = try allocated("avformat_alloc_context", avformat_alloc_context())
    opened!.pointee.pb = input.context
    opened!.pointee.io_open = { _, _, _, _, _ in cff_error_permission }
    let limits = [
      "protocol_whitelist": "", "format_whitelist": Demuxer.formats, "max_streams": "\(Demuxer.streamLimit)",
    ]
    let edits = ignoresEditLists ? ["ignore_editlist": "1"] : [:]
    let options = try OptionDictionary(limits.merging(more) { $1 }.merging(edits) { $1 })
    avio_seek(input.context, 0, SEEK_SET)
    let known = format.map { av_find_input_format($0) } ?? nil
    try libav("avformat_open_input", avformat_open_input(&opened, name, known, &options.pointer))
  }

  /// True if it has a picture that is larger than `PictureLimit` lets be, of which nothing else is known then.
  private(set) var holdsTooLarge = false

  /// The bytes of the file at a place: fewer at its end.
  func bytes(at position: Int64, count: Int) throws(LibAVError) -> [UInt8] {
    try input.bytes(at: position, count: count)
  }

  /// Finds out about the streams by decoding their beginning, if that is not too large.
  private func lookInside() throws(LibAVError) {
    let options = try streams.map { _ throws(LibAVError) in
      try OptionDictionary(["max_pixels": "\(PictureLimit.pixels)"])
    }
    var pointers = options.map(\.pointer)
    // Libavformat takes options out, which makes other dictionaries of them.
    defer { for (dictionary, pointer) in zip(options, pointers) { dictionary.pointer = pointer } }
    LibAVLog.begin()
    let code =
      try DrawingTrial.isNeeded(for: format)
      ? DrawingTrial.drawing { avformat_find_stream_info(opened, &pointers) }
      : LibAVCall.findStreamInfo(opened, &pointers)
    // One that has no pixels is called the same.
    if let line = LibAVLog.lastLine, line.contains(/Picture size [1-9][0-9]*x[1-9][0-9]* is invalid/) {
      holdsTooLarge = true
    }
    try libav("avformat_find_stream_info", code)
  }

  /// Nil if it was not because of the file's format that it could not be opened.
  private func refusal(in error: LibAVError) -> LibAVError? {
    guard let log = error.log, log.contains("Format not on whitelist") else { return nil }
    // Libavformat has a demuxer that makes a picture of any text.
    let format = String(log.dropFirst().prefix { $0 != "]" })
    // By its name alone it was taken for one of a sequence of pictures.
    if format == "image2" {
      return LibAVError(
        call: error.call, code: cff_error_invalid_data,
        text: "it is no picture of a kind that is read, whatever its name says")
    }
    guard format != "tty", let reason = AllowedDemuxers.refused.first(where: { $0.value.contains(format) })?.key else {
      return LibAVError(call: error.call, code: cff_error_invalid_data, text: "not a media file")
    }
    return LibAVError(
      call: error.call, code: cff_error_invalid_data, text: "the format `\(format)` is not read: \(reason.words)")
  }

  /// The error for a kind of file that its beginning names and that libavformat does not read; nil for other files.
  private var unreadKind: LibAVError? {
    guard let head = try? bytes(at: 0, count: 12), head.count == 12, head[4..<8].elementsEqual("ftyp".utf8),
      Demuxer.brandsOfHEIC.contains(String(decoding: head[8...], as: UTF8.self))
    else { return nil }
    return LibAVError(
      call: "avformat_open_input", code: cff_error_invalid_data,
      text: "it is a HEIC, which is not read: save it as JPEG or PNG")
  }

  /// ISO/IEC 23008-12, 10.
  private static let brandsOfHEIC: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]

  private static let formats = AllowedDemuxers.names.joined(separator: ",")

  /// True for formats in which streams begin anywhere, and are described by what they hold alone.
  var isBroadcast: Bool { ["mpegts", "mpeg"].contains(format) }

  /// The number of bytes, and of microseconds, after which the search for streams that begin late ends.
  private static let farthestByte: Int64 = 64 << 20
  private static let farthestMicrosecond: Int64 = 120_000_000

  /// More than a file for people has.
  private static let streamLimit = 1000

  /// Throws if the system refused bytes, which demuxers pass over.
  private func checkInput() throws(LibAVError) {
    if let failure = input.failure { throw failure }
  }

  /// Packets of the picture say when they are shown, even where the container leaves that out.
  convenience init(path: ConfinedPath, picture: VideoFacts) throws(LibAVError) {
    try self.init(path: path)
    guard let implied = picture.impliedTimes else { return }
    try takeApart(picture.stream)
    completion = PacketCompletion(try stream(picture.stream), implied)
  }

  /// From here on every packet of a stream holds one frame.
  func takeApart(_ index: Int) throws(LibAVError) {
    unpacking = try PacketUnpacker(try stream(index)).map { (index, $0) }
  }

  /// The name as a hint for what is inside. Libavformat takes `%03d` in it for a sequence of pictures.
  private static func plainName(of path: String) -> String {
    path.map { "%*?{".contains($0) ? "_" : String($0) }.joined()
  }

  deinit {
    avformat_close_input(&opened)
  }

  var context: UnsafeMutablePointer<AVFormatContext> { opened! }
  var format: String { String(cString: context.pointee.iformat.pointee.name) }
  var streams: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).map { context.pointee.streams[$0]! }
  }

  func stream(_ index: Int) throws(LibAVError) -> UnsafeMutablePointer<AVStream> {
    guard index < Int(context.pointee.nb_streams) else {
      throw LibAVError(call: "stream \(index)", code: cff_error_stream_not_found)
    }
    return context.pointee.streams[index]!
  }

  /// Leaves out the packets of all other streams.
  func select(_ wanted: Set<Int>) {
    for (index, stream) in streams.enumerated() {
      stream.pointee.discard = wanted.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// False at the end of the file. Damage that libavformat cannot step over counts as the end; what the system refuses to
  /// read does not, nor does a file that has become shorter since it was opened.
  func read(_ packet: Packet) throws(LibAVError) -> Bool {
    guard let completion else { return try readNext(packet) }
    while true {
      if let ready = completion.next() {
        packet.take(ready)
        return true
      }
      if completion.hasEnded { return false }
      if try !readNext(packet) {
        completion.end()
      } else if packet.stream == completion.stream {
        try completion.add(packet)
      } else {
        return true
      }
    }
  }

  private func readNext(_ packet: Packet) throws(LibAVError) -> Bool {
    while try readPacked(packet) {
      guard let unpacking, packet.stream == unpacking.stream else { return true }
      if try unpacking.unpacker.unpack(packet) { return true }
    }
    return false
  }

  private func speech() throws(LibAVError) -> [Int: SpeechSplitter] {
    if let splitters { return splitters }
    var found: [Int: SpeechSplitter] = [:]
    for (index, stream) in streams.enumerated() { found[index] = try SpeechSplitter(stream) }
    splitters = found
    return found
  }

  /// True once an assertion of libav has failed in this demuxer, of which nothing more is asked then.
  private var isBroken = false

  private func readPacked(_ packet: Packet) throws(LibAVError) -> Bool {
    if isBroken { return false }
    for splitter in try speech().values where try splitter.next(packet) { return true }
    av_packet_unref(packet.pointer)
    var code = LibAVCall.readFrame(context, packet.pointer)
    try checkInput()
    // A stretch that holds nothing of the format: the demuxer wants to be asked again behind it.
    while code == -EAGAIN {
      let place = avio_seek(context.pointee.pb, 0, SEEK_CUR)
      code = LibAVCall.readFrame(context, packet.pointer)
      try checkInput()
      if code == -EAGAIN, avio_seek(context.pointee.pb, 0, SEEK_CUR) <= place { return false }
    }
    if code == cff_error_bug { isBroken = true }
    // The last is a block that is cut short, since every read did well.
    if [cff_error_eof, cff_error_invalid_data, cff_error_bug, -EIO].contains(code) {
      // A demuxer that has read all may be out of bytes where the next packet would begin.
      endsInDamage = code != cff_error_eof && lastPlace < avio_size(context.pointee.pb)
      return false
    }
    try libav("av_read_frame", code)
    lastPlace = avio_seek(context.pointee.pb, 0, SEEK_CUR)
    if mayShorten, lastPlace >= avio_size(context.pointee.pb) {
      let last = if let longerPacket { longerPacket } else { try packetBeyondEnd(from: packet) }
      longerPacket = last
      if last?.isLonger(than: packet) == true {
        endsWithinPacket = true
        return try read(packet)
      }
    }
    try checkTimes(of: packet)
    try attachPalette(to: packet)
    try speech()[packet.stream]?.split(packet)
    return true
  }

  /// Returns the packet within which the file ends as it would be with zeros behind the end; nil if there is none.
  private func packetBeyondEnd(from packet: Packet) throws(LibAVError) -> Extent? {
    let padded = try Demuxer(path: path, padding: 1 << 16)
    if let time = packet.dts ?? packet.pts { _ = padded.seek(stream: packet.stream, to: time) }
    let other = try Packet()
    while try padded.read(other) {
      if padded.lastPlace > avio_size(context.pointee.pb) { return Extent(other) }
    }
    return nil
  }

  /// Which packet one is, and its length.
  private struct Extent {
    let stream: Int
    let place: Int64
    let time: Int64?
    let count: Int

    init(_ packet: Packet) {
      (stream, place, time, count) = (packet.stream, packet.place, packet.pts, packet.bytes.count)
    }

    /// True for the same packet with fewer bytes.
    func isLonger(than packet: Packet) -> Bool {
      stream == packet.stream && place == packet.place && time == packet.pts && count > packet.bytes.count
    }
  }

  /// Throws if a time of a packet is beyond what can be counted in ticks and in samples.
  private func checkTimes(of packet: Packet) throws(LibAVError) {
    let base = try stream(packet.stream).pointee.time_base
    guard packet.pts.isCountable(in: base), packet.dts.isCountable(in: base), packet.duration >= 0,
      Optional(packet.duration).isCountable(in: base)
    else { throw LibAVError(call: "av_read_frame", code: cff_error_invalid_data, text: Demuxer.uncountable) }
  }

  /// Throws if a time or a place in the index of a stream is beyond what can be counted.
  func checkIndex(of stream: Int) throws(LibAVError) {
    let stream = try self.stream(stream)
    let base = stream.pointee.time_base
    for index in 0..<avformat_index_get_entries_count(stream) {
      guard let entry = avformat_index_get_entry(stream, index)?.pointee else { continue }
      guard timestamp(entry.timestamp).isCountable(in: base), entry.pos <= .max / 2 else {
        throw LibAVError(call: "probe", code: cff_error_invalid_data, text: Demuxer.uncountable)
      }
    }
  }

  private static let uncountable = "it says times that are beyond what can be counted"

  /// Remembers the palette of a packet, or attaches the stream's to the first packet after a seek.
  private func attachPalette(to packet: Packet) throws(LibAVError) {
    var count = 0
    if let bytes = av_packet_get_side_data(packet.pointer, AV_PKT_DATA_PALETTE, &count) {
      palettes[packet.stream] = Array(UnsafeBufferPointer(start: bytes, count: count))
    } else if streamsLackingPalette.contains(packet.stream), let palette = palettes[packet.stream] {
      try allocated(
        "av_packet_new_side_data", av_packet_new_side_data(packet.pointer, AV_PKT_DATA_PALETTE, palette.count)
      ).update(from: palette, count: palette.count)
    }
    streamsLackingPalette.remove(packet.stream)
    begunStreams.insert(packet.stream)
  }

  /// Reads the first packet of a stream that may have a palette, unless one has been read. A seek would skip it.
  private func findPalette(of stream: Int) {
    guard !begunStreams.contains(stream), let codec = try? self.stream(stream).pointee.codecpar.pointee,
      codec.format == AV_PIX_FMT_PAL8.rawValue, let packet = try? Packet()
    else { return }
    for _ in 0..<Demuxer.mostBeforePalette where !begunStreams.contains(stream) {
      guard (try? readPacked(packet)) == true else { return }
    }
  }

  /// The most packets of other streams that are read to reach the first packet of a stream with a palette.
  private static let mostBeforePalette = 100

  /// To the last key frame whose timestamp in the container's index is not above `timestamp`. False where there is
  /// none.
  func seek(stream: Int, to timestamp: Int64) -> Bool {
    if let completion {
      guard completion.canSeek else { return false }
      completion.reset()
      unpacking?.unpacker.reset()
    }
    findPalette(of: stream)
    for splitter in (splitters ?? [:]).values { splitter.reset() }
    streamsLackingPalette = Set(palettes.keys)
    return av_seek_frame(context, Int32(stream), timestamp, AVSEEK_FLAG_BACKWARD) >= 0
  }
}
