package import Platform
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

  private let pull: SoundPull
  private let source: SoundSource?

  /// `files` are those that other readers may have open. With a `report` there is silence where the sound is damaged.
  package init(
    path: ConfinedPath, facts: AudioFacts, sampleRate: Int = 48000, channels: Int = 2, files: SoundFiles? = nil,
    report: DamageReport? = nil
  ) throws(LibAVError) {
    self.facts = facts
    self.sampleRate = sampleRate
    self.channels = channels
    let source = try SoundSource(path: path, facts: facts, channels: channels, files: files, report: report)
    let length = (facts.duration * Rational(facts.sampleRate)).rounded ?? 0
    let window = SoundWindow(source, channels: channels, length: length)
    self.source = source
    guard facts.sampleRate != sampleRate else {
      pull = { from, count throws(LibAVError) in try window.read(from: from, count: count) }
      return
    }
    let ratio = Rational(Int64(facts.sampleRate), Int64(sampleRate))
    let resampler = Resampler(ratio: ratio, channels: channels) { from, count throws(LibAVError) in
      try window.read(from: from, count: count)
    }
    pull = { from, count throws(LibAVError) in try resampler.read(from: from, count: count) }
  }

  /// One whose samples come from somewhere else, at the rate and in the channels of the mix.
  package init(facts: AudioFacts, sampleRate: Int, channels: Int, pull: @escaping SoundPull) {
    self.facts = facts
    self.sampleRate = sampleRate
    self.channels = channels
    self.pull = pull
    source = nil
  }

  /// How many samples the stream gives at the mix's rate.
  package var length: Int64 { (facts.duration * Rational(sampleRate)).ceiling ?? 0 }

  /// How often it had to find its place again in the file.
  package var seeks: Int { source?.seeks ?? 0 }

  /// `count` samples from sample `start` on, one array for each channel.
  package func read(from start: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    try pull(start, count)
  }
}
