/// What encoders and a container are asked to take for a movie.
package struct ExportUse: Hashable, Sendable {
  package var container: OutputSettings.Container
  package var picture: Picture?
  package var sound: Sound?

  package struct Picture: Hashable, Sendable {
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

  package struct Sound: Hashable, Sendable {
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

/// What came of trying that: which part refuses, in libav's words.
package struct ExportRefusal: Hashable, Sendable {
  package enum Part: Hashable, Sendable { case picture, sound, container }
  package var part: Part
  package var words: String

  package init(part: Part, words: String) {
    self.part = part
    self.words = words
  }
}
