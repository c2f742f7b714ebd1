/// What is known about a sound stream.
package struct AudioFacts: Hashable, Sendable, Codable {
  package var stream: Int
  package var codec: String
  /// libav's name for the codec's profile, such as `LC`; nil where it is not known.
  package var profile: String?
  /// Samples per second.
  package var sampleRate: Int
  package var channels: Int
  /// libav's name, such as `stereo` or `5.1(side)`.
  package var layout: String
  /// The container time of the first sample, in seconds.
  package var start: Rational
  /// How many samples a decoder gives before the first one: what the encoder needed to get going. Nil where there are
  /// none, or where they are left out without being asked.
  package var priming: Int64?
  /// In seconds; a whole number of samples where the container tells them.
  package var duration: Rational
  /// Where the clock of the stream begins to differ from where its samples stand; nil if it does nowhere.
  package var clockSteps: [ClockStep]?

  /// True if the clock goes back by so much that one of its times may mean several samples.
  package var clockGoesBack: Bool?

  /// Whether the container's index lists other packets than there are; `nil` means no.
  package var hasWrongIndex: Bool?

  /// Whether parts of the stream have different codec headers in the container; `nil` means no.
  package var hasSeveralHeaders: Bool?

  /// Whether an edit list plays several parts of the coded sound; `nil` means no.
  package var hasSeveralParts: Bool?

  /// The losses of the stream; nil if nobody has looked for them.
  package var losses: PacketLosses?

  /// A place from which on samples stand elsewhere than the clock says.
  package struct ClockStep: Hashable, Sendable, Codable {
    /// By the clock, in samples from the first one.
    package var position: Int64
    /// The number of samples to add to later positions by the clock.
    package var shift: Int64

    package init(position: Int64, shift: Int64) { (self.position, self.shift) = (position, shift) }
  }

  package init(
    stream: Int, codec: String, profile: String? = nil, sampleRate: Int, channels: Int, layout: String,
    start: Rational = .zero, duration: Rational
  ) {
    self.stream = stream
    self.codec = codec
    self.profile = profile
    self.sampleRate = sampleRate
    self.channels = channels
    self.layout = layout
    self.start = start
    self.duration = duration
  }
}
