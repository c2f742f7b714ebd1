import TimelineModel

/// Something that changes samples as they go by, and remembers what it has to.
protocol SoundProcessor {
  /// One array for each channel.
  mutating func process(_ planes: inout [[Double]])
}

/// Effects one after another, beginning with silence.
struct EffectChain {
  private var processors: [any SoundProcessor]

  init(_ effects: [SoundEffect], sampleRate: Int, channels: Int) {
    processors = effects.map { effect -> any SoundProcessor in
      switch effect {
      case .filter(let filter): SecondOrderFilter(filter, sampleRate: sampleRate, channels: channels)
      case .compressor(let compressor): CompressorProcessor(compressor, sampleRate: sampleRate)
      case .gate(let gate): GateProcessor(gate, sampleRate: sampleRate)
      case .pan(let pan): PanProcessor(pan: pan)
      }
    }
  }

  mutating func process(_ planes: inout [[Double]]) {
    for index in processors.indices { processors[index].process(&planes) }
  }
}
