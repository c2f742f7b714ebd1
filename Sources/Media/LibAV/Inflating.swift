import CXML

/// A decompressor of gzip and zlib data.
enum Inflating {
  /// Returns decompressed bytes: at least `most` of them, or as many as can be read if that is fewer.
  static func inflate(_ bytes: [UInt8], atMost most: Int) -> [UInt8] {
    var inflated: [UInt8] = []
    _ = run(bytes) { block in
      inflated += block
      return inflated.count <= most
    }
    return inflated
  }

  /// True if compressed bytes are complete and match their checksum. Subtracts their decompressed length from `bytesLeft`,
  /// and is false if that falls below 0.
  static func isWhole(_ bytes: [UInt8], bytesLeft: inout Int) -> Bool {
    run(bytes) { block in
      bytesLeft -= block.count
      return bytesLeft >= 0
    }
  }

  /// Decompresses bytes and gives them to `take`, block by block, until that returns false.
  /// - Returns: True if the data are complete and match their checksum.
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
