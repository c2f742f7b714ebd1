import Media
import Planner
import TimelineModel

/// Mixes and encodes the sound as far as it is asked to.
final class SoundEncoder {
  static let blockSize = 48000

  let parameters: StreamParameters
  private let encoder: AudioEncoder
  private let mixer: SoundMixer
  private let samples: Range<Int64>
  private let sampleRate: Int
  private let cancellation: CancellationFlag
  private var position: Int64

  init(_ composition: Composition, folder: MediaFolder, job: SoundJob, cancellation: CancellationFlag)
    throws(RenderFailure)
  {
    guard let settings = composition.output.audio else { throw RenderFailure(.encoder, "no sound is asked for") }
    do {
      encoder = try AudioEncoder(
        settings, sampleRate: composition.canvas.sampleRate, channels: composition.canvas.channels)
    } catch {
      throw RenderFailure(
        .encoder, "cannot encode with \(settings.encoder)", span: composition.output.origin.span, detail: "\(error)")
    }
    parameters = encoder.parameters
    samples = job.samples
    sampleRate = composition.canvas.sampleRate
    mixer = SoundMixer(composition, folder: folder, from: job.samples.lowerBound)
    position = job.samples.lowerBound
    self.cancellation = cancellation
  }

  var peak: MixPeak { mixer.peak }

  typealias Write = ([EncodedPacket]) throws(RenderFailure) -> Void

  /// Encodes up to a time of the timeline.
  func encode(until seconds: Rational, _ write: Write) throws(RenderFailure) {
    try encode(upTo: min((seconds * Rational(sampleRate)).ceiling ?? samples.upperBound, samples.upperBound), write)
  }

  /// Encodes what is left.
  func encodeRest(_ write: Write) throws(RenderFailure) {
    try encode(upTo: samples.upperBound, write)
    try write(reporting { () throws(LibAVError) in try encoder.finish() })
  }

  private func encode(upTo end: Int64, _ write: Write) throws(RenderFailure) {
    while position < end {
      try cancellation.check()
      let count = min(SoundEncoder.blockSize, Int(end - position))
      let block = try mixer.mix(count)
      position += Int64(count)
      try write(reporting { () throws(LibAVError) in try encoder.encode(block) })
    }
  }

  private func reporting<Value>(_ body: () throws(LibAVError) -> Value) throws(RenderFailure) -> Value {
    do {
      return try body()
    } catch {
      let time = TimelineTime(position, Int64(sampleRate))
      throw RenderFailure(.encoder, "cannot encode the sound", at: time, detail: "\(error)")
    }
  }
}
