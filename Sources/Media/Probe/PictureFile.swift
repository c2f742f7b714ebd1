import CFFmpeg
import TimelineModel

/// Facts about a picture that its file states and its decoder ignores: whether the file is complete and undamaged, and
/// the orientation.
struct PictureFile {
  /// Whether a part of what is shown is damaged or missing.
  private(set) var isDamaged = false
  /// Whether the file has its end, behind damage that no demuxer passes.
  private(set) var endsBehindDamage = false
  /// Whether frames of an animation are missing at its end.
  private(set) var breaksOff = false
  /// The orientation in which the picture is to be shown; nil if the file does not say.
  private(set) var orientation: Orientation?

  let length: Int64
  let read: ByteReading
  /// The number of bytes that are read at a time.
  static let block = 1 << 16

  /// - Parameter format: The name that libavformat has for its kind.
  /// - Throws: LibAVError if it is of a kind that libavcodec takes for a black picture, and what `read` throws.
  init(_ format: String, length: Int64, read: @escaping ByteReading) throws(LibAVError) {
    let ahead = ReadAhead(read)
    self.length = length
    self.read = { position, count throws(LibAVError) in try ahead.bytes(at: position, count: count) }
    switch format {
    case "png_pipe", "apng": try lookAtPNG()
    case "jpeg_pipe", "jpegls_pipe": isDamaged = try !hasEndOfJPEG()
    case "tiff_pipe": try lookAtTIFF()
    case "webp_pipe": orientation = try orientation(inWebP: 12)
    case "gif": breaksOff = try !hasEndOfGIF()
    case "exr_pipe": isDamaged = try !hasAllBlocksOfEXR()
    case "qoi_pipe": isDamaged = try !hasEndOfQOI()
    case "sunrast_pipe": isDamaged = try !hasAllOfSunRaster()
    default: break
    }
  }

  // MARK: PNG

  private mutating func lookAtPNG() throws(LibAVError) {
    let structure = try PNGStructure(length: length, read: read)
    endsBehindDamage = structure.listedFrames != nil && structure.endsBehindDamage
    isDamaged = structure.damagedChunk != nil
    breaksOff =
      !endsBehindDamage && structure.listedFrames.map { structure.begunFrames < $0 || !structure.hasEnd } ?? false
    if let exif = structure.exif { orientation = try PictureFile.orientation(inEXIF: exif) }
  }

  // MARK: TIFF

  private mutating func lookAtTIFF() throws(LibAVError) {
    guard let directory = try TIFFDirectory(read: read) else { return }
    let kind = try directory.numbers(TIFFDirectory.compression).first
    if !directory.has(TIFFDirectory.dngVersion) {
      if directory.has(TIFFDirectory.tileWidth) || directory.has(TIFFDirectory.tileOffsets) {
        throw PictureFile.unread("it is a TIFF in tiles, which are not read: save it in strips")
      }
      if kind == 6 || kind == 7 {
        throw PictureFile.unread("it is a TIFF compressed as JPEG, which is not read: save it with another compression")
      }
    }
    orientation = try directory.numbers(TIFFDirectory.orientation).first.flatMap(Orientation.init(exif:))
    // In some each byte is the other way around.
    let isTurned = try directory.numbers(TIFFDirectory.fillOrder).first == 2
    guard kind == 8 || kind == 32946, !isTurned else { return }
    // Deflate brings a checksum, which libavcodec does not look at.
    var (bytesLeft, inflatedLeft) = (length, PictureLimit.pixels * PictureFile.mostBytesOfPixel)
    let counts = try directory.numbers(TIFFDirectory.stripByteCounts)
    for (offset, count) in zip(try directory.numbers(TIFFDirectory.stripOffsets), counts) where !isDamaged {
      // Strips do not share bytes.
      bytesLeft -= count
      let strip = bytesLeft < 0 ? [] : try read(offset, Int(count))
      isDamaged = !Inflating.isWhole(strip, bytesLeft: &inflatedLeft)
    }
  }

  private static let mostBytesOfPixel = 16

  private static func unread(_ words: String) -> LibAVError {
    LibAVError(call: "probe", code: cff_error_invalid_data, text: words)
  }

  // MARK: EXIF

  private func orientation(inWebP start: Int64) throws(LibAVError) -> Orientation? {
    var position = start
    while position + 8 <= length {
      let head = try read(position, 8)
      guard head.count == 8 else { return nil }
      let count = Int64(littleEndian: head[4...])
      if head.starts(with: "EXIF".utf8) {
        return try PictureFile.orientation(inEXIF: read(position + 8, Int(min(count, Int64(PictureFile.block)))))
      }
      position += 8 + count + count % 2
    }
    return nil
  }

  /// The orientation in an EXIF block, with or without the name `Exif` before it; nil if there is none.
  private static func orientation(inEXIF bytes: [UInt8]) throws(LibAVError) -> Orientation? {
    let name = Array("Exif\0\0".utf8)
    let plain = bytes.starts(with: name) ? Array(bytes.dropFirst(name.count)) : bytes
    let directory = try TIFFDirectory { position, count in
      position < plain.count ? Array(plain[Int(position)...].prefix(count)) : []
    }
    return try directory?.numbers(TIFFDirectory.orientation).first.flatMap(Orientation.init(exif:))
  }
}

extension Orientation {
  /// Nil if the number is none of those that EXIF has.
  fileprivate init?(exif number: Int64) {
    switch number {
    case 1: self.init(quarterTurns: 0)
    case 2: self.init(quarterTurns: 0, isMirrored: true)
    case 3: self.init(quarterTurns: 2)
    case 4: self.init(quarterTurns: 2, isMirrored: true)
    case 5: self.init(quarterTurns: 3, isMirrored: true)
    case 6: self.init(quarterTurns: 1)
    case 7: self.init(quarterTurns: 1, isMirrored: true)
    case 8: self.init(quarterTurns: 3)
    default: return nil
    }
  }
}
