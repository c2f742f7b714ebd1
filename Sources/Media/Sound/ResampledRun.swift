import CFFmpeg
import TimelineModel

/// A run of frames whose sample rate is not the one that their stream began with, as where recordings were joined, on its
/// way to the rate of the stream. Places count in samples of the stream.
final class ResampledRun {
  let sampleRate: Int
  private let converter: SampleRateConverter
  /// Samples of the run for each of the stream's.
  private let ratio: Rational
  private let start: Int64
  private var made: Int64 = 0
  private var taken: Int64 = 0

  init(sampleRate: Int, in streamRate: Int, channels: Int, start: Int64) throws(LibAVError) {
    self.sampleRate = sampleRate
    self.start = start
    ratio = Rational(Int64(sampleRate), Int64(streamRate))
    // Beyond that a few bytes would become gigabytes.
    guard sampleRate > 0, ratio >= Rational(1, 64), ratio <= Rational(64) else {
      throw LibAVError(
        call: "decode", code: cff_error_invalid_data,
        text: "the sample rate changes from \(streamRate) to \(sampleRate) Hz under way")
    }
    converter = try SampleRateConverter(ratio: ratio, channels: channels)
  }

  /// Where the last frame ends.
  var end: Int64 { start + length(of: taken) }

  /// Converts a number of the run's samples to one of the stream's.
  func length(of count: Int64) -> Int64 { (Rational(count) / ratio).rounded ?? count }

  /// What comes out for the next frame, which may be nothing at first.
  func convert(_ planes: [[Float]]) throws(LibAVError) -> SoundSource.Block {
    taken += Int64(planes.first?.count ?? 0)
    return block(try converter.convert(planes))
  }

  /// What the converter still holds, up to the end of the last frame.
  func finish() throws(LibAVError) -> SoundSource.Block {
    let (rest, count) = (try converter.finish(), Int(max(0, end - start - made)))
    return block(rest.map { $0.prefix(count) + [Float](repeating: $0.last ?? 0, count: max(0, count - $0.count)) })
  }

  private func block(_ planes: [[Float]]) -> SoundSource.Block {
    defer { made += Int64(planes.first?.count ?? 0) }
    return SoundSource.Block(start: start + made, planes: planes)
  }
}
