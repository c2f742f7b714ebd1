// Tests of whether the file of a picture is complete.

extension PictureFile {
  // MARK: JPEG

  /// True if the first picture of a JPEG file has its end-of-image marker (ITU-T T.81, B.1.1).
  func hasEndOfJPEG() throws(LibAVError) -> Bool {
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

  /// The position of the first marker at or behind `start`, restart markers left out; the length of the file if there is none.
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

  // MARK: GIF

  /// True if the blocks of a GIF reach its trailer (GIF89a, section 12).
  func hasEndOfGIF() throws(LibAVError) -> Bool {
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

  // MARK: QOI, OpenEXR and Sun

  /// True if the last bytes of a QOI file hold its end marker.
  func hasEndOfQOI() throws(LibAVError) -> Bool {
    let start = max(length - Int64(PictureFile.block), 0)
    let mark: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    return try read(start, PictureFile.block).ranges(of: mark).count > 0
  }

  /// True if an OpenEXR file holds all blocks that it lists. One with tiles or several parts is not checked, and counts as
  /// whole.
  func hasAllBlocksOfEXR() throws(LibAVError) -> Bool {
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
      let count = Int(Int64(littleEndian: header[place..<place + 4]))
      place += 4
      guard place + count <= header.count else { return true }
      if words[0] == "compression", count == 1 { rowsOfBlock = PictureFile.rowsOfBlocks[Int(header[place])] ?? 0 }
      if words[0] == "dataWindow", count == 16 {
        func side(_ at: Int) -> Int64 {
          Int64(Int32(truncatingIfNeeded: Int64(littleEndian: header[place + at..<place + at + 4])))
        }
        rows = side(12) - side(4) + 1
      }
      place += count
    }
    guard !isTiled, rows > 0, rowsOfBlock > 0 else { return true }
    let blocks = Int(min((rows + rowsOfBlock - 1) / rowsOfBlock, 1 << 20))
    let table = try read(Int64(place) + 1, blocks * 8)
    guard table.count == blocks * 8 else { return false }
    for at in stride(from: 0, to: table.count, by: 8) {
      let offset = Int64(littleEndian: table[at..<at + 8])
      // One that is not known is found by reading on.
      guard offset > 0, offset < length else { return false }
      let head = try read(offset, 8)
      guard head.count == 8, offset + 8 + Int64(littleEndian: head[4...]) <= length else { return false }
    }
    return true
  }

  /// The number of rows of a block, by the number of its compression method.
  private static let rowsOfBlocks: [Int: Int64] = [0: 1, 1: 1, 2: 1, 3: 16, 4: 32, 5: 16, 6: 32, 7: 32, 8: 32, 9: 256]

  /// True if there are as many bytes as the header of a Sun raster says.
  func hasAllOfSunRaster() throws(LibAVError) -> Bool {
    let head = try read(0, 32)
    guard head.count == 32 else { return false }
    func field(_ index: Int) -> Int64 { Int64(bigEndian: head[index * 4..<index * 4 + 4]) }
    guard field(1) < 1 << 24, field(2) < 1 << 24, field(3) <= 32 else { return false }
    let row = (field(1) * field(3) + 15) / 16 * 2
    let isCoded = field(5) == 2
    return 32 + field(7) + (isCoded ? field(4) : row * field(2)) <= length
  }
}
