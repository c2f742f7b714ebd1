import CFFmpeg
import TimelineModel

/// What the parts of a picture's file tell that its decoder does not: whether it is all there and as it was written, and
/// how the camera was held.
struct PictureFile {
  /// Whether a part of what is shown is damaged or missing.
  private(set) var isDamaged = false
  /// Whether frames of a moving one are missing at its end.
  private(set) var breaksOff = false
  /// Nil if it does not say.
  private(set) var orientation: Orientation?

  private let length: Int64
  private let read: ReadAhead.Reading

  /// - Parameter format: The name that libavformat has for its kind.
  /// - Throws: LibAVError if it is of a kind that libavcodec takes for a black picture, and what `read` throws.
  init(_ format: String, length: Int64, read: @escaping ReadAhead.Reading) throws(LibAVError) {
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
    case "qoi_pipe": isDamaged = try self.read(length - 8, 8) != [0, 0, 0, 0, 0, 0, 0, 1]
    case "sunrast_pipe": isDamaged = try !hasAllOfSunRaster()
    default: break
    }
  }

  // MARK: PNG

  private mutating func lookAtPNG() throws(LibAVError) {
    let structure = try PNGStructure(length: length, read: read)
    isDamaged = structure.damagedChunk != nil
    breaksOff = structure.listedFrames.map { structure.begunFrames < $0 || !structure.hasEnd } ?? false
    if let exif = structure.exif { orientation = try PictureFile.orientation(inEXIF: exif) }
  }

  // MARK: JPEG

  /// True if the first picture of a file has the mark of its end (ITU-T T.81, B.1.1).
  private func hasEndOfJPEG() throws(LibAVError) -> Bool {
    var position: Int64 = 2
    while true {
      position = try nextMark(from: position)
      let mark = try read(position, 4)
      guard mark.count > 1, mark[1] != 0xD9 else { return mark.count > 1 }
      let stands = mark[1] == 0xD8
      position += 2
      if !stands, mark.count == 4 { position += Int64(mark[2]) << 8 + Int64(mark[3]) }
    }
  }

  /// The place of the first mark from a place on that is no restart; the length of the file if there is none.
  private func nextMark(from start: Int64) throws(LibAVError) -> Int64 {
    var (position, before): (Int64, UInt8) = (start, 0)
    while position < length {
      let block = try read(position, position == start ? 2 : PictureFile.block)
      if block.isEmpty { break }
      for (index, byte) in block.enumerated() {
        // In JPEG a zero follows each byte of data that looks like a mark, in JPEG-LS a zero bit.
        if before == 0xFF, byte >= 0x80, byte != 0xFF, !(0xD0...0xD7).contains(byte) {
          return position + Int64(index) - 1
        }
        before = byte
      }
      position += Int64(block.count)
    }
    return length
  }

  private static let block = 1 << 16

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
    guard kind == 8 || kind == 32946 else { return }
    // Deflate brings a checksum, which libavcodec does not look at.
    let counts = try directory.numbers(TIFFDirectory.stripByteCounts)
    for (offset, count) in zip(try directory.numbers(TIFFDirectory.stripOffsets), counts) {
      let strip = try read(offset, Int(min(count, length)))
      if !Inflating.isWhole(strip) { isDamaged = true }
    }
  }

  private static func unread(_ words: String) -> LibAVError {
    LibAVError(call: "probe", code: cff_error_invalid_data, text: words)
  }

  // MARK: WebP and GIF

  private func orientation(inWebP start: Int64) throws(LibAVError) -> Orientation? {
    var position = start
    while position + 8 <= length {
      let head = try read(position, 8)
      guard head.count == 8 else { return nil }
      let count = head[4...].reversed().reduce(0) { $0 << 8 | Int64($1) }
      if head.starts(with: "EXIF".utf8) {
        return try PictureFile.orientation(inEXIF: read(position + 8, Int(min(count, Int64(PictureFile.block)))))
      }
      position += 8 + count + count % 2
    }
    return nil
  }

  /// The orientation that EXIF says; some programs put the name of that before it.
  private static func orientation(inEXIF bytes: [UInt8]) throws(LibAVError) -> Orientation? {
    let name = Array("Exif\0\0".utf8)
    let plain = bytes.starts(with: name) ? Array(bytes.dropFirst(name.count)) : bytes
    let directory = try TIFFDirectory { position, count in
      position < plain.count ? Array(plain[Int(position)...].prefix(count)) : []
    }
    return try directory?.numbers(TIFFDirectory.orientation).first.flatMap(Orientation.init(exif:))
  }

  /// True if the blocks of a GIF reach its trailer (GIF89a, section 12).
  private func hasEndOfGIF() throws(LibAVError) -> Bool {
    func tableSize(_ flags: UInt8) -> Int64 { flags & 0x80 == 0 ? 0 : 3 << Int64(flags & 7 + 1) }
    let screen = try read(0, 13)
    guard screen.count == 13 else { return false }
    var position = 13 + tableSize(screen[10])
    while let kind = try read(position, 1).first {
      switch kind {
      case 0x3B: return true
      case 0x21: position += 2
      case 0x2C:
        let image = try read(position, 10)
        guard image.count == 10 else { return false }
        position += 11 + tableSize(image[9])
      // Some write zeros between blocks.
      case 0: position += 1; continue
      default: return false
      }
      while let size = try read(position, 1).first {
        position += 1 + Int64(size)
        if size == 0 { break }
      }
    }
    return false
  }

  // MARK: OpenEXR and Sun

  /// True if the table of an OpenEXR of one part lists blocks that are there to their end; also for other ones.
  private func hasAllBlocksOfEXR() throws(LibAVError) -> Bool {
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } }
    let header = try read(0, PictureFile.block)
    guard header.count > 8, header[5] & 0x18 == 0 else { return true }
    let isTiled = header[5] & 0x02 != 0
    var (place, rows, rowsOfBlock) = (8, Int64(0), Int64(1))
    while place < header.count, header[place] != 0 {
      var words: [String] = []
      for _ in 0..<2 {
        guard let end = header[place...].firstIndex(of: 0) else { return true }
        words.append(String(decoding: header[place..<end], as: UTF8.self))
        place = end + 1
      }
      guard place + 4 <= header.count else { return true }
      let count = Int(number(header[place..<place + 4]))
      place += 4
      guard place + count <= header.count else { return true }
      if words[0] == "compression", count == 1 { rowsOfBlock = PictureFile.rowsOfBlocks[Int(header[place])] ?? 0 }
      if words[0] == "dataWindow", count == 16 {
        func side(_ at: Int) -> Int64 { Int64(Int32(truncatingIfNeeded: number(header[place + at..<place + at + 4]))) }
        rows = side(12) - side(4) + 1
      }
      place += count
    }
    guard !isTiled, rows > 0, rowsOfBlock > 0 else { return true }
    let blocks = Int(min((rows + rowsOfBlock - 1) / rowsOfBlock, 1 << 20))
    let table = try read(Int64(place) + 1, blocks * 8)
    guard table.count == blocks * 8 else { return false }
    for at in stride(from: 0, to: table.count, by: 8) {
      let offset = number(table[at..<at + 8])
      // One that is not known is found by reading on.
      guard offset > 0, offset < length else { return false }
      let head = try read(offset, 8)
      guard head.count == 8, offset + 8 + number(head[4...]) <= length else { return false }
    }
    return true
  }

  /// How many rows a block has, by the number of its compression.
  private static let rowsOfBlocks: [Int: Int64] = [0: 1, 1: 1, 2: 1, 3: 16, 4: 32, 5: 16, 6: 32, 7: 32, 8: 32, 9: 256]

  /// True if there are as many bytes as the header of a Sun raster says.
  private func hasAllOfSunRaster() throws(LibAVError) -> Bool {
    let head = try read(0, 32)
    guard head.count == 32 else { return false }
    func field(_ index: Int) -> Int64 { Int64(bigEndian: head[index * 4..<index * 4 + 4]) }
    guard field(1) < 1 << 24, field(2) < 1 << 24, field(3) <= 32 else { return false }
    let row = (field(1) * field(3) + 15) / 16 * 2
    let isCoded = field(5) == 2
    return 32 + field(7) + (isCoded ? field(4) : row * field(2)) <= length
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
