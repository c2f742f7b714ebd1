import CFFmpeg
package import TimelineModel

/// Takes a stretch of a file's sound as it is coded, to the sample: what a packet presents before the stretch becomes
/// priming, and what it presents behind it is cut from its length.
///
/// One packet more is taken ahead, since a packet of AAC is only whole together with the one before it.
package final class SoundCopier {
  package let parameters: StreamParameters
  private let demuxer: Demuxer
  private let facts: AudioFacts
  private let samples: Range<Int64>
  private let packet: Packet

  /// The stretch goes by the samples of the stream, as `SoundReader` counts them. Throws where the sound is not what
  /// can be copied.
  package init(path: String, facts: AudioFacts, samples: Range<Int64>) throws(LibAVError) {
    self.facts = facts
    self.samples = samples
    packet = try Packet()
    demuxer = try Demuxer(path: path)
    demuxer.select([facts.stream])
    let coded = try demuxer.stream(facts.stream).pointee.codecpar.pointee
    guard coded.codec_id == AV_CODEC_ID_AAC, coded.profile == FF_PROFILE_AAC_LOW, coded.extradata_size > 0,
      Int(coded.sample_rate) == facts.sampleRate
    else {
      throw LibAVError(
        call: "copy", code: cff_error_invalid_argument,
        text: "only AAC of low complexity that is described in the container can be copied")
    }
    let ahead = try SoundCopier.packets(in: 0..<1, of: samples, demuxer, facts, packet)
    parameters = StreamParameters(
      codec: "aac", extradata: coded.headers, profile: coded.profile, level: coded.level, bitRate: coded.bit_rate,
      medium: .audio(
        StreamParameters.Audio(
          sampleRate: facts.sampleRate, channels: facts.channels, sampleFormat: "fltp", bitsPerSample: 0,
          frameSize: SoundCopier.frameSize, priming: Int(-(ahead.first?.pts ?? 0)))))
  }

  private static let frameSize = 1024

  /// The packets that begin in a part of the stretch, counted from its first sample. The part that begins with 0 has
  /// those ahead of it too. Times count from the first sample.
  package func packets(in part: Range<Int64>) throws(LibAVError) -> [EncodedPacket] {
    try SoundCopier.packets(in: part, of: samples, demuxer, facts, packet)
  }

  private static func packets(
    in part: Range<Int64>, of samples: Range<Int64>, _ demuxer: Demuxer, _ facts: AudioFacts, _ packet: Packet
  ) throws(LibAVError) -> [EncodedPacket] {
    let length = Int64(frameSize)
    let early = part.lowerBound <= 0 ? 1 - 2 * length : part.lowerBound
    let base = Rational(try demuxer.stream(facts.stream).pointee.time_base)
    let rate = Rational(facts.sampleRate)
    let place = facts.start + Rational(samples.lowerBound + early - 2 * length) / rate
    if !demuxer.seek(stream: facts.stream, to: (place / base).floor ?? 0) {
      // There is nothing that early: from the start.
      _ = demuxer.seek(stream: facts.stream, to: .min / 2)
    }
    var packets: [EncodedPacket] = []
    while try demuxer.read(packet) {
      guard packet.stream == facts.stream, let ticks = packet.pts else { continue }
      let pts = (((Rational(ticks) * base - facts.start) * rate).rounded ?? 0) - samples.lowerBound
      if pts >= min(part.upperBound, Int64(samples.count)) { break }
      guard pts >= early else { continue }
      packets.append(
        EncodedPacket(
          bytes: Array(packet.bytes), pts: pts, dts: pts, duration: min(length, Int64(samples.count) - pts),
          isKey: true))
    }
    return packets
  }
}
