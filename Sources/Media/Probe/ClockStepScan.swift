import CFFmpeg
import TimelineModel

/// Finds where the samples of a transport stream stand elsewhere than its clock says, since small steps of the clock are
/// played over: as counting from the first packet on gives it.
struct ClockStepScan {
  private let facts: AudioFacts
  private let timeBase: Rational
  private let continuity: SoundContinuity
  private var next: Int64?
  private var before: Int64?
  private(set) var goesBack = false
  private(set) var steps: [AudioFacts.ClockStep] = []

  /// Nil for formats that are read another way.
  init?(_ demuxer: Demuxer, _ facts: AudioFacts) throws(LibAVError) {
    let stream = try demuxer.stream(facts.stream).pointee
    timeBase = Rational(stream.time_base)
    let codec = stream.codecpar.pointee.codec_id
    guard demuxer.format == "mpegts", FrameGrid(codec, beginning: 0).isRegular else { return nil }
    self.facts = facts
    continuity = SoundContinuity(rate: facts.sampleRate, rounding: 1, isLossless: false, hasEqualFrames: true)
  }

  mutating func add(_ packet: Packet) {
    guard let ticks = packet.pts, packet.duration > 0 else { return }
    let stands = samples(Rational(ticks) * timeBase - facts.start)
    let count = samples(Rational(packet.duration) * timeBase)
    let place = next.flatMap { continuity.joins(stands, to: $0, count: count) ? $0 : nil } ?? stands
    // Rounding alone makes them tremble by a sample.
    if let before, stands <= before { goesBack = true }
    before = stands
    if (place - stands - (steps.last?.shift ?? 0)).magnitude > 1 + UInt64(continuity.rounding) {
      steps.append(AudioFacts.ClockStep(position: stands, shift: place - stands))
    }
    next = place + count
  }

  private func samples(_ seconds: Rational) -> Int64 { (seconds * Rational(facts.sampleRate)).rounded ?? 0 }
}
