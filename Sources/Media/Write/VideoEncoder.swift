package import TimelineModel
import CFFmpeg

/// Turns pictures into packets. The same pictures give the same bytes on every run and any number of cores, as long
/// as `threads` stays the same.
package final class VideoEncoder {
  /// Known once the encoder is open.
  package let parameters: StreamParameters

  /// A key frame comes at least every `keyInterval` frames; nil leaves that to the options or the encoder.
  package init(
    _ settings: VideoSettings, size: PixelSize, rate: FrameRate, color: ColorFacts = .bt709, keyInterval: Int? = nil,
    threads: Int = 1
  ) throws(LibAVError) {
    throw LibAVError(call: "VideoEncoder", code: cff_error_encoder_not_found)
  }

  /// The packets that are ready once the encoder has seen `frame`, whose time is `index` frames.
  package func encode(_ frame: VideoFrame, index: Int64) throws(LibAVError) -> [EncodedPacket] { [] }

  /// The packets that the encoder still held. Nothing can be encoded after this.
  package func finish() throws(LibAVError) -> [EncodedPacket] { [] }
}
