import Media
import TimelineModel

/// Something that changes samples as they go by, and remembers what it has to.
protocol SoundProcessor {
  /// One array for each channel. What hears ahead leaves what is ready, which may be nothing.
  mutating func process(_ planes: inout [[Double]]) throws(LibAVError)
  /// Whether it holds back so much of what it heard that it must be waiting for what follows.
  var isWaiting: Bool { get }
  /// Gives what is left, after the last samples of the sound. What it hears from here on is silence and stays so.
  mutating func end(channels: Int) throws(LibAVError) -> [[Double]]
}

extension SoundProcessor {
  var isWaiting: Bool { false }

  mutating func end(channels: Int) throws(LibAVError) -> [[Double]] { Array(repeating: [], count: channels) }
}

/// Effects one after another, beginning with silence.
struct EffectChain {
  private var processors: [any SoundProcessor]
  private let channels: Int

  /// The first sample that it hears is number `position` of what it is for.
  init(_ effects: [SoundEffect], sampleRate: Int, channels: Int, from position: Int64) {
    self.channels = channels
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
  /// Gives what effects that wait for more have left at the end of the sound, and those before them. The others go on to
  /// hear silence, in which they ring out.
  mutating func end() throws(LibAVError) -> [[Double]] {
    var rest: [[Double]] = Array(repeating: [], count: channels)
    var ended = 0
    for index in processors.indices {
      if !rest[0].isEmpty { try processors[index].process(&rest) }
      guard processors[index].isWaiting else { continue }
      var last: [[Double]] = Array(repeating: [], count: channels)
      for waiting in ended...index {
        if !last[0].isEmpty { try processors[waiting].process(&last) }
        last.extend(with: try processors[waiting].end(channels: channels))
      }
      rest.extend(with: last)
      ended = index + 1
    }
    return rest
  }
}

extension [[Double]] {
  /// Appends samples to each channel.
  mutating func extend(with planes: [[Double]]) {
    for channel in indices { self[channel] += planes[channel] }
  }
}
