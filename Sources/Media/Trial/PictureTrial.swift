import CFFmpeg
import CJPEG

/// A check of pictures within drawings: they are decoded to find out whether they are undamaged.
enum PictureTrial {
  /// True if bytes begin like a PNG or a JPEG.
  static func isPicture(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: PNGStructure.beginning) || bytes.starts(with: jpeg)
  }

  private static let jpeg: [UInt8] = [0xFF, 0xD8]

  /// Returns what is wrong with a PNG or a JPEG; nil if nothing is, or if the bytes begin like neither.
  /// - Throws: LibAVError if the system refuses something.
  static func complaint(about bytes: [UInt8]) throws(LibAVError) -> String? {
    if bytes.starts(with: PNGStructure.beginning) { return try complaint(aboutPNG: bytes) }
    return bytes.starts(with: jpeg) ? try complaint(aboutJPEG: bytes) : nil
  }

  private static func complaint(aboutJPEG bytes: [UInt8]) throws(LibAVError) -> String? {
    // libjpeg draws it in the end, which tells other damage than libavcodec does.
    var (width, height): (UInt32, UInt32) = (0, 0)
    var message = [CChar](repeating: 0, count: Int(cjpeg_longest_message))
    switch cjpeg_decode(bytes, UInt(bytes.count), PictureLimit.pixels, &width, &height, &message) {
    case cjpeg_whole: break
    case cjpeg_too_large: return PictureLimit.complaint(about: Int(width), Int(height))
    case cjpeg_no_memory: throw LibAVError(call: "jpeg_read_scanlines", code: cff_error_no_memory)
    default: return damage(String(nullTerminated: message))
    }
    do throws(LibAVError) { return try decode(bytes, AV_CODEC_ID_MJPEG).map { damage($0.log) } } catch {
      // It reads fewer kinds, such as none with arithmetic coding.
      if error.isRefusal { throw error }
      return nil
    }
  }

  private static func complaint(aboutPNG bytes: [UInt8]) throws(LibAVError) -> String? {
    let structure = try PNGStructure(length: Int64(bytes.count)) { position, count in
      Array(bytes.dropFirst(Int(position)).prefix(count))
    }
    if let chunk = structure.damagedChunk { return damage("the checksum of \(chunk)") }
    guard bytes.count >= 24 else { return damage("it has no header") }
    func number(at place: Int) -> Int { Int(Int64(bigEndian: bytes[place..<place + 4])) }
    // Width and height are what the header begins with.
    if let words = PictureLimit.complaint(about: number(at: 16), number(at: 20)) { return words }
    do throws(LibAVError) { return try decode(bytes, AV_CODEC_ID_PNG).map { damage($0.log) } } catch {
      if error.isRefusal { throw error }
      return damage(error.log ?? LibAVLog.lastLine)
    }
  }

  private static func damage(_ words: String?) -> String { "it is damaged" + (words.map { " (\($0))" } ?? "") }

  /// Decodes a picture with libavcodec, and returns what the decoder says of damage; nil if it says nothing.
  private static func decode(_ bytes: [UInt8], _ codec: AVCodecID) throws(LibAVError) -> LibAVError? {
    let format = try allocated("avformat_alloc_context", avformat_alloc_context())
    defer { avformat_free_context(format) }
    let stream = try allocated("avformat_new_stream", avformat_new_stream(format, nil))
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    stream.pointee.codecpar.pointee.codec_id = codec
    let decoder = try Decoder(stream, threads: 1)
    LibAVLog.begin()
    try decoder.send(try Packet(bytes, at: 0))
    try decoder.send(nil)
    try decoder.receive()?.freeFrame()
    return decoder.takeComplaint(at: 0)
  }
}
