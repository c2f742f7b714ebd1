import CFFmpeg
package import TimelineModel

/// Looks up encoders in libavcodec.
package enum EncoderCatalog {
  /// A missing encoder comes with the names of all encoders that documents may use. `isTrusted` lets any be used;
  /// its options are held back as in the tables, if it is in them.
  package static func finding(_ name: String, isTrusted: Bool = false) -> EncoderFinding {
    guard let encoder = avcodec_find_encoder_by_name(name), isPictureOrSound(encoder) else {
      return .missing(known: names.filter { refusal(of: $0) == nil })
    }
    let name = String(cString: encoder.pointee.name)
    if !isTrusted, let refusal = refusal(of: name) { return .refused(refusal.words) }
    let isVideo = encoder.pointee.type == AVMEDIA_TYPE_VIDEO
    let medium = isVideo ? AV_OPT_FLAG_VIDEO_PARAM : AV_OPT_FLAG_AUDIO_PARAM
    var options = OptionTable.options(
      of: avcodec_get_class(), with: AV_OPT_FLAG_ENCODING_PARAM | medium, naming: encoder.pointee.priv_class)
    let own = encoder.pointee.priv_class.map { OptionTable.options(of: $0, with: AV_OPT_FLAG_ENCODING_PARAM) } ?? [:]
    options.merge(own) { _, own in own }
    // A person who trusts an encoder that nobody has looked at trusts all of it.
    if refusal(of: name) == nil {
      let (shared, special) = (AllowedEncoders.shared.gates(of: "any"), AllowedEncoders.table.gates(of: name))
      for option in options.keys {
        options[option]?.gate = special[option] ?? (own[option] == nil ? shared[option] : nil) ?? .unknown
      }
    }
    return .found(
      EncoderFacts(
        name: name,
        codec: String(cString: avcodec_get_name(encoder.pointee.id)), isVideo: isVideo,
        isLossless: isLossless(encoder.pointee.id), options: options, pixelFormats: pixelFormats(of: encoder),
        sampleRates: sampleRates(of: encoder),
        channelCounts: channelCounts(of: encoder)))
  }

  /// Whether there is a muxer for a kind of file.
  package static func hasMuxer(for container: OutputSettings.Container) -> Bool {
    av_guess_format(container.libavName, nil, nil) != nil
  }

  // MARK: What documents may use

  /// Why documents may not use an encoder; nil where they may.
  package static func refusal(of name: String) -> Refusal? {
    if let reason = AllowedEncoders.refused[name] { return reason }
    return AllowedEncoders.table.contains(name) ? nil : .isUnknown
  }

  private static func isLossless(_ codec: AVCodecID) -> Bool {
    let kinds = (avcodec_descriptor_get(codec)?.pointee.props ?? 0) & (AV_CODEC_PROP_LOSSY | AV_CODEC_PROP_LOSSLESS)
    return kinds == AV_CODEC_PROP_LOSSLESS
  }

  private static func isPictureOrSound(_ codec: UnsafePointer<AVCodec>) -> Bool {
    codec.pointee.type == AVMEDIA_TYPE_VIDEO || codec.pointee.type == AVMEDIA_TYPE_AUDIO
  }

  /// The names of all encoders of pictures and sound that there are.
  package static var names: [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&position) {
      if av_codec_is_encoder(codec) != 0, isPictureOrSound(codec) { names.append(String(cString: codec.pointee.name)) }
    }
    return names.sorted()
  }

  private static func sampleRates(of encoder: UnsafePointer<AVCodec>) -> [Int] {
    var rates: [Int] = []
    var next = encoder.pointee.supported_samplerates
    while let rate = next?.pointee, rate != 0 {
      rates.append(Int(rate))
      next = next?.successor()
    }
    return rates.sorted()
  }

  /// Of those that a canvas may have, in the arrangement that it has them.
  private static func channelCounts(of encoder: UnsafePointer<AVCodec>) -> [Int] {
    guard let first = encoder.pointee.ch_layouts else { return [] }
    return [1, 2, 6, 8].filter { count in
      var wanted = AVChannelLayout()
      av_channel_layout_default(&wanted, Int32(count))
      var next = first
      while next.pointee.nb_channels != 0 {
        if av_channel_layout_compare(next, &wanted) == 0 { return true }
        next = next.successor()
      }
      return false
    }
  }

  private static func pixelFormats(of encoder: UnsafePointer<AVCodec>) -> [String] {
    var names: [String] = []
    var next = encoder.pointee.pix_fmts
    while let format = next?.pointee, format != AV_PIX_FMT_NONE {
      names.append(PixelFormat.name(of: format))
      next = next?.successor()
    }
    return names
  }
}
