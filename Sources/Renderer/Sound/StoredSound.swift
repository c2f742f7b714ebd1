import Foundation
import Media
import TimelineModel

/// The form in which a piece of sound is kept: a header in JSON, its length in front of it, and the bytes of the
/// packets behind it. Times count from the piece's first sample.
struct StoredSound {
  let data: Data

  private static let mark = Array("cutlist sound 1\n".utf8)

  private struct Header: Codable {
    var codec: String
    var extradata: [UInt8]
    var profile: Int32
    var level: Int32
    var bitRate: Int64
    var sampleRate: Int
    var channels: Int
    var sampleFormat: String
    var bitsPerSample: Int
    var frameSize: Int
    var priming: Int
    var peakLevel: Double
    var peakSample: Int64?
    var clippedSamples: Int
    /// Bytes, pts, dts, duration and 1 for a key of each packet.
    var packets: [[Int64]]
  }

  /// Nil where it is not sound.
  init?(_ sound: EncodedSound, from first: Int64) {
    guard case .audio(let audio) = sound.parameters.medium else { return nil }
    let header = Header(
      codec: sound.parameters.codec, extradata: sound.parameters.extradata, profile: sound.parameters.profile,
      level: sound.parameters.level, bitRate: sound.parameters.bitRate, sampleRate: audio.sampleRate,
      channels: audio.channels, sampleFormat: audio.sampleFormat, bitsPerSample: audio.bitsPerSample,
      frameSize: audio.frameSize, priming: audio.priming, peakLevel: sound.peak.level,
      peakSample: sound.peak.time.flatMap { ($0.seconds * Rational(audio.sampleRate)).rounded }.map { $0 - first },
      clippedSamples: sound.peak.clippedSamples,
      packets: sound.packets.map { [Int64($0.bytes.count), $0.pts, $0.dts, $0.duration, $0.isKey ? 1 : 0] })
    guard let json = try? JSONEncoder().encode(header) else { return nil }
    var data = Data(StoredSound.mark)
    withUnsafeBytes(of: Int64(json.count).littleEndian) { data.append(contentsOf: $0) }
    data.append(json)
    for packet in sound.packets { data.append(contentsOf: packet.bytes) }
    self.data = data
  }

  init(_ data: Data) { self.data = data }

  /// The sound of a piece that begins with sample `first` of the timeline; nil where the data are something else.
  func sound(from first: Int64) -> EncodedSound? {
    let mark = StoredSound.mark
    guard data.starts(with: mark), data.count >= mark.count + 8 else { return nil }
    let body = data.dropFirst(mark.count)
    let length = body.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(body.count - 8),
      let header = try? JSONDecoder().decode(Header.self, from: body.dropFirst(8).prefix(Int(length)))
    else { return nil }
    guard let packets = packets(header, in: body.dropFirst(8 + Int(length))) else { return nil }
    let audio = StreamParameters.Audio(
      sampleRate: header.sampleRate, channels: header.channels, sampleFormat: header.sampleFormat,
      bitsPerSample: header.bitsPerSample, frameSize: header.frameSize, priming: header.priming)
    return EncodedSound(
      parameters: StreamParameters(
        codec: header.codec, extradata: header.extradata, profile: header.profile, level: header.level,
        bitRate: header.bitRate, medium: .audio(audio)),
      packets: packets,
      peak: MixPeak(
        level: header.peakLevel,
        time: header.peakSample.map { TimelineTime(first + $0, Int64(header.sampleRate)) },
        clippedSamples: header.clippedSamples))
  }

  private func packets(_ header: Header, in payload: Data) -> [EncodedPacket]? {
    var rest = payload
    var packets: [EncodedPacket] = []
    for numbers in header.packets {
      guard numbers.count == 5, numbers[0] >= 0, numbers[0] <= Int64(rest.count) else { return nil }
      packets.append(
        EncodedPacket(
          bytes: Array(rest.prefix(Int(numbers[0]))), pts: numbers[1], dts: numbers[2], duration: numbers[3],
          isKey: numbers[4] == 1))
      rest = rest.dropFirst(Int(numbers[0]))
    }
    return rest.isEmpty ? packets : nil
  }
}
