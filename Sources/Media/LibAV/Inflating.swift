import CXML

/// The opposite of deflate, with the head and the end of gzip or of zlib.
enum Inflating {
  /// Returns what compressed bytes are made of, up to a number of bytes, or to where they cannot be read any further.
  static func inflate(_ bytes: [UInt8], atMost most: Int) -> [UInt8] {
    var inflated: [UInt8] = []
    _ = run(bytes) { block in
      inflated += block
      return inflated.count <= most
    }
    return inflated
  }

  /// True if compressed bytes reach their end and have the checksum that stands there. Takes what they are made of from
  /// the number of bytes that may be.
  static func isWhole(_ bytes: [UInt8], bytesLeft: inout Int) -> Bool {
    run(bytes) { block in
      bytesLeft -= block.count
      return bytesLeft >= 0
    }
  }

  /// Gives what compressed bytes are made of to `take`, block by block, until that returns false.
  /// - Returns: True if the end was reached, and the checksum there is right.
  private static func run(_ bytes: [UInt8], _ take: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var stream = z_stream()
    guard cxml_begin_inflating(&stream) == Z_OK else { return false }
    defer { inflateEnd(&stream) }
    var (source, block) = (bytes, [UInt8](repeating: 0, count: 1 << 16))
    return source.withUnsafeMutableBufferPointer { source in
      (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(clamping: source.count))
      var code = Z_OK
      while code == Z_OK {
        let count = block.withUnsafeMutableBufferPointer { block in
          (stream.next_out, stream.avail_out) = (block.baseAddress, UInt32(block.count))
          code = CXML.inflate(&stream, Z_NO_FLUSH)
          return block.count - Int(stream.avail_out)
        }
        guard take(block[..<count]) else { return false }
      }
      return code == Z_STREAM_END
    }
  }
}
