import TimelineModel

/// Runs effects over a sound in such a way that each sample is the same wherever one began to listen.
///
/// Effects remember. So that a piece of sound does not depend on all that ever came before, they are begun anew every
/// ten seconds, counted from the first sample of what they belong to, and hear ten seconds before what comes out is
/// theirs: two chains run side by side, one that is heard and one that will be.
struct EffectRelay {
  private let effects: [SoundEffect]
  private let sampleRate: Int
  private let channels: Int
  /// Samples of which each chain gives the output.
  private let leg: Int64
  /// Of the sound that it is for.
  private let length: Int64
  /// The next sample, counted from the sound's first.
  private(set) var position: Int64
  /// Nil before there is one that has heard enough.
  private var current: EffectChain?
  private var next: EffectChain?

  /// The sample that has to be heard first for the output to be right from `sample` on.
  static func start(for sample: Int64, of effects: [SoundEffect], sampleRate: Int) -> Int64 {
    if effects.allSatisfy(\.hasNoMemory) { return sample }
    let leg = Int64(sampleRate) * 10
    return max(0, sample / leg - 1) * leg
  }

  /// For samples from `sample` on; `length` is that of the whole sound.
  init(_ effects: [SoundEffect], sampleRate: Int, channels: Int, for sample: Int64, length: Int64) {
    self.effects = effects
    self.sampleRate = sampleRate
    self.channels = channels
    self.length = length
    leg = Int64(sampleRate) * 10
    position = EffectRelay.start(for: sample, of: effects, sampleRate: sampleRate)
    let fresh = EffectChain(effects, sampleRate: sampleRate, channels: channels)
    // What is heard at first came out of a chain that began before, unless there was nothing before.
    if position == sample || position == 0 { current = fresh }
    let remembers = !effects.allSatisfy(\.hasNoMemory)
    if remembers, length > (position / leg + 1) * leg { next = fresh }
  }

  /// The next samples. Those before the sample that it was made for come out as they are.
  mutating func process(_ planes: inout [[Double]]) {
    let end = position + Int64(planes[0].count)
    let start = position
    while position < end {
      let border = min(end, (position / leg + 1) * leg)
      let part = Int(position - start)..<Int(border - start)
      if part.count == planes[0].count {
        run(&planes)
      } else {
        var piece = planes.map { Array($0[part]) }
        run(&piece)
        for channel in planes.indices { planes[channel].replaceSubrange(part, with: piece[channel]) }
      }
      position = border
      if position % leg == 0 { changeOver() }
    }
  }

  private mutating func run(_ planes: inout [[Double]]) {
    if next != nil {
      var copy = planes
      next?.process(&copy)
    }
    current?.process(&planes)
  }

  private mutating func changeOver() {
    guard next != nil else { return }
    current = next
    next =
      length > position + leg ? EffectChain(effects, sampleRate: sampleRate, channels: channels) : nil
  }
}
