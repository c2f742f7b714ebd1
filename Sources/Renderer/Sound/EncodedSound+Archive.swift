import Foundation
import Media
import TimelineModel

/// The form in which a piece of sound is kept. Times count from the piece's first sample.
extension EncodedSound {
  private struct Facts: Codable {
    var parameters: StreamParameters
    var peakLevel: Double
    var peakSample: Int64?
    var clippedSamples: Int
  }

  /// `first` is the timeline's number of the piece's first sample.
  func archive(from first: Int64) -> Data {
    let peakSample = peak.time.flatMap { ($0.seconds * Rational(Int64(parameters.sampleRate))).rounded }
    let facts = Facts(
      parameters: parameters, peakLevel: peak.level, peakSample: peakSample.map { $0 - first },
      clippedSamples: peak.clippedSamples)
    return PacketArchive(facts: facts, packets: packets).data
  }

  /// The sound of a piece that begins with sample `first` of the timeline; nil where the bytes are none of an archive.
  init?(archive data: Data, from first: Int64) {
    guard let archive = PacketArchive<Facts>(data), archive.facts.parameters.fitsLibAV,
      archive.facts.peakSample.map(PacketArchive<Facts>.times.contains) ?? true
    else { return nil }
    let facts = archive.facts
    self.init(
      parameters: facts.parameters, packets: archive.packets,
      peak: MixPeak(
        level: facts.peakLevel,
        time: facts.peakSample.map { TimelineTime(first + $0, Int64(facts.parameters.sampleRate)) },
        clippedSamples: facts.clippedSamples))
  }
}

extension StreamParameters {
  /// Samples per second; 0 for a picture.
  fileprivate var sampleRate: Int { if case .audio(let audio) = medium { audio.sampleRate } else { 0 } }
}
