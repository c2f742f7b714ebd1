import CXML

/// The opposite of gzip.
enum Inflating {
  /// Returns what compressed bytes are made of, up to where they cannot be read any further.
  static func inflate(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    guard cxml_begin_inflating(&stream) == Z_OK else { return [] }
    defer { inflateEnd(&stream) }
    var (inflated, block): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
    var source = bytes
    source.withUnsafeMutableBufferPointer { source in
      (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(clamping: source.count))
      var code = Z_OK
      while code == Z_OK {
        let count = block.withUnsafeMutableBufferPointer { block in
          (stream.next_out, stream.avail_out) = (block.baseAddress, UInt32(block.count))
          code = CXML.inflate(&stream, Z_NO_FLUSH)
          return block.count - Int(stream.avail_out)
        }
        inflated += block[..<count]
      }
    }
    return inflated
  }
}
