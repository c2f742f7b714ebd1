import CFFmpeg
import Synchronization
import TimelineModel

extension PreciseProbe {
  /// The first sample that is heard, after what the codec needed to get going.
  func describeFirstSample(
    _ audio: AudioFacts, besides video: VideoFacts?
  ) throws(LibAVError) -> AudioFacts {
    let decoder = try FrameDecoder(path: path, stream: audio.stream, losses: audio.losses)
    guard let first = try decoder.next() else {
      if video != nil { return audio }
      throw try undecodable(audio, decoder.damage)
    }
    defer { first.freeFrame() }
    var audio = audio
    audio.sampleRate = Int(first.pointee.sample_rate)
    // A first packet that is damaged is missed where it stands; without it the rest would begin too early.
    if decoder.damage != nil, hasWholePackets { return audio }
    let isLost = decoder.damage != nil && audio.losses?.incomplete?.isEmpty == false
    guard let ticks = isLost ? decoder.firstPacketTime : timestamp(first.pointee.best_effort_timestamp)
    else { return audio }
    audio.start = Rational(ticks) * decoder.timeBase
    return try SoundPriming(demuxer, facts: audio).leftOut(besides: video)
  }

  /// Why a file with nothing but sound gives none.
  private func undecodable(_ audio: AudioFacts, _ damage: LibAVError?) throws(LibAVError) -> LibAVError {
    let first = avformat_index_get_entry(try demuxer.stream(audio.stream), 0)?.pointee.pos
    if let first, first >= avio_size(demuxer.context.pointee.pb) {
      return LibAVError(call: "probe", code: cff_error_invalid_data, text: "it breaks off before its first sample")
    }
    return LibAVError(
      call: "decode", code: cff_error_invalid_data,
      text: "no sound can be decoded" + (damage?.log.map { ": \($0)" } ?? ""))
  }

  /// True for containers that begin with a whole packet and part them from one another; elsewhere a recording may begin
  /// within one.
  private var hasWholePackets: Bool {
    ["matroska", "mov", "flac", "caf", "wav", "w64", "aiff", "wv", "tta"].contains { demuxer.format.hasPrefix($0) }
  }

  /// The length that reading will give, found by decoding the last second. `lastPacket` and `lastEnd` are ticks, of where
  /// the last packet begins and ends.
  func measured(
    _ audio: AudioFacts, lastPacket: Int64?, lastEnd: Int64? = nil
  ) throws(LibAVError) -> AudioFacts {
    let base = Rational(try demuxer.stream(audio.stream).pointee.time_base)
    // Damage is reported when it is heard.
    let damage = DamagedEnd()
    let source = try SoundSource(
      path: path, facts: audio, channels: 1, report: { _, seconds in damage.note(seconds) })
    let near = lastPacket.flatMap { ((Rational($0) * base - audio.start) * Rational(audio.sampleRate)).floor } ?? 0
    var audio = audio
    audio.duration = Rational(try source.end(near: near), Int64(audio.sampleRate))
    // What is damaged at its end is missed there, rather than the sound shorter.
    let tellsLosses = hasWholePackets || audio.losses?.incomplete?.isEmpty == false
    if tellsLosses, let lastEnd, let place = damage.last, place >= audio.duration {
      audio.duration = max(audio.duration, Rational(lastEnd) * base - audio.start)
    }
    return audio
  }

  /// The sound with its length, and with the places at which its clock leaves its samples.
  func heard(_ audio: AudioFacts?, _ scan: PacketScan) throws(LibAVError) -> AudioFacts? {
    guard var audio else { return nil }
    if scan.clockGoesBack { audio.clockGoesBack = true }
    if !scan.clockSteps.isEmpty, !scan.clockGoesBack { audio.clockSteps = scan.clockSteps }
    return try measured(audio, lastPacket: scan.lastSound, lastEnd: scan.lastSoundEnd)
  }

  /// The same, with the sound as long as it can be heard, where it is shorter than the header says.
  func heard(_ facts: MediaFacts) throws(LibAVError) -> MediaFacts {
    guard let audio = facts.audio else { return facts }
    var facts = facts
    if isQuickTime {
      if let end = try indexedEnd(audio) { facts.audio?.duration = end - audio.start }
      return facts
    }
    var listed = audio.duration
    let wave = demuxer.format == "wav" ? try WaveStructure(path: path) : nil
    if let wave, wave.isPlain {
      listed = Rational(wave.listed, wave.bytesPerSecond)
    } else {
      let base = Rational(try demuxer.stream(audio.stream).pointee.time_base)
      let last = ((audio.start + audio.duration) / base).floor
      // Libavformat takes what there is of a WAV file for all of it.
      let heard = try measured(audio, lastPacket: last, lastEnd: wave == nil ? nil : last)
      facts.audio = heard
      if let wave, wave.present > 0 { listed = heard.duration * Rational(wave.listed, wave.present) }
      if let chunk = try DataChunk(path: path, format: demuxer.format), !header.isDurationInHeader, chunk.present > 0 {
        listed = heard.duration * Rational(chunk.listed, chunk.present)
      }
    }
    guard let end = facts.audioEnd, let length = facts.audio?.duration, try listed - length > rounding(audio) else {
      if wave?.isPlain ?? true { facts.audio = audio }
      return facts
    }
    (facts.breaksOff, facts.listedSound, facts.durationSource) = (end, listed, .scanned)
    return facts
  }

  /// By how many seconds a header may list more than there is. In CAF a packet that is not full counts as one that is.
  private func rounding(_ audio: AudioFacts) throws(LibAVError) -> Rational {
    let stream = try demuxer.stream(audio.stream)
    let count = avformat_index_get_entries_count(stream)
    guard demuxer.format == "caf", let last = avformat_index_get_entry(stream, count - 1),
      let before = avformat_index_get_entry(stream, count - 2)
    else { return Rational(1, 100) }
    let packet = last.pointee.timestamp - before.pointee.timestamp
    return max(Rational(1, 100), Rational(packet) * Rational(stream.pointee.time_base))
  }

  /// Where the sound ends, in seconds: where the header says, which alone tells how much of the last packet is heard, or
  /// where the index does, if the header says later or much earlier. Nil if packets may be of different lengths.
  private func indexedEnd(_ audio: AudioFacts) throws(LibAVError) -> Rational? {
    let stream = try demuxer.stream(audio.stream)
    let frame = Rational(Int64(stream.pointee.codecpar.pointee.frame_size), Int64(audio.sampleRate))
    let count = avformat_index_get_entries_count(stream)
    guard frame > .zero, Rational(stream.pointee.time_base) == Rational(1, Int64(audio.sampleRate)),
      FrameGrid(stream.pointee.codecpar.pointee.codec_id, beginning: 0).isRegular,
      let last = avformat_index_get_entry(stream, count - 1), let listed = header.audio
    else { return nil }
    let end = Rational(last.pointee.timestamp) * Rational(stream.pointee.time_base) + frame
    let listedEnd = listed.start + listed.duration
    return end < listedEnd || end > listedEnd + frame * Rational(2) ? end : listedEnd
  }

  /// True for containers that tell the sound's length to the sample.
  var isLengthInHeader: Bool {
    get throws(LibAVError) {
      guard let audio = header.audio else { return false }
      let stream = try demuxer.stream(audio.stream)
      guard let ticks = timestamp(stream.pointee.duration), ticks > 0 else { return false }
      let isExact = Rational(stream.pointee.time_base) * Rational(audio.sampleRate) <= Rational(2)
      let families = ["mov", "wav", "w64", "aiff", "caf", "flac", "au"]
      let isListed = !isQuickTime || stream.pointee.nb_frames > 0
      let isFollowed = try DataChunk(path: path, format: demuxer.format)?.isFollowed ?? false
      return isExact && isListed && !isFollowed && families.contains { demuxer.format.hasPrefix($0) }
    }
  }
}

/// Where damage was heard last, in seconds.
private final class DamagedEnd: Sendable {
  private let place = Mutex<Rational?>(nil)

  func note(_ seconds: Rational) { place.withLock { $0 = max($0 ?? seconds, seconds) } }
  var last: Rational? { place.withLock(\.self) }
}
