import CFFmpeg
package import Platform
package import TimelineModel

/// Takes a stretch of a file's sound as it is coded, to the sample: what a packet presents before the stretch becomes
/// priming, and what it presents behind it is cut from its length.
///
/// One packet more is taken ahead, since a packet of AAC is only whole together with the one before it.
package final class SoundCopier {
  package let parameters: StreamParameters
  private let stretch: CodedStretch

  /// The stretch goes by the samples of the stream, as `SoundReader` counts them. Throws where the sound is not what
  /// can be copied.
  package init(path: ConfinedPath, facts: AudioFacts, samples: Range<Int64>) throws(LibAVError) {
    stretch = try CodedStretch(path: path, facts: facts, samples: samples)
    let ahead = try stretch.packets(in: 0..<1)
    let coded = stretch.stream.pointee.codecpar.pointee
    parameters = StreamParameters(
      codec: "aac", extradata: coded.headers, profile: coded.profile, level: coded.level, bitRate: coded.bit_rate,
      medium: .audio(
        StreamParameters.Audio(
          sampleRate: facts.sampleRate, channels: facts.channels, sampleFormat: "fltp", bitsPerSample: 0,
          frameSize: CodedStretch.frameSize, priming: Int(-(ahead.first?.pts ?? 0)))))
  }

  /// The packets that begin in a part of the stretch, counted from its first sample. The part that begins with 0 has
  /// those ahead of it too. Times count from the first sample.
  package func packets(in part: Range<Int64>) throws(LibAVError) -> [EncodedPacket] {
    try stretch.packets(in: part)
  }
}

/// The packets of a stretch of AAC, in the places where a reader hears them.
private final class CodedStretch {
  let stream: UnsafeMutablePointer<AVStream>
  private let demuxer: Demuxer
  private let facts: AudioFacts
  private let samples: Range<Int64>
  private let packet: Packet
  private let places: IndexedPlaces

  static let frameSize = 1024

  init(path: ConfinedPath, facts: AudioFacts, samples: Range<Int64>) throws(LibAVError) {
    self.facts = facts
    self.samples = samples
    packet = try Packet()
    demuxer = try Demuxer(path: path)
    demuxer.select([facts.stream])
    stream = try demuxer.stream(facts.stream)
    let coded = stream.pointee.codecpar.pointee
    guard coded.codec_id == AV_CODEC_ID_AAC, coded.profile == FF_PROFILE_AAC_LOW, coded.extradata_size > 0,
      Int(coded.sample_rate) == facts.sampleRate
    else {
      throw LibAVError(
        call: "copy", code: cff_error_invalid_argument,
        text: "only AAC of low complexity that is described in the container can be copied")
    }
    places = IndexedPlaces(
      stream, sampleRate: facts.sampleRate,
      continuity: SoundContinuity(rate: facts.sampleRate, rounding: 1, isLossless: false, hasEqualFrames: true))
  }

  func packets(in part: Range<Int64>) throws(LibAVError) -> [EncodedPacket] {
    let length = Int64(CodedStretch.frameSize)
    let early = part.lowerBound <= 0 ? 1 - 2 * length : part.lowerBound
    let base = Rational(stream.pointee.time_base)
    let rate = Rational(facts.sampleRate)
    let place = facts.start + Rational(samples.lowerBound + early - 2 * length) / rate
    if !demuxer.seek(stream: facts.stream, to: (place / base).floor ?? 0) {
      // There is nothing that early: from the start.
      _ = demuxer.seek(stream: facts.stream, to: .min / 2)
    }
    var packets: [EncodedPacket] = []
    while try demuxer.read(packet) {
      guard packet.stream == facts.stream, let ticks = packet.pts else { continue }
      let stands = ((Rational(ticks) * base - facts.start) * rate).rounded ?? 0
      let pts = stands + places.shift(at: ticks) - samples.lowerBound
      if pts >= min(part.upperBound, Int64(samples.count)) { break }
      guard pts >= early else { continue }
      guard packet.headers.isEmpty || Array(packet.headers) == stream.pointee.codecpar.pointee.headers else {
        throw LibAVError(call: "copy", code: cff_error_invalid_data, text: "parts of it have headers of their own")
      }
      packets.append(
        EncodedPacket(
          bytes: Array(packet.bytes), pts: pts, dts: pts, duration: min(length, Int64(samples.count) - pts),
          isKey: true))
    }
    return packets
  }
}
