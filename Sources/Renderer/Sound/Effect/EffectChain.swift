import Media
import TimelineModel

/// Something that changes samples as they go by, and remembers what it has to.
protocol SoundProcessor {
  /// One array for each channel. What hears ahead leaves what is ready, which may be nothing.
  mutating func process(_ planes: inout [[Double]]) throws(LibAVError)
}

/// Effects one after another, beginning with silence.
struct EffectChain {
  private var processors: [any SoundProcessor]

  /// The first sample that it hears is number `position` of what it is for.
  init(_ effects: [SoundEffect], sampleRate: Int, channels: Int, from position: Int64) {
    processors = effects.map { effect -> any SoundProcessor in
      switch effect {
      case .filter(let filter): SecondOrderFilter(filter, sampleRate: sampleRate, channels: channels)
      case .compressor(let compressor): CompressorProcessor(compressor, sampleRate: sampleRate)
      case .gate(let gate): GateProcessor(gate, sampleRate: sampleRate)
      case .pan(let pan): PanProcessor(pan: pan)
      case .denoise(let denoise):
        FilterProcessor(denoise.call, sampleRate: sampleRate, from: position, delay: 2 * (sampleRate / 80))
      case .call(let call): FilterProcessor(call, sampleRate: sampleRate, from: position)
      }
    }
  }

  /// What is ready of the sound, after the samples that are handed in.
  mutating func process(_ planes: [[Double]]) throws(LibAVError) -> [[Double]] {
    var planes = planes
    for index in processors.indices where !planes[0].isEmpty { try processors[index].process(&planes) }
    return planes
  }
}
