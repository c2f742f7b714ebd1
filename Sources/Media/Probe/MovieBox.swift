/// A box of a QuickTime or MP4 file (ISO/IEC 14496-12, 4.2).
struct MovieBox {
  /// The four bytes of its name, as Latin-1.
  var name: String
  /// The byte offset at which it begins.
  var start: Int64
  /// The byte offsets of its content, which may reach beyond the end of the file.
  var content: Range<Int64>
  /// The first bytes of its content, of which there are fewer where the file ends.
  var beginning: ArraySlice<UInt8>

  /// A box at the beginning of some bytes; nil if there is none.
  /// - Parameters:
  ///   - bytes: The box's first bytes, 16 of them at least unless the file ends before.
  ///   - start: The byte offset at which they stand.
  ///   - end: The end of a box that says that it is as long as there is room.
  fileprivate init?(_ bytes: [UInt8], at start: Int64, end: Int64) {
    guard bytes.count >= 8 else { return nil }
    name = String(String.UnicodeScalarView(bytes[4..<8].map { Unicode.Scalar($0) }))
    self.start = start
    let short = Int64(bigEndian: bytes[0..<4])
    let isLong = short == 1
    guard !isLong || bytes.count >= 16 && bytes[8] == 0 else { return nil }
    let head: Int64 = isLong ? 16 : 8
    let size = isLong ? Int64(bigEndian: bytes[8..<16]) : short == 0 && name != "moof" ? end - start : short
    guard size >= head else { return nil }
    content = start + head..<start + size
    beginning = bytes.dropFirst(Int(head))
  }

  /// Returns a function that reads the box from memory and the rest of the file with `read`.
  ///
  /// A box of more than 1 MiB is not kept in memory.
  /// - Throws: `LibAVError` if the file cannot be read.
  func buffered(_ read: @escaping ByteReading) throws(LibAVError) -> ByteReading {
    guard content.upperBound - start <= MovieBox.mostKept else { return read }
    let (start, bytes) = (start, try read(start, Int(content.upperBound - start)))
    return { position, count throws(LibAVError) in
      guard position >= start, position + Int64(count) <= start + Int64(bytes.count) else { return try read(position, count) }
      let place = Int(position - start)
      return Array(bytes[place..<place + count])
    }
  }

  /// The size of the largest box that is kept in memory, in bytes.
  private static let mostKept: Int64 = 1 << 20

  /// The first box that lies within it under these names, each within the one before; nil if there is none.
  /// - Throws: LibAVError if the file cannot be read.
  func first(_ names: String..., read: @escaping ByteReading) throws(LibAVError) -> MovieBox? {
    var box = self
    for name in names {
      var boxes = MovieBoxes(box.content, read: read)
      guard let inner = try boxes.next(name) else { return nil }
      box = inner
    }
    return box
  }

  /// Returns the boxes `trak` with a track ID. A valid movie has one at most.
  /// - Throws: `LibAVError` if the file cannot be read.
  func tracks(_ number: Int64, read: @escaping ByteReading) throws(LibAVError) -> [MovieBox] {
    var found: [MovieBox] = []
    var parts = MovieBoxes(content, read: read)
    while let part = try parts.next("trak") {
      if try part.first("tkhd", read: read)?.number(atOld: 12, atNew: 20) == number { found.append(part) }
    }
    return found
  }

  /// Returns the distinct sample descriptions of a track; none if the track has no table of them.
  /// - Throws: `LibAVError` if the file cannot be read.
  func sampleDescriptions(read: @escaping ByteReading) throws(LibAVError) -> [SampleDescription] {
    guard let table = try first("mdia", "minf", "stbl", "stsd", read: read), table.content.count > 8 else { return [] }
    var found: [SampleDescription] = []
    var boxes = MovieBoxes(table.content.dropFirst(8), read: read)
    while let box = try boxes.next(), found.count < MovieBox.mostDescriptions {
      let description = SampleDescription(
        name: box.name, bytes: try read(box.content.lowerBound, min(box.content.count, MovieBox.longestDescription)))
      if !found.contains(description) { found.append(description) }
    }
    return found
  }

  /// A sample description of a track: the codec of some of its samples, and the headers for them.
  struct SampleDescription: Hashable {
    /// The four characters of the codec.
    var name: String
    var bytes: [UInt8]
  }

  private static let mostDescriptions = 64
  private static let longestDescription = 1 << 16

  /// The number of four bytes that stands at one place in a box of version 0 and at another one in later ones; nil if
  /// the box ends before it.
  func number(atOld old: Int, atNew new: Int) -> Int64? {
    let place = beginning.startIndex + (beginning.first == 1 ? new : old)
    guard place + 4 <= beginning.endIndex, Int64(place + 4 - beginning.startIndex) <= content.count else { return nil }
    return Int64(bigEndian: beginning[place..<place + 4])
  }
}

/// A walk over the boxes that stand side by side in a part of a file.
struct MovieBoxes {
  /// The byte offset of the next box, or of what is none.
  private(set) var position: Int64
  private let end: Int64
  private let read: ByteReading
  private var count = 0

  /// A day of fragments has fewer boxes.
  private static let mostBoxes = 1 << 20
  /// The numbers that are asked for stand before.
  private static let beginning = 48

  init(_ part: Range<Int64>, read: @escaping ByteReading) {
    position = part.lowerBound
    end = part.upperBound
    self.read = read
  }

  /// Whether there is room for one more box.
  var hasRoom: Bool { position + 8 <= end && count < MovieBoxes.mostBoxes }

  /// Returns the next box; nil if there is none.
  mutating func next() throws(LibAVError) -> MovieBox? {
    guard hasRoom, let box = MovieBox(try read(position, MovieBoxes.beginning), at: position, end: end) else {
      return nil
    }
    count += 1
    position = box.content.upperBound
    return box
  }

  /// Returns the next box of one name; nil if there is none.
  mutating func next(_ name: String) throws(LibAVError) -> MovieBox? {
    while let box = try next() {
      if box.name == name { return box }
    }
    return nil
  }
}
