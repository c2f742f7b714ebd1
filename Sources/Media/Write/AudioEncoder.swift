import CFFmpeg
package import TimelineModel

/// Turns sound into packets.
package final class AudioEncoder {
  package let parameters: StreamParameters
  /// Samples that the encoder puts before the first one; the first packet's pts is minus this.
  package let priming: Int

  private let encoder: EncoderContext
  private let converter: SoundConverter
  private let frameSize: Int
  private let bitRate: Int64
  /// Those that the settings give it.
  private let options: [String: String]
  /// Until here it has half as many bits again.
  private let rateSettlesAt: Int64?
  private var waiting: [[Float]]
  private var position: Int64

  /// What is given to an encoder at a time that does not say how much it wants.
  static let frameSizeWithoutFrames = 1024

  /// The first sample that is given has the time `first`. With a `framing` that asks for it, the bit rate settles before
  /// time 0.
  package init(
    _ settings: AudioSettings, sampleRate: Int, channels: Int, from first: Int64 = 0, framing: SoundFraming? = nil
  ) throws(LibAVError) {
    encoder = try EncoderContext(settings.encoder, medium: AVMEDIA_TYPE_AUDIO)
    options = settings.options
    let context = encoder.context
    let format = AudioEncoder.sampleFormat(of: encoder.codec)
    context.pointee.sample_fmt = format
    // Integers of 32 bits hold 24 in all codecs that lose nothing, and some have to be told.
    let isWhole = [AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P].contains(format)
    if isWhole, av_get_exact_bits_per_sample(encoder.codec.pointee.id) == 0 { context.pointee.bits_per_raw_sample = 24 }
    context.pointee.sample_rate = Int32(sampleRate)
    av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
    context.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
    if let bitRate = settings.bitRate { context.pointee.bit_rate = Int64(bitRate) }
    context.pointee.thread_count = 1
    try encoder.open(settings.options)
    frameSize =
      context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : AudioEncoder.frameSizeWithoutFrames
    bitRate = context.pointee.bit_rate
    let isRateControlled = context.pointee.flags & AV_CODEC_FLAG_QSCALE == 0
    rateSettlesAt = isRateControlled ? framing?.settling.map { [frameSize] in -Int64($0 * frameSize) } : nil
    position = first
    let unsaid =
      context.pointee.codec_id == AV_CODEC_ID_VORBIS ? VorbisPriming.samples(in: encoder.headers) : nil
    priming = unsaid ?? Int(context.pointee.initial_padding)
    var sound = StreamParameters.Audio(
      sampleRate: sampleRate, channels: channels,
      sampleFormat: av_get_sample_fmt_name(format).map { String(cString: $0) } ?? "fltp",
      bitsPerSample: Int(av_get_exact_bits_per_sample(context.pointee.codec_id)),
      frameSize: Int(context.pointee.frame_size), priming: priming)
    sound.significantBits = context.pointee.bits_per_raw_sample > 0 ? Int(context.pointee.bits_per_raw_sample) : nil
    sound.packetLength = context.pointee.block_align > 0 ? Int(context.pointee.block_align) : nil
    parameters = encoder.parameters(.audio(sound))
    converter = try SoundConverter(fromFloatTo: format, channels: channels, sampleRate: sampleRate)
    waiting = Array(repeating: [], count: channels)
  }

  /// What is amiss with options that it took.
  var complaints: [ExportFinding] { encoder.complaints(of: .sound, options) }

  /// One array for each channel, of any equal length: the encoder's own frames are cut from what has been given.
  package func encode(_ samples: [[Float]]) throws(LibAVError) -> [EncodedPacket] {
    precondition(samples.count == waiting.count, "one array for each channel")
    var packets: [EncodedPacket] = []
    var start = 0
    if !waiting[0].isEmpty {
      start = min(frameSize - waiting[0].count, samples[0].count)
      for channel in waiting.indices { waiting[channel] += samples[channel][..<start] }
      guard waiting[0].count == frameSize else { return [] }
      packets += try encodeFrame(waiting, 0..<frameSize)
    }
    while samples[0].count - start >= frameSize {
      packets += try encodeFrame(samples, start..<start + frameSize)
      start += frameSize
    }
    for channel in waiting.indices { waiting[channel] = Array(samples[channel][start...]) }
    return packets
  }

  /// The packets for what is left. Nothing can be encoded after this.
  package func finish() throws(LibAVError) -> [EncodedPacket] {
    var packets = waiting[0].isEmpty ? [] : try encodeFrame(waiting, waiting[0].indices)
    packets += try encoder.encode(nil)
    // The last packet is padded; what is presented ends with the last sample.
    for index in packets.indices {
      packets[index].duration = max(0, min(packets[index].duration, position - packets[index].pts))
    }
    return packets
  }

  private func encodeFrame(_ samples: [[Float]], _ part: Range<Int>) throws(LibAVError) -> [EncodedPacket] {
    var frame: UnsafeMutablePointer<AVFrame>? = try converter.frame(of: samples, part)
    defer { av_frame_free(&frame) }
    frame!.pointee.pts = position
    if let rateSettlesAt {
      encoder.context.pointee.bit_rate = position < rateSettlesAt ? bitRate + bitRate / 2 : bitRate
    }
    position += Int64(part.count)
    return try encoder.encode(frame)
  }

  /// Float where the encoder takes it, else what has the most bits.
  private static func sampleFormat(of codec: UnsafePointer<AVCodec>) -> AVSampleFormat {
    var formats: [AVSampleFormat] = []
    var next = codec.pointee.sample_fmts
    while let format = next?.pointee, format != AV_SAMPLE_FMT_NONE {
      formats.append(format)
      next = next?.successor()
    }
    let float = [AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT].first(where: formats.contains)
    let bits = formats.map(av_get_bytes_per_sample)
    return float ?? formats.first { av_get_bytes_per_sample($0) == bits.max() } ?? AV_SAMPLE_FMT_FLTP
  }
}
