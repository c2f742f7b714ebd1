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
