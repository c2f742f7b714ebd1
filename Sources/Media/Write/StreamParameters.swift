package import TimelineModel

/// What a muxer has to know about a stream of packets, as a plain value: it can be stored beside the packets.
package struct StreamParameters: Hashable, Sendable, Codable {
  package enum Medium: Hashable, Sendable, Codable {
    case video(Video)
    case audio(Audio)
  }

  package struct Video: Hashable, Sendable, Codable {
    package var size: PixelSize
    package var rate: FrameRate
    package var pixelFormat: String
    package var color: ColorFacts
    /// How many frames a decoder holds back to put them in order.
    package var reorderDepth: Int
    /// What an encoder says that a pixel has in the file, by which some decoders tell the pixel format.
    package var bitsPerPixel: Int?

    package init(size: PixelSize, rate: FrameRate, pixelFormat: String, color: ColorFacts, reorderDepth: Int) {
      self.size = size
      self.rate = rate
      self.pixelFormat = pixelFormat
      self.color = color
      self.reorderDepth = reorderDepth
    }
  }

  package struct Audio: Hashable, Sendable, Codable {
    package var sampleRate: Int
    package var channels: Int
    package var sampleFormat: String
    package var bitsPerSample: Int
    /// Samples in a packet; 0 where it varies.
    package var frameSize: Int
    /// Samples that the encoder puts before the first one.
    package var priming: Int
    /// How many of a sample's bits count where the format has more.
    package var significantBits: Int?
    /// The bytes of a packet where all have as many, as the encoder says.
    package var packetLength: Int?

    package init(
      sampleRate: Int, channels: Int, sampleFormat: String, bitsPerSample: Int, frameSize: Int, priming: Int
    ) {
      self.sampleRate = sampleRate
      self.channels = channels
      self.sampleFormat = sampleFormat
      self.bitsPerSample = bitsPerSample
      self.frameSize = frameSize
      self.priming = priming
    }
  }

  /// libav's name, such as `h264`.
  package var codec: String
  /// The codec's headers, which a container keeps apart from the packets.
  package var extradata: [UInt8]
  package var profile: Int32
  package var level: Int32
  package var bitRate: Int64
  package var medium: Medium
  /// The four characters by which MP4 and QuickTime are to call it, such as `avc3`; nil leaves that to the muxer.
  /// Matroska has no use for them.
  package var tag: String?
  /// The number that the encoder itself gives what it makes, which may be all that tells its pixel format or profile.
  /// Matroska keeps it of codecs that it has no name for; the others, where they know it and there is no `tag`.
  package var encoderTag: UInt32?
  /// What is spoken, by three letters of ISO 639-2; nil where it is not said.
  package var language: String?

  package init(
    codec: String, extradata: [UInt8], profile: Int32, level: Int32, bitRate: Int64, medium: Medium, tag: String? = nil
  ) {
    self.codec = codec
    self.extradata = extradata
    self.profile = profile
    self.level = level
    self.bitRate = bitRate
    self.medium = medium
    self.tag = tag
  }
}
