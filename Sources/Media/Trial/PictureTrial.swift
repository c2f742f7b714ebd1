import CFFmpeg

/// Where pictures that stand within files are decoded to find out whether they are whole.
enum PictureTrial {
  /// Returns what is wrong with a PNG or a JPEG; nil if nothing is, or if the bytes begin like neither.
  /// - Throws: LibAVError if the system refuses something.
  static func complaint(about bytes: [UInt8]) throws(LibAVError) -> String? {
    guard let codec = beginnings.first(where: { bytes.starts(with: $0.bytes) })?.codec else { return nil }
    let format = try allocated("avformat_alloc_context", avformat_alloc_context())
    defer { avformat_free_context(format) }
    let stream = try allocated("avformat_new_stream", avformat_new_stream(format, nil))
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    stream.pointee.codecpar.pointee.codec_id = codec
    let decoder = try Decoder(stream, threads: 1)
    LibAVLog.begin()
    do throws(LibAVError) {
      try decoder.send(try Packet(bytes, at: 0))
      try decoder.send(nil)
      guard let frame = try decoder.receive() else { return "it has no end" }
      frame.freeFrame()
    } catch {
      if error.isRefusal { throw error }
      return words(for: error.log ?? LibAVLog.lastLine, about: bytes)
    }
    return decoder.takeComplaint(at: 0).map { words(for: $0.log, about: bytes) }
  }

  private static let beginnings: [(bytes: [UInt8], codec: AVCodecID)] = [
    ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), AV_CODEC_ID_PNG), ([0xFF, 0xD8, 0xFF], AV_CODEC_ID_MJPEG),
  ]

  private static func words(for line: String?, about bytes: [UInt8]) -> String {
    if let (width, height) = size(in: line ?? "", of: bytes), let words = PictureLimit.complaint(about: width, height) {
      return words
    }
    return "it is damaged" + (line.map { " (\($0))" } ?? "")
  }

  /// The size of a picture that libavcodec calls wrong; nil if the line is about something else.
  private static func size(in line: String, of bytes: [UInt8]) -> (Int, Int)? {
    if let match = line.firstMatch(of: /Picture size ([0-9]+)x([0-9]+)(?: is| exceeds)/) {
      return Int(match.1).flatMap { width in Int(match.2).map { (width, $0) } }
    }
    guard line.contains("Invalid image size"), bytes.count >= 24 else { return nil }
    // Of PNG it does not say which: width and height are what the header begins with.
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(at: 16), number(at: 20))
  }
}
