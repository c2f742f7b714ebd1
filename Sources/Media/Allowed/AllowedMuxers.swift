/// What is written with, and which of libavformat's and libavcodec's parts that no document can name.
///
/// A document chooses one of five kinds of file by `container`; it has no words for the options of the muxers behind
/// them, for bitstream filters or for protocols. So there is nothing of them to allow.
package enum AllowedMuxers {
  /// By what libavformat calls them.
  package static let names = ["ipod", "matroska", "mov", "mp4", "wav"]

  /// Options that the program itself sets, always alike.
  package static let ownOptions: Set<String> = ["movflags", "movie_timescale"]
}
