/// What came of writing a movie once.
struct WrittenMovie {
  /// Bytes of the file.
  var length: Int64
  /// Bytes of the picture in it.
  var picture: Int64
  var tally: PieceTally
  /// How loud the sound became; nil where there is none.
  var peak: MixPeak?
  /// What was found for its loudness; nil where none is asked for.
  var level: LoudnessLevel?
}
