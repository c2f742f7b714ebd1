import Glibc
import Platform
import TimelineModel

/// Finds the damaged and missing pages of an Ogg file.
///
/// Libavformat leaves out a page whose checksum is wrong and goes on with the next one as if nothing were missing. It
/// takes the times of a page's packets from the end of the page before, so they are wrong behind a hole. RFC 3533,
/// section 6, has the layout of a page.
struct OggStructure {
  private let file: Descriptor
  private let length: Int64
  /// The bytes that were read last, and their offset.
  private var window: (start: Int64, bytes: [UInt8]) = (0, [])
  /// The number of bytes that may still be summed up: of a file of beginnings only, each would be summed many times.
  private var bytesLeft: Int64
  private var streams: [Stream] = []
  /// The number of streams that have begun in the present part of the file, which may have several, one after another.
  private var begun = 0
  private var hasContent = false
  /// The streams of the present part by their serial numbers.
  private var places: [UInt32: Int] = [:]
  /// Whether the file ends within a page.
  private(set) var breaksOff = false

  private struct Stream {
    var number: UInt32
    /// The offset of its last page if a packet goes on behind it.
    var open: Int64?
    var hasEnded = false
    /// The offset of damaged bytes behind its last page; nil if there are none.
    var damage: Int64?
    /// False up to its first page with a time, which is the first behind the headers.
    var hasTime = false
    /// The offset from which on packets are incomplete or have wrong times; nil if they are right.
    var wrongFrom: Int64?
    /// True if a page since then had a time, so that those of the next one are right.
    var isTimedAgain = false
    var losses = PacketLosses(incomplete: [], holes: [])

    /// Notes that packets are missing before the page at `position`.
    mutating func lose(before position: Int64) {
      losses.holes.append(position)
      wrongFrom = wrongFrom ?? open ?? position
      isTimedAgain = false
    }

    /// Notes that packets are right from `position` on.
    mutating func recover(at position: Int64) {
      if let wrongFrom { losses.incomplete?.append(wrongFrom..<position) }
      wrongFrom = nil
    }

    mutating func add(_ page: Page, at position: Int64) {
      if isTimedAgain { recover(at: position) }
      // What was recorded of a broadcast has its own numbers behind headers with others.
      if page.number != number &+ 1, hasTime || damage != nil { lose(before: position) }
      let isTimed = page.granule != -1
      isTimedAgain = wrongFrom != nil && (isTimedAgain || isTimed)
      hasTime = hasTime || isTimed && page.granule != 0
      (number, hasEnded, open) = (page.number, page.ends, page.isOpen ? position : nil)
      damage = nil
    }
  }

  private struct Page {
    var serial: UInt32
    var number: UInt32
    var flags: UInt8
    /// The time of the last packet that ends on it, in units of the codec; -1 if none does.
    var granule: Int64
    /// True if its last packet goes on behind it.
    var isOpen: Bool
    var end: Int64

    var begins: Bool { flags & 2 != 0 }
    var ends: Bool { flags & 4 != 0 }
  }

  /// Reads all pages of a file.
  init(path: ConfinedPath) throws(LibAVError) {
    do throws(SystemFailure) {
      let file = try path.open()
      self.init(file, length: Int64(try file.status().st_size))
      try walk()
    } catch {
      throw LibAVError(error, call: "read")
    }
  }

  /// The losses of each stream, in the order in which they begin; nil if it has none. What a file that breaks off lacks
  /// at its end is no loss.
  var losses: [PacketLosses?] { streams.map { $0.losses.holes.isEmpty ? nil : $0.losses } }

  /// Whether the last page of each stream says that no more come, in the order in which they begin.
  var haveEnded: [Bool] { streams.map(\.hasEnded) }

  private init(_ file: Descriptor, length: Int64) {
    self.file = file
    self.length = length
    bytesLeft = 4 * min(length, 1 << 60) + 1 << 20
  }

  private mutating func walk() throws(SystemFailure) {
    var position: Int64 = 0
    while position < length {
      if let page = try page(at: position) {
        note(page, at: position)
        position = page.end
      } else {
        breaksOff = try breaksOff(at: position)
        if breaksOff { break }
        for index in streams.indices { streams[index].damage = streams[index].damage ?? position }
        guard let next = try nextBeginning(behind: position) else { break }
        position = next
      }
    }
    for index in streams.indices {
      // No page follows whose number would tell.
      if let damage = streams[index].damage, !streams[index].hasEnded { streams[index].lose(before: damage) }
      streams[index].recover(at: length)
    }
  }

  private mutating func note(_ page: Page, at position: Int64) {
    if page.begins { return begin(page, at: position) }
    hasContent = true
    guard let index = places[page.serial] else { return }
    streams[index].add(page, at: position)
  }

  /// Begins a stream, or another part of one.
  private mutating func begin(_ page: Page, at position: Int64) {
    if hasContent { (begun, hasContent, places) = (0, false, [:]) }
    guard begun < OggStructure.mostStreams else { return }
    places[page.serial] = places[page.serial] ?? begun
    var stream = Stream(number: page.number, hasEnded: page.ends)
    if streams.indices.contains(begun) {
      streams[begun].recover(at: position)
      stream.losses = streams[begun].losses
      streams[begun] = stream
    } else {
      streams.append(stream)
    }
    begun += 1
  }

  /// Returns the page at a position; nil if there is no whole one.
  private mutating func page(at position: Int64) throws(SystemFailure) -> Page? {
    guard try isBeginning(position), let size = try size(at: position), position + size <= length, bytesLeft >= size
    else { return nil }
    bytesLeft -= size
    let sum = try number(at: position + 22)
    guard try bytes(at: position, count: Int(size), OggStructure.checksum) == sum else { return nil }
    let flags = try bytes(at: position + 5, count: 1) { $0[0] }
    let count = try bytes(at: position + 26, count: 1) { Int($0[0]) }
    // Without packets this is the count itself, which is 0.
    let isOpen = try bytes(at: position + 26 + Int64(count), count: 1) { $0[0] == 255 }
    let (low, high) = (try number(at: position + 6), try number(at: position + 10))
    return Page(
      serial: try number(at: position + 14), number: try number(at: position + 18), flags: flags,
      granule: Int64(bitPattern: UInt64(high) << 32 | UInt64(low)), isOpen: isOpen, end: position + size)
  }

  private mutating func isBeginning(_ position: Int64) throws(SystemFailure) -> Bool {
    guard position + 27 <= length else { return false }
    return try bytes(at: position, count: 6) { $0.elementsEqual(OggStructure.capture + [0, $0[5] & 7]) }
  }

  /// Returns the length that a page says it has, in bytes; nil if the file ends before it says so.
  private mutating func size(at position: Int64) throws(SystemFailure) -> Int64? {
    let count = try bytes(at: position + 26, count: 1) { Int($0[0]) }
    guard position + 27 + Int64(count) <= length else { return nil }
    let content = try bytes(at: position + 27, count: count) { $0.reduce(0) { $0 + Int64($1) } }
    return 27 + Int64(count) + content
  }

  /// Returns true if the last page of the file begins at `position` and is not there to its end.
  private mutating func breaksOff(at position: Int64) throws(SystemFailure) -> Bool {
    guard try isBeginning(position) else { return false }
    let size = try size(at: position)
    guard size.map({ position + $0 > length }) ?? true else { return false }
    // A damaged length is no end.
    return try nextBeginning(behind: position) == nil
  }

  /// Returns the place behind `position` at which the next page may begin; nil if there is none.
  private mutating func nextBeginning(behind position: Int64) throws(SystemFailure) -> Int64? {
    var position = position + 1
    while position + 27 <= length {
      let count = Int(min(length - position, 1 << 16))
      let capture = OggStructure.capture
      let found = try bytes(at: position, count: count) { window in
        window.indices.dropLast(3).first { window[$0] == capture[0] && window[$0...].prefix(4).elementsEqual(capture) }
      }
      if let found { return position + Int64(found) }
      position += Int64(max(count - 3, 1))
    }
    return nil
  }

  // MARK: Reading

  private mutating func number(at position: Int64) throws(SystemFailure) -> UInt32 {
    try bytes(at: position, count: 4) { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// Reads bytes that are within the file.
  private mutating func bytes<Result>(
    at position: Int64, count: Int, _ use: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(SystemFailure) -> Result {
    if position < window.start || position + Int64(count) > window.start + Int64(window.bytes.count) {
      window = (position, try file.bytes(at: position, count: max(count, OggStructure.windowLength)))
      guard window.bytes.count >= count else { throw SystemFailure(code: ESTALE, description: "it became shorter") }
    }
    let start = Int(position - window.start)
    return window.bytes.withUnsafeBufferPointer { use(UnsafeBufferPointer(rebasing: $0[start..<start + count])) }
  }

  /// The limit of libavformat.
  private static let mostStreams = 1000
  /// The bytes that each page begins with.
  private static let capture = Array("OggS".utf8)
  private static let windowLength = 1 << 20

  /// The checksum of a page, whose own field for it counts as 0.
  private static func checksum(of page: UnsafeBufferPointer<UInt8>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var sum: UInt32 = 0
      for index in page.indices {
        let byte = (22..<26).contains(index) ? 0 : page[index]
        sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)]
      }
      return sum
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum & 1 << 31 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
  }
}
