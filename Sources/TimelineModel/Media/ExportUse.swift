/// What encoders and a container are asked to take for a movie.
package struct ExportUse: Hashable, Sendable, Codable {
  package var container: OutputSettings.Container
  package var picture: Picture?
  package var sound: Sound?

  package struct Picture: Hashable, Sendable, Codable {
    package var settings: VideoSettings
    package var size: PixelSize
    package var rate: FrameRate
    package var color: ColorMeaning

    package init(settings: VideoSettings, size: PixelSize, rate: FrameRate, color: ColorMeaning) {
      self.settings = settings
      self.size = size
      self.rate = rate
      self.color = color
    }
  }

  package struct Sound: Hashable, Sendable, Codable {
    package var settings: AudioSettings
    package var sampleRate: Int
    package var channels: Int

    package init(settings: AudioSettings, sampleRate: Int, channels: Int) {
      self.settings = settings
      self.sampleRate = sampleRate
      self.channels = channels
    }
  }

  package init(container: OutputSettings.Container, picture: Picture?, sound: Sound?) {
    self.container = container
    self.picture = picture
    self.sound = sound
  }
}

/// What came of trying that: which part is amiss, in libav's words; of what is misplaced, what is written.
package struct ExportFinding: Hashable, Sendable, Codable {
  package enum Part: String, Hashable, Sendable, Codable { case picture, sound, container }
  package enum Kind: String, Hashable, Sendable, Codable {
    /// It does not take what is asked.
    case refused
    /// An option says what is written elsewhere, and says it differently.
    case misplaced
    /// It goes on without what it does not understand.
    case ignored
  }
  package var part: Part
  package var words: String
  package var kind: Kind
  /// The encoder's options that are to blame: without any one of them it would be well.
  package var options: Set<String>
  /// True where it was not tried to its end, because the system refused something.
  package var isUntried = false

  package init(part: Part, words: String, kind: Kind = .refused, options: Set<String> = []) {
    self.part = part
    self.words = words
    self.kind = kind
    self.options = options
  }
}
