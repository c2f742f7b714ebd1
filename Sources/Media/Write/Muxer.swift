import CFFmpeg
import Glibc
package import Platform
package import TimelineModel

/// Writes packets into a file. Equal packets give equal bytes: no clock, host or version goes in.
package final class Muxer {
  private var allocatedContext: UnsafeMutablePointer<AVFormatContext>?
  private let streams: [StreamParameters]
  /// The offset that is added to the times of each stream, in seconds.
  private let delays: [Rational]
  private let longestChapter: Rational
  private let duration: Rational
  private let packet: Packet
  private let output: FileOutput
  private var isOpen = false

  /// Begins to write an open file anew, with the streams numbered in the order of `streams`.
  /// - Parameter duration: About how long it will be, in seconds.
  package init(
    into file: Descriptor, container: OutputSettings.Container, streams: [StreamParameters],
    metadata: [String: String] = [:], chapters: [ChapterFacts] = [], duration: Rational = .zero,
    makingRoom makeRoom: (() -> Bool)? = nil
  ) throws(LibAVError) {
    self.streams = streams
    self.duration = duration
    delays = Muxer.delays(of: streams, in: container)
    longestChapter = chapters.map { $0.end - $0.start }.max() ?? .zero
    packet = try Packet()
    output = try FileOutput(file, makingRoom: makeRoom)
    try libav(
      "avformat_alloc_output_context2",
      avformat_alloc_output_context2(&allocatedContext, nil, container.libavName, nil))
    output.attach(to: context)
    for parameters in streams { try addStream(parameters, container: container) }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      try libav("av_dict_set", av_dict_set(&context.pointee.metadata, key, value, 0))
    }
    // Of the streams, the picture has the smallest delay; Matroska rounds its times to milliseconds.
    try addChapters(chapters, delay: Rational(((delays.min() ?? .zero) * Rational(1000)).rounded ?? 0, 1000))
    context.pointee.flags |= AVFMT_FLAG_BITEXACT
    // libavformat still calls FLAC in MP4 an experiment.
    if container == .mp4, streams.contains(where: { $0.codec == "flac" }) {
      context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    }
    // Negative times are encoder delay and reordering, which MP4 and QuickTime can express.
    context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED
    // Streams are put in order however far apart they come, so that the order in which they come does not show.
    context.pointee.max_interleave_delta = 0
    let options = try OptionDictionary(options(of: container))
    try libav("avformat_write_header", avformat_write_header(context, &options.pointer))
    isOpen = true
  }

  /// Begins to write the file at a path, in place of what is there.
  package convenience init(
    path: String, container: OutputSettings.Container, streams: [StreamParameters], metadata: [String: String] = [:],
    chapters: [ChapterFacts] = []
  ) throws(LibAVError) {
    let file: Descriptor
    do throws(SystemFailure) { file = try Descriptor(path, O_RDWR | O_CREAT) } catch {
      throw LibAVError(error, call: "open")
    }
    try self.init(into: file, container: container, streams: streams, metadata: metadata, chapters: chapters)
  }

  deinit {
    guard let allocatedContext else { return }
    avformat_free_context(allocatedContext)
  }

  private var context: UnsafeMutablePointer<AVFormatContext> { allocatedContext! }

  /// Packets of one stream come in the order of their dts; streams may come in any order, and memory stays lowest
  /// when they keep abreast.
  package func write(_ encoded: EncodedPacket, stream: Int) throws(LibAVError) {
    av_packet_unref(packet.pointer)
    try libav("av_new_packet", av_new_packet(packet.pointer, Int32(encoded.bytes.count)))
    encoded.bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { packet.pointer.pointee.data.update(from: start, count: bytes.count) }
    }
    try add(encoded.addition)
    packet.pointer.pointee.stream_index = Int32(stream)
    packet.pointer.pointee.pts = encoded.pts
    packet.pointer.pointee.dts = encoded.dts
    packet.pointer.pointee.duration = encoded.duration
    packet.pointer.pointee.flags = encoded.isKey ? AV_PKT_FLAG_KEY : 0
    let written = context.pointee.streams[stream]!.pointee.time_base
    av_packet_rescale_ts(packet.pointer, try AVRational(streams[stream].timeBase), written)
    if delays[stream] > .zero {
      packet.pointer.pointee.pts = time(encoded.pts, of: stream, in: written)
      packet.pointer.pointee.dts = time(encoded.dts, of: stream, in: written)
    }
    try libav("av_interleaved_write_frame", av_interleaved_write_frame(context, packet.pointer))
  }

  /// Returns a packet's time in the file, in units of `unit`.
  private func time(_ time: Int64, of stream: Int, in unit: AVRational) -> Int64 {
    let seconds = Rational(time) * streams[stream].timeBase + delays[stream]
    return (seconds / Rational(unit)).rounded ?? time
  }

  private func add(_ addition: [UInt8]) throws(LibAVError) {
    guard !addition.isEmpty else { return }
    let kind = AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL
    try allocated(
      "av_packet_new_side_data", av_packet_new_side_data(packet.pointer, kind, addition.count)
    ).update(from: addition, count: addition.count)
  }

  /// Writes what the container needs at its end. A file that was not finished is not playable.
  package func finish() throws(LibAVError) {
    guard isOpen else { return }
    isOpen = false
    let code = av_write_trailer(context)
    // Why the system refused something says more than that the trailer could not be written.
    try output.finish()
    try libav("av_write_trailer", code)
  }
}

// MARK: Setting up

extension Muxer {
  private func addStream(_ parameters: StreamParameters, container: OutputSettings.Container) throws(LibAVError) {
    let stream = try allocated("avformat_new_stream", avformat_new_stream(context, nil))
    stream.pointee.time_base = try AVRational(parameters.timeBase)
    try parameters.apply(to: stream.pointee.codecpar)
    if case .video(let video) = parameters.medium {
      stream.pointee.avg_frame_rate = try AVRational(video.rate.perSecond)
      stream.pointee.r_frame_rate = try AVRational(video.rate.perSecond)
      stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    }
    try refuseNameless(parameters, in: container)
    if let language = parameters.language {
      try libav("av_dict_set", av_dict_set(&stream.pointee.metadata, "language", language, 0))
    }
    guard container != .mkv else {
      stream.pointee.codecpar.pointee.codec_tag = parameters.encoderTag ?? 0
      return
    }
    // Apple's players take HEVC only under hvc1.
    if let tag = parameters.tag ?? (parameters.codec == "hevc" ? "hvc1" : nil) {
      stream.pointee.codecpar.pointee.codec_tag = fourCC(tag)
    } else if let tag = parameters.encoderTag,
      av_codec_get_id(context.pointee.oformat.pointee.codec_tag, tag) == stream.pointee.codecpar.pointee.codec_id
    {
      stream.pointee.codecpar.pointee.codec_tag = tag
    }
  }

  /// libavformat writes an empty box for what MP4 has no name for, and the file cannot be opened.
  private func refuseNameless(_ parameters: StreamParameters, in container: OutputSettings.Container) throws(LibAVError)
  {
    guard container != .mkv, parameters.codec == "vp9", case .video(let video) = parameters.medium,
      ChromaSubsampling(pixelFormat: video.pixelFormat) == ChromaSubsampling(horizontal: 1, vertical: 2)
    else { return }
    throw LibAVError(
      call: container.libavName, complaint: "\(container.rawValue) has no name for VP9 in `\(video.pixelFormat)`")
  }

  private func fourCC(_ name: String) -> UInt32 { name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  private func addChapters(_ chapters: [ChapterFacts], delay: Rational) throws(LibAVError) {
    guard !chapters.isEmpty else { return }
    let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard let list = av_calloc(chapters.count, size) else {
      throw LibAVError(call: "av_calloc", code: cff_error_no_memory)
    }
    context.pointee.chapters = list.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
    for (index, chapter) in chapters.enumerated() {
      guard let memory = av_mallocz(MemoryLayout<AVChapter>.size) else {
        throw LibAVError(call: "av_mallocz", code: cff_error_no_memory)
      }
      let made = memory.assumingMemoryBound(to: AVChapter.self)
      made.pointee.id = Int64(index + 1)
      made.pointee.time_base = AVRational(num: 1, den: 1_000_000)
      made.pointee.start = ((chapter.start + delay) * Rational(1_000_000)).rounded ?? 0
      made.pointee.end = ((chapter.end + delay) * Rational(1_000_000)).rounded ?? 0
      context.pointee.chapters[index] = made
      context.pointee.nb_chapters = UInt32(index + 1)
      if let title = chapter.title {
        try libav("av_dict_set", av_dict_set(&made.pointee.metadata, "title", title, 0))
      }
    }
  }

  private func options(of container: OutputSettings.Container) -> [String: String] {
    switch container {
    case .mp4, .mov, .m4a: ["movflags": "+faststart", "movie_timescale": "\(movieTimescale)"]
    case .wav where mayBeLarge: ["rf64": "auto"]
    case .mkv, .wav: [:]
    }
  }

  /// Whether it may be longer than RIFF can say, which has 32 bits for lengths. One that is not stays RIFF.
  private var mayBeLarge: Bool {
    streams.contains { stream in
      guard case .audio(let audio) = stream.medium else { return false }
      return duration * Rational(Int64(audio.sampleRate * audio.channels * Muxer.mostBytesOfSample)) >= Rational(1 << 32)
    }
  }

  private static let mostBytesOfSample = 8

  /// A clock on which both a frame and a sample last a whole number of ticks, so that the lengths of the tracks are
  /// exact, and the beginnings of chapters to a millisecond; the finest of them where there is none that fits. The
  /// length of a chapter has to fit into 31 bits.
  private var movieTimescale: Int64 {
    let scales = streams.map { Int64(clamping: $0.timeBase.denominator) }
    let common = scales.reduce(1, leastCommonMultiple)
    let fine = longestChapter > .zero ? [90_000, 1000].map { leastCommonMultiple(common, $0) } : []
    let candidates = fine + [common, scales.max() ?? 1000]
    return candidates.first { $0 <= 100_000_000 && longestChapter * Rational($0) < Rational(1 << 31) } ?? 1000
  }

  private func leastCommonMultiple(_ a: Int64, _ b: Int64) -> Int64 { a * (Rational(b, a).narrow?.numerator ?? 1) }
}

// MARK: Times in Matroska

extension Muxer {
  /// Returns the offsets of the streams that keep all times in Matroska at 0 or later, in seconds.
  ///
  /// Matroska has no edit lists, and some players clamp negative times to 0. So all streams are delayed by the sound's
  /// encoder delay. Players subtract that of Opus, which the header specifies, so Opus is delayed by its own as well.
  private static func delays(of streams: [StreamParameters], in container: OutputSettings.Container) -> [Rational] {
    guard container == .mkv else { return streams.map { _ in .zero } }
    let lead = lead(of: streams)
    return streams.map { $0.codec == "opus" ? lead + $0.primingDuration : lead }
  }

  /// Returns the longest encoder delay that libavformat does not write into Matroska's header, in seconds; 0 if there is no
  /// picture to keep in sync.
  private static func lead(of streams: [StreamParameters]) -> Rational {
    guard streams.contains(where: { if case .video = $0.medium { true } else { false } }) else { return .zero }
    return streams.map { $0.codec == "opus" ? .zero : $0.primingDuration }.max() ?? .zero
  }
}

extension StreamParameters {
  /// The encoder delay, in seconds; 0 for a picture.
  fileprivate var primingDuration: Rational {
    guard case .audio(let audio) = medium else { return .zero }
    return Rational(Int64(audio.priming), Int64(audio.sampleRate))
  }
}

extension OutputSettings.Container {
  var libavName: String {
    switch self {
    case .mp4: "mp4"
    case .mov: "mov"
    case .mkv: "matroska"
    case .m4a: "ipod"
    case .wav: "wav"
    }
  }
}
