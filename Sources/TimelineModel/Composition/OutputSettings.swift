/// How the movie is written.
package struct OutputSettings: Hashable, Sendable {
  /// The preset that the rest started from.
  package var preset: String
  package var container: Container
  /// True where the document names the container; otherwise the file's ending may choose another.
  package var containerIsWritten: Bool
  package var video: VideoSettings?
  package var audio: AudioSettings?
  /// True where the document gives the sound a bit rate; otherwise it is that of the preset.
  package var audioRateIsWritten = false
  /// The file is to have at most so many bytes; nil is any number.
  package var fileLengthLimit: Int64?
  package var origin: Origin

  package enum Container: String, Codable, Hashable, Sendable, CaseIterable { case mp4, mov, mkv, m4a, wav }

  package init(
    preset: String, container: Container, containerIsWritten: Bool = false, video: VideoSettings?,
    audio: AudioSettings?, fileLengthLimit: Int64? = nil, origin: Origin = .none
  ) {
    self.preset = preset
    self.container = container
    self.containerIsWritten = containerIsWritten
    self.video = video
    self.audio = audio
    self.fileLengthLimit = fileLengthLimit
    self.origin = origin
  }
}

package struct VideoSettings: Hashable, Sendable, Codable {
  /// libav's encoder, such as `libx264`.
  package var encoder: String
  /// libav's pixel format, such as `yuv420p`.
  package var pixelFormat: String
  /// The picture is scaled down to fit inside; nil keeps the canvas's size.
  package var maximumSize: PixelSize?
  /// Bits per second on average; nil leaves the rate to the quality that the options ask for.
  package var bitRate: Int?
  /// The encoder's own options.
  package var options: [String: String]

  package init(
    encoder: String, pixelFormat: String, maximumSize: PixelSize? = nil, bitRate: Int? = nil,
    options: [String: String] = [:]
  ) {
    self.encoder = encoder
    self.pixelFormat = pixelFormat
    self.maximumSize = maximumSize
    self.bitRate = bitRate
    self.options = options
  }
}

package struct AudioSettings: Hashable, Sendable, Codable {
  /// libav's encoder, such as `aac`.
  package var encoder: String
  /// Bits per second; nil for lossless ones.
  package var bitRate: Int?
  package var options: [String: String]

  package init(encoder: String, bitRate: Int? = nil, options: [String: String] = [:]) {
    self.encoder = encoder
    self.bitRate = bitRate
    self.options = options
  }
}

extension AudioSettings {
  /// What the sound comes to on average; nil where that depends on what is heard.
  package func bitsPerSecond(on canvas: Canvas) -> Int? {
    if encoder.hasPrefix("pcm_") {
      let depth = Int(encoder.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 8
      return canvas.sampleRate * canvas.channels * depth
    }
    return bitRate
  }
}
