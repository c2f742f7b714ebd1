import TimelineModel

/// How one piece of picture is encoded.
struct PieceCoding: Hashable, Sendable {
  /// Those of the movie, with the piece's own bit rate where it has one.
  var settings: VideoSettings
  var pass = Pass.only

  enum Pass: String, Hashable, Sendable { case only, first, second }
}
