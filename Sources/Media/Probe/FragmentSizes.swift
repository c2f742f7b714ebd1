/// The sizes of samples that a fragment of MP4 lists (ISO/IEC 14496-12, 8.8).
struct FragmentSizes {
  /// The sizes of the samples of a track that a fragment says nothing else of, by the number of the track.
  private var defaults: [Int64: Int64] = [:]

  /// - Parameter movie: The box `moov`.
  /// - Throws: what `read` throws.
  init(_ movie: MovieBox, read: @escaping ByteReading) throws(LibAVError) {
    guard let extensions = try movie.first("mvex", read: read) else { return }
    var boxes = MovieBoxes(extensions.content, read: read)
    while let box = try boxes.next("trex") {
      let bytes = Array(box.beginning.prefix(24))
      guard bytes.count == 24 else { continue }
      defaults[Int64(bigEndian: bytes[4..<8])] = Int64(bigEndian: bytes[16..<20])
    }
  }

  /// The number of bytes of all samples of a fragment.
  /// - Throws: what `read` throws.
  func bytes(of fragment: MovieBox, read: @escaping ByteReading) throws(LibAVError) -> Int64 {
    let read = try fragment.buffered(read)
    var sum: Int64 = 0
    var parts = MovieBoxes(fragment.content, read: read)
    while let part = try parts.next("traf") {
      var size: Int64 = 0
      var boxes = MovieBoxes(part.content, read: read)
      while let box = try boxes.next() {
        switch box.name {
        case "tfhd": size = defaultSize(box)
        case "trun": sum += try bytes(ofRun: box, size, read)
        default: break
        }
      }
    }
    return sum
  }

  /// The size of the samples of a track in a fragment whose header is `box`, where they have none of their own.
  private func defaultSize(_ box: MovieBox) -> Int64 {
    let bytes = Array(box.beginning)
    guard bytes.count >= 8 else { return 0 }
    let flags = Int64(bigEndian: bytes[1..<4])
    // Before it stand an offset, the number of a description, and a duration.
    let place = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0) + (flags & 8 != 0 ? 4 : 0)
    guard flags & 0x10 != 0, place + 4 <= bytes.count else { return defaults[Int64(bigEndian: bytes[4..<8])] ?? 0 }
    return Int64(bigEndian: bytes[place..<place + 4])
  }

  private func bytes(ofRun box: MovieBox, _ size: Int64, _ read: ByteReading) throws(LibAVError) -> Int64 {
    let head = Array(box.beginning.prefix(8))
    guard head.count == 8 else { return 0 }
    let flags = Int64(bigEndian: head[1..<4])
    let count = Int64(bigEndian: head[4..<8])
    let fields = (0..<4).filter { flags & 0x100 << $0 != 0 }
    guard flags & 0x200 != 0 else { return min(count, FragmentSizes.mostSamples) * size }
    let width = 4 * fields.count
    let place = 4 * (fields.firstIndex(of: 1) ?? 0)
    let start = box.content.lowerBound + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
    let room = max(box.content.upperBound - start, 0) / Int64(width)
    let bytes = try read(start, Int(min(count, room, FragmentSizes.mostSamples)) * width)
    return stride(from: 0, to: bytes.count - bytes.count % width, by: width)
      .reduce(0) { $0 + Int64(bigEndian: bytes[($1 + place)..<($1 + place + 4)]) }
  }

  private static let mostSamples: Int64 = 1 << 20
}
