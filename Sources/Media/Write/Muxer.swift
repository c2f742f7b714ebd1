package import TimelineModel
import CFFmpeg

/// Writes packets into a file. Equal packets give equal bytes: no clock, host or version goes in.
package final class Muxer {
  /// The streams are numbered in the order of `streams`. An existing file is replaced.
  package init(
    path: String, container: OutputSettings.Container, streams: [StreamParameters], metadata: [String: String] = [:],
    chapters: [ChapterFacts] = []
  ) throws(LibAVError) {
    throw LibAVError(call: "Muxer", code: cff_error_encoder_not_found)
  }

  /// Packets of one stream come in the order of their dts; streams may come in any order, and memory stays lowest
  /// when they keep abreast.
  package func write(_ packet: EncodedPacket, stream: Int) throws(LibAVError) {}

  /// Writes what the container needs at its end. A file that was not finished is not playable.
  package func finish() throws(LibAVError) {}
}
