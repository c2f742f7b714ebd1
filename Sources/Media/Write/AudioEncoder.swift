package import TimelineModel
import CFFmpeg

/// Turns sound into packets.
package final class AudioEncoder {
  package let parameters: StreamParameters
  /// Samples that the encoder puts before the first one; the first packet's pts is minus this.
  package var priming: Int { 0 }

  package init(_ settings: AudioSettings, sampleRate: Int, channels: Int) throws(LibAVError) {
    throw LibAVError(call: "AudioEncoder", code: cff_error_encoder_not_found)
  }

  /// One array for each channel, of any equal length: the encoder's own frames are cut from what has been given.
  package func encode(_ samples: [[Float]]) throws(LibAVError) -> [EncodedPacket] { [] }

  /// The packets for what is left. Nothing can be encoded after this.
  package func finish() throws(LibAVError) -> [EncodedPacket] { [] }
}
