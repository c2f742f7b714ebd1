import CFFmpeg

/// Takes packets of AMR apart that hold several frames of speech, as phones write them into 3GP. Libavcodec decodes the
/// first alone.
final class SpeechSplitter {
  private let sizes: [Int]
  /// The frames of the last packet that have not been given.
  private var rest: [Packet] = []

  /// Nil for other codecs.
  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    switch stream.pointee.codecpar.pointee.codec_id {
    case AV_CODEC_ID_AMR_NB: sizes = SpeechSplitter.narrowBand
    case AV_CODEC_ID_AMR_WB: sizes = SpeechSplitter.wideBand
    default: return nil
    }
  }

  /// The bytes of frames by their type, the byte of the type included (RFC 4867, section 5.3); 0 for what is not kept in
  /// files.
  private static let narrowBand = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
  private static let wideBand = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

  /// Forgets what is left, for a seek.
  func reset() { rest = [] }

  /// Puts the next frame of the last packet into `packet`; false if none is left.
  func next(_ packet: Packet) -> Bool {
    guard !rest.isEmpty else { return false }
    packet.take(rest.removeFirst())
    return true
  }

  /// Leaves the first frame in a packet and keeps the others. One that is not made of whole frames stays as it is.
  func split(_ packet: Packet) throws(LibAVError) {
    let places = places(in: packet.bytes)
    guard places.count > 1 else { return }
    let whole = packet.pointer.pointee
    func time(_ number: Int) -> Int64 { whole.duration * Int64(number) / Int64(places.count) }
    for number in places.indices.dropFirst() {
      let frame = try Packet()
      try libav("av_packet_ref", av_packet_ref(frame.pointer, packet.pointer))
      frame.take(places[number], at: time(number), until: time(number + 1), of: whole)
      rest.append(frame)
    }
    packet.take(places[0], at: 0, until: time(1), of: whole)
  }

  /// Where in a packet its frames stand; empty if they do not fill it.
  private func places(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      let size = sizes[Int(bytes[place] >> 3 & 0xF)]
      guard size > 0, place + size <= bytes.count else { return [] }
      places.append(place..<place + size)
      place += size
    }
    return places
  }
}

extension Packet {
  /// Makes it a part of a packet: bytes of it, and ticks from its time on.
  fileprivate func take(_ bytes: Range<Int>, at start: Int64, until end: Int64, of whole: AVPacket) {
    pointer.pointee.data = whole.data + bytes.lowerBound
    pointer.pointee.size = Int32(bytes.count)
    if whole.pos >= 0 { pointer.pointee.pos = whole.pos + Int64(bytes.lowerBound) }
    if whole.pts != cff_no_timestamp { pointer.pointee.pts = whole.pts + start }
    if whole.dts != cff_no_timestamp { pointer.pointee.dts = whole.dts + start }
    pointer.pointee.duration = end - start
  }
}
