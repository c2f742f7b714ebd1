import CFFmpeg
import TimelineModel

/// Counts the samples of a sound stream packet by packet, with what the container wants skipped taken off.
///
/// Where the clock ticks slower than the samples, as in Matroska, a packet's length comes from its codec; the clock
/// then only tells gaps.
struct AudioCount {
  private let sampleRate: Int64
  private let timeBase: Rational
  private let lengths: PacketLength
  private var first: Int64?
  private var position: Int64 = 0
  private var skipped: Int64 = 0

  init(_ stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    sampleRate = Int64(stream.pointee.codecpar.pointee.sample_rate)
    timeBase = Rational(stream.pointee.time_base)
    lengths = try PacketLength(stream)
  }

  /// How many samples a decoder gives.
  var samples: Int64 { max(0, position - skipped) }

  mutating func add(_ packet: Packet) {
    let length = lengths.samples(in: packet)
    if let pts = packet.pts {
      let first = self.first ?? pts
      self.first = first
      let stands = (Rational(pts - first) * timeBase * Rational(sampleRate)).rounded ?? position
      let tolerance = 2 + 2 * ((timeBase * Rational(sampleRate)).ceiling ?? 0)
      if stands - position > tolerance { position = stands }
    }
    position += length
    if packet.isDiscarded {
      skipped += length
    } else {
      let skip = packet.skippedSamples
      skipped += skip.start + skip.end
    }
  }
}
