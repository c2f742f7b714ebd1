import CFFmpeg
import Glibc
import TimelineModel

/// An open media file: its streams and their packets.
///
/// It reads the one file that it was given and nothing else. Playlists and references to other files are refused, so
/// that a document cannot reach what it was not allowed to.
final class Demuxer {
  private var opened: UnsafeMutablePointer<AVFormatContext>?
  private var io: UnsafeMutablePointer<AVIOContext>?
  /// How many bytes the file had when it was opened.
  private var length: Int64 = 0
  /// Nil where the packets say themselves when they are shown.
  private var completion: PacketCompletion?
  private var unpacking: (stream: Int, unpacker: PacketUnpacker)?

  /// `looksInside` says that the streams are to be looked into even if they are known: their rates and lengths are
  /// guessed on the way.
  init(path: String, looksInside: Bool = false) throws(LibAVError) {
    try libav("avio_open", avio_open(&io, "file:" + path, AVIO_FLAG_READ))
    length = max(avio_size(io), 0)
    opened = try allocated("avformat_alloc_context", avformat_alloc_context())
    opened!.pointee.pb = io
    opened!.pointee.io_open = { _, _, _, _, _ in cff_error_permission }
    try libav("avformat_open_input", avformat_open_input(&opened, Demuxer.plainName(of: path), nil, nil))
    if !looksInside, KnownStreams.shared.describe(streams, path: path) { return }
    try libav("avformat_find_stream_info", avformat_find_stream_info(opened, nil))
    try checkReading()
    KnownStreams.shared.remember(streams, format: format, path: path)
  }

  /// Packets of the picture say when they are shown, even where the container leaves that out.
  convenience init(path: String, picture: VideoFacts) throws(LibAVError) {
    try self.init(path: path)
    guard let implied = picture.impliedTimes else { return }
    try takeApart(picture.stream)
    completion = PacketCompletion(try stream(picture.stream), implied)
  }

  /// From here on every packet of a stream holds one frame.
  func takeApart(_ index: Int) throws(LibAVError) {
    unpacking = try PacketUnpacker(try stream(index)).map { (index, $0) }
  }

  /// The name as a hint for what is inside. Libavformat takes `%03d` in it for a sequence of pictures.
  private static func plainName(of path: String) -> String {
    path.map { "%*?{".contains($0) ? "_" : String($0) }.joined()
  }

  deinit {
    avformat_close_input(&opened)
    avio_closep(&io)
  }

  var context: UnsafeMutablePointer<AVFormatContext> { opened! }
  var format: String { String(cString: context.pointee.iformat.pointee.name) }
  var streams: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).map { context.pointee.streams[$0]! }
  }

  func stream(_ index: Int) throws(LibAVError) -> UnsafeMutablePointer<AVStream> {
    guard index < Int(context.pointee.nb_streams) else {
      throw LibAVError(call: "stream \(index)", code: cff_error_stream_not_found)
    }
    return context.pointee.streams[index]!
  }

  /// Leaves out the packets of all other streams.
  func select(_ wanted: Set<Int>) {
    for (index, stream) in streams.enumerated() {
      stream.pointee.discard = wanted.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// False at the end of the file. Damage that libavformat cannot step over counts as the end; what the system refuses to
  /// read does not, nor does a file that has become shorter since it was opened.
  func read(_ packet: Packet) throws(LibAVError) -> Bool {
    guard let completion else { return try readNext(packet) }
    while true {
      if let ready = completion.next() {
        av_packet_unref(packet.pointer)
        av_packet_move_ref(packet.pointer, ready.pointer)
        return true
      }
      if completion.hasEnded { return false }
      if try !readNext(packet) {
        completion.end()
      } else if packet.stream == completion.stream {
        try completion.add(packet)
      } else {
        return true
      }
    }
  }

  private func readNext(_ packet: Packet) throws(LibAVError) -> Bool {
    while try readPacked(packet) {
      guard let unpacking, packet.stream == unpacking.stream else { return true }
      if try unpacking.unpacker.unpack(packet) { return true }
    }
    return false
  }

  private func readPacked(_ packet: Packet) throws(LibAVError) -> Bool {
    av_packet_unref(packet.pointer)
    let code = av_read_frame(context, packet.pointer)
    try checkReading()
    if code == cff_error_eof || code == cff_error_invalid_data { return false }
    try libav("av_read_frame", code)
    return true
  }

  /// Throws where the system refused to read. Libavformat takes that for an end in places, and remembers it here.
  private func checkReading() throws(LibAVError) {
    guard let io = context.pointee.pb?.pointee else { return }
    if io.error < 0, io.error != cff_error_eof { throw LibAVError(call: "read", code: io.error) }
    if io.eof_reached != 0, io.pos < length {
      throw LibAVError(call: "read", code: -EIO, text: "the file ends earlier than it did when it was opened")
    }
  }

  /// To the last key frame whose timestamp in the container's index is not above `timestamp`. False where there is
  /// none.
  func seek(stream: Int, to timestamp: Int64) -> Bool {
    if let completion {
      guard completion.canSeek else { return false }
      completion.reset()
      unpacking?.unpacker.reset()
    }
    return av_seek_frame(context, Int32(stream), timestamp, AVSEEK_FLAG_BACKWARD) >= 0
  }
}
