package import TimelineModel

/// How the packets of one stretch of sound can be made by an encoder of their own and stand between those of other
/// encoders without a seam.
///
/// Such an encoder begins some frames before its first packet that is kept and hears some behind the last one, all of
/// the sound that is really there. With what is known here the error of the decoded sound at the joints is that of one
/// encoder for the whole. There are encoders for which no run-up does: MP3 borrows bits from packets long past, FLAC
/// numbers its frames, Vorbis's frames change their length.
package struct SoundFraming: Hashable, Sendable {
  /// Samples of a frame, which is what a packet holds.
  package var frameSize: Int
  /// Frames that the encoder is given ahead of the first packet that is kept.
  package var runUp: Int
  /// Of those, the last ones that it encodes at the bit rate asked for. It gets half as much again before, since
  /// FFmpeg's AAC encoder takes some seconds to find out how well it may encode, but no time to find out how badly it
  /// has to. Nil where the rate stays the same.
  package var settling: Int?
  /// Frames that it is given behind the last packet that is kept.
  package var runOut: Int

  /// Nil for encoders whose packets have to come from one of them.
  package init?(_ settings: AudioSettings) {
    switch settings.encoder {
    case "aac":
      // Prediction from earlier frames would be from others than the decoder has.
      guard settings.options.keys.allSatisfy({ !["aac_pred", "aac_ltp", "profile", "profile:a"].contains($0) }) else {
        return nil
      }
      self.init(frameSize: 1024, runUp: 32, settling: 12, runOut: 2)
    case "ac3": self.init(frameSize: 1536, runUp: 4, settling: nil, runOut: 2)
    case "libopus" where settings.options.isEmpty: self.init(frameSize: 960, runUp: 16, settling: nil, runOut: 4)
    case "alac": self.init(frameSize: 4096, runUp: 0, settling: nil, runOut: 0)
    case let name where name.hasPrefix("pcm_"):
      self.init(frameSize: AudioEncoder.frameSizeWithoutFrames, runUp: 0, settling: nil, runOut: 0)
    default: return nil
    }
  }

  private init(frameSize: Int, runUp: Int, settling: Int?, runOut: Int) {
    self.frameSize = frameSize
    self.runUp = runUp
    self.settling = settling
    self.runOut = runOut
  }
}
