import CFFmpeg
import Platform
import TimelineModel

/// What the container's header says about a file.
struct HeaderProbe {
  private let demuxer: Demuxer

  init(path: ConfinedPath) throws(LibAVError) { demuxer = try Demuxer(path: path, looksInside: true) }

  /// True if there is a picture that is larger than any may be.
  var holdsTooLarge: Bool { demuxer.holdsTooLarge }

  /// Whether it is a WebP of several pictures (RFC 9649, 2.7.1.1).
  var isAnimatedWebP: Bool {
    get throws(LibAVError) {
      guard demuxer.format == "webp_pipe" else { return false }
      let beginning = try demuxer.bytes(at: 12, count: 9)
      return beginning.count == 9 && beginning.starts(with: "VP8X".utf8) && beginning[8] & 2 != 0
    }
  }

  func facts() throws(LibAVError) -> MediaFacts {
    let context = demuxer.context.pointee
    let isEstimated = context.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    var facts = MediaFacts(
      container: demuxer.format, video: video, audio: audio, durationSource: isEstimated ? .estimated : .header,
      isDurationInHeader: !isEstimated, streams: demuxer.streams.map { StreamFacts($0) },
      metadata: Dictionary(libav: context.metadata), chapters: chapters)
    facts.audio = try facts.audio.map { audio throws(LibAVError) in
      var audio = try SoundPriming(demuxer, facts: audio).leftOut(besides: facts.video)
      if let priming = audio.priming {
        audio.duration = max(.zero, audio.duration - Rational(priming, Int64(audio.sampleRate)))
      }
      return audio
    }
    facts.timecode = timecode(besides: facts.video?.stream)
    return facts
  }

  /// Written at the picture, at a track of timecode beside it, or at the whole.
  private func timecode(besides picture: Int?) -> Timecode? {
    let streams = demuxer.streams.sorted { first, _ in Int(first.pointee.index) == picture }
    let tables = streams.map(\.pointee.metadata) + [demuxer.context.pointee.metadata]
    return tables.lazy.compactMap { Dictionary(libav: $0)["timecode"].flatMap(Timecode.init) }.first
  }

  private var video: VideoFacts? {
    demuxer.streams.first { stream in
      stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO && stream.isDecodable
        && !stream.isAttachedPicture
    }.map(videoFacts)
  }

  private var audio: AudioFacts? {
    let sounds = demuxer.streams.filter {
      $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO && $0.isDecodable
    }
    let fitting = video.map { picture in sounds.filter { belongs($0, to: picture.stream) } } ?? sounds
    return (fitting.first(where: \.isDefault) ?? fitting.first).map(audioFacts)
  }

  /// False for sound of other programmes of a broadcast than the picture's, if that has sound of its own.
  private func belongs(_ sound: UnsafeMutablePointer<AVStream>, to picture: Int) -> Bool {
    let programmes = (0..<Int(demuxer.context.pointee.nb_programs)).map { index in
      let programme = demuxer.context.pointee.programs[index]!.pointee
      return Set((0..<Int(programme.nb_stream_indexes)).map { Int(programme.stream_index[$0]) })
    }
    let own = programmes.filter { $0.contains(picture) }.reduce(into: Set()) { $0.formUnion($1) }
    let hasOwn = demuxer.streams.contains {
      $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO && own.contains(Int($0.pointee.index))
    }
    let index = Int(sound.pointee.index)
    return !hasOwn || own.contains(index) || !programmes.contains { $0.contains(index) }
  }

  private func videoFacts(_ stream: UnsafeMutablePointer<AVStream>) -> VideoFacts {
    let parameters = stream.pointee.codecpar.pointee
    let format = AVPixelFormat(parameters.format)
    let aspect = Rational(av_guess_sample_aspect_ratio(demuxer.context, stream, nil))
    var facts = VideoFacts(
      stream: Int(stream.pointee.index), codec: String(cString: avcodec_get_name(parameters.codec_id)),
      profile: avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) },
      level: parameters.level > 0 ? Int(parameters.level) : nil,
      codedSize: PixelSize(width: Int(parameters.width), height: Int(parameters.height)),
      pixelAspect: aspect.isFinite && aspect > .zero ? aspect : .one, orientation: Orientation(stream) ?? .upright,
      pixelFormat: PixelFormat.name(of: format), hasAlpha: PixelFormat.hasAlpha(format),
      color: ColorFacts(parameters),
      start: start(of: stream), timing: isStill ? .still : timing(of: stream))
    facts.fields = FieldOrder(parameters.field_order)
    return facts
  }

  private func audioFacts(_ stream: UnsafeMutablePointer<AVStream>) -> AudioFacts {
    let parameters = stream.pointee.codecpar
    var name = [CChar](repeating: 0, count: 64)
    av_channel_layout_describe(&parameters!.pointee.ch_layout, &name, name.count)
    return AudioFacts(
      stream: Int(stream.pointee.index), codec: String(cString: avcodec_get_name(parameters!.pointee.codec_id)),
      profile: avcodec_profile_name(parameters!.pointee.codec_id, parameters!.pointee.profile)
        .map { String(cString: $0) },
      sampleRate: Int(parameters!.pointee.sample_rate), channels: Int(parameters!.pointee.ch_layout.nb_channels),
      layout: String(nullTerminated: name), start: start(of: stream), duration: duration(of: stream) ?? .zero)
  }

  /// Picture formats whose demuxer knows no time at all, and AVIF unless it says that it moves.
  private var isStill: Bool {
    if Dictionary(libav: demuxer.context.pointee.metadata)["major_brand"] == "avif" { return true }
    return demuxer.format.hasSuffix("_pipe") || ["image2pipe", "ico", "fits"].contains(demuxer.format)
  }

  private func start(of stream: UnsafeMutablePointer<AVStream>) -> Rational {
    timestamp(stream.pointee.start_time).map { Rational($0) * Rational(stream.pointee.time_base) } ?? .zero
  }

  private func duration(of stream: UnsafeMutablePointer<AVStream>) -> Rational? {
    if let ticks = timestamp(stream.pointee.duration), ticks > 0 {
      return Rational(ticks) * Rational(stream.pointee.time_base)
    }
    if let end = demuxer.taggedEnd(of: stream), end > start(of: stream) { return end - start(of: stream) }
    let whole = demuxer.context.pointee.duration
    return timestamp(whole).flatMap { $0 > 0 ? Rational($0, Int64(AV_TIME_BASE)) : nil }
  }

  private func timing(of stream: UnsafeMutablePointer<AVStream>) -> FrameTiming {
    let declared = stream.declaredRates.first ?? Rational(25)
    let rate = FrameRate(RegularGrid.snapped(declared)) ?? FrameRate(25)
    let counted = stream.pointee.nb_frames
    let estimated = duration(of: stream).flatMap { ($0 * rate.perSecond).rounded } ?? 1
    return .regular(rate, count: max(1, counted > 0 ? counted : estimated))
  }

  private var chapters: [ChapterFacts] {
    (0..<Int(demuxer.context.pointee.nb_chapters)).map { index in
      let chapter = demuxer.context.pointee.chapters[index]!.pointee
      let base = Rational(chapter.time_base)
      return ChapterFacts(
        start: Rational(chapter.start) * base, end: Rational(chapter.end) * base,
        title: Dictionary(libav: chapter.metadata)["title"])
    }
  }
}
