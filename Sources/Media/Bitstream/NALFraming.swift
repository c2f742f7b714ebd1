/// How the NAL units of H.264 and HEVC are told apart in a packet.
enum NALFraming: Hashable, Sendable {
  /// Start codes, as in MPEG-TS and as encoders give them.
  case annexB
  /// A length of so many bytes before each, as in MP4 and Matroska.
  case lengthPrefixed(Int)

  /// The next unit at or after `offset`, which moves behind it; nil at the end, and where the bytes are not framed in
  /// this way. Then `offset` has not come to the end.
  func next(in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> Range<Int>? {
    switch self {
    case .annexB: NALFraming.nextByStartCode(in: bytes, from: &offset)
    case .lengthPrefixed(let size): NALFraming.nextByLength(in: bytes, from: &offset, lengthSize: size)
    }
  }

  private static func nextByLength(
    in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int, lengthSize: Int
  ) -> Range<Int>? {
    while offset + lengthSize <= bytes.count {
      let length = bytes[offset..<offset + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      let start = offset + lengthSize
      guard length <= bytes.count - start else { return nil }
      offset = start + length
      if length > 0 { return start..<offset }
    }
    return nil
  }

  /// Zeros before a start code and at the end belong to no unit.
  private static func nextByStartCode(in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> Range<Int>? {
    while let code = startCode(in: bytes, from: offset) {
      let start = code + 3
      var end = startCode(in: bytes, from: start) ?? bytes.count
      offset = end
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      if end > start { return start..<end }
    }
    if bytes[min(offset, bytes.count)...].allSatisfy({ $0 == 0 }) { offset = bytes.count }
    return nil
  }

  /// Where the next 00 00 01 begins.
  private static func startCode(in bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int? {
    var index = offset
    while index + 2 < bytes.count {
      let third = bytes[index + 2]
      if third > 1 {
        index += 3
      } else if third == 1, bytes[index] == 0, bytes[index + 1] == 0 {
        return index
      } else {
        index += 1
      }
    }
    return nil
  }
}
