import CFFmpeg

/// Tells from the bits of a stream's packets, which come in the order of decoding, in which order they are shown.
final class PictureOrder {
  /// Where among the others a picture is shown. Places can be compared within a run of packets without a seek.
  struct Place: Comparable {
    /// All of a group is shown before the next one.
    var group: Int64
    var number: Int64

    static func < (left: Place, right: Place) -> Bool { (left.group, left.number) < (right.group, right.number) }
  }

  private enum Kind {
    /// Between two pictures that others refer to stand those that are decoded after the second.
    case betweenReferences
    /// A number in each picture, which begins anew with some key frames.
    case numbered(NALCodec, NALFraming)
  }

  private let kind: Kind
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var parser: UnsafeMutablePointer<AVCodecParserContext>
  private var group: Int64 = 0
  private var between: Int64 = 0
  /// True where a picture came that is only one of the two fields of a frame.
  private(set) var hasFields = false

  /// Nil for codecs whose packets are not looked into.
  init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    let codec = parameters.pointee.codec_id
    switch codec {
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4: kind = .betweenReferences
    case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC:
      let nal: NALCodec = codec == AV_CODEC_ID_H264 ? .h264 : .hevc
      let sets = try? ParameterSets(codec: nal, extradata: parameters.pointee.headers)
      kind = .numbered(nal, sets?.framing ?? .annexB)
    default: return nil
    }
    guard let parser = av_parser_init(Int32(bitPattern: codec.rawValue)) else { return nil }
    self.parser = parser
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    context = avcodec_alloc_context3(nil)
    guard context != nil, avcodec_parameters_to_context(context, parameters) >= 0 else { return nil }
  }

  deinit {
    av_parser_close(parser)
    avcodec_free_context(&context)
  }

  /// True where a frame's time follows from the times of decoding alone.
  var isCertain: Bool { if case .betweenReferences = kind { true } else { false } }

  /// Forgets what came before, for a seek.
  func reset() {
    guard let context, let fresh = av_parser_init(Int32(bitPattern: context.pointee.codec_id.rawValue)) else { return }
    av_parser_close(parser)
    parser = fresh
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    (group, between) = (0, 0)
  }

  /// Of the next packet in the order of decoding.
  func place(of packet: Packet) -> Place {
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
    av_parser_parse2(
      parser, context, &bytes, &count, packet.pointer.pointee.data, packet.pointer.pointee.size,
      packet.pointer.pointee.pts, packet.pointer.pointee.dts, packet.pointer.pointee.pos)
    switch kind {
    case .betweenReferences:
      if parser.pointee.pict_type == Int32(AV_PICTURE_TYPE_B.rawValue) {
        between += 1
        return Place(group: group - 1, number: between)
      }
      (group, between) = (group + 1, 0)
      return Place(group: group, number: 0)
    case .numbered(let codec, let framing):
      let structure = parser.pointee.picture_structure
      if structure == AV_PICTURE_STRUCTURE_TOP_FIELD || structure == AV_PICTURE_STRUCTURE_BOTTOM_FIELD {
        hasFields = true
      }
      if PictureOrder.beginsAnew(packet.bytes, codec, framing) { group += 1 }
      return Place(group: group, number: Int64(parser.pointee.output_picture_number))
    }
  }

  /// True for a key frame after which no picture is shown that is decoded before it.
  private static func beginsAnew(
    _ bytes: UnsafeBufferPointer<UInt8>, _ codec: NALCodec, _ framing: NALFraming
  ) -> Bool {
    var offset = 0
    while let unit = framing.next(in: bytes, from: &offset) {
      let type = codec.type(bytes[unit.lowerBound])
      if codec.isSlice(type) { return codec == .h264 ? type == 5 : (16...20).contains(type) }
    }
    return false
  }
}
