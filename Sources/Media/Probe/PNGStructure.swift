import CXML

/// The structure of a PNG or APNG: whether its chunks are all there and match their checksums.
struct PNGStructure {
  /// Whether the chunk that ends the file is there.
  private(set) var hasEnd = false
  /// Whether it is there, but the chunks before it do not lead to it.
  private(set) var endsBehindDamage = false
  /// The name of the first chunk with a wrong checksum, of those that decide how the picture looks; nil if there is none.
  private(set) var damagedChunk: String?
  /// The number of frames that an animation lists, and the number that it has; nil and 0 in a still.
  private(set) var listedFrames: Int?
  private(set) var begunFrames = 0
  /// The EXIF block; nil if there is none.
  private(set) var exif: [UInt8]?

  static let beginning: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)

  /// - Throws: what `read` throws.
  init(length: Int64, read: ByteReading) throws(LibAVError) {
    var position = Int64(PNGStructure.beginning.count)
    while position + 8 <= length, !hasEnd {
      let head = try read(position, 8)
      guard head.count == 8 else { return }
      let count = Int64(bigEndian: head[..<4])
      let name = String(decoding: head[4...], as: UTF8.self)
      guard position + 12 + count <= length else {
        let last = try read(length - 8, 4)
        endsBehindDamage = last == Array("IEND".utf8)
        return
      }
      if PNGStructure.deciding(name) {
        try take(name, head[4...], position + 8, Int(count), read)
      }
      position += 12 + count
    }
  }

  private mutating func take(
    _ name: String, _ letters: ArraySlice<UInt8>, _ position: Int64, _ count: Int, _ read: ByteReading
  ) throws(LibAVError) {
    var sum = crc32(0, Array(letters), 4)
    for start in stride(from: 0, to: count, by: PNGStructure.block) {
      let bytes = try read(position + Int64(start), min(PNGStructure.block, count - start))
      sum = crc32(sum, bytes, UInt32(bytes.count))
      if start == 0, name == "acTL" { listedFrames = Int(Int64(bigEndian: bytes.prefix(4))) }
      if start == 0, name == "eXIf" { exif = bytes }
    }
    let written = try read(position + Int64(count), 4)
    if written.count < 4 || Int64(bigEndian: written[...]) != Int64(sum) { damagedChunk = damagedChunk ?? name }
    if name == "fcTL" { begunFrames += 1 }
    if name == "IEND" { hasEnd = true }
  }

  private static let block = 1 << 16

  /// True for chunks that decide how the picture looks.
  private static func deciding(_ name: String) -> Bool {
    name.first?.isUppercase == true
      || ["tRNS", "acTL", "fcTL", "fdAT", "eXIf", "cICP", "iCCP", "gAMA", "cHRM", "sRGB", "pHYs"].contains(name)
  }
}
