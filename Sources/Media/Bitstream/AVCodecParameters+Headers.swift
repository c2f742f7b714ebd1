import CFFmpeg

extension AVCodecParameters {
  /// The codec's headers, which a container keeps apart from the packets.
  var headers: [UInt8] { Array(UnsafeBufferPointer(start: extradata, count: Int(extradata_size))) }
}
