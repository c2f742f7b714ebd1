import Platform
import Glibc
import TimelineModel

/// Looks through the elements that a Matroska file is made of, and finds where they no longer fit into one another.
///
/// Libavformat goes on with the next cluster then and says nothing, so what is missing would look like a pause.
struct MatroskaStructure {
  private let file: Descriptor
  private let length: Int64
  private var segment: Element?
  /// Whether the file ends within a block.
  private(set) var endsWithinBlock = false
  private let trouble = Trouble()

  /// Why the file could not be read on; a file that cannot be read is not one that ends.
  private final class Trouble { var code: Int32 = 0 }

  /// Nanoseconds in a tick.
  private var scale: Int64 = 1_000_000
  /// The time of the last cluster that has one, in ticks; nil before the first.
  private var clusterTime: Int64?
  /// The time of the last block that is whole, in ticks; nil before the first.
  private var lastTime: Int64?

  /// The first place at which the clock goes back: from one cluster to the next, or from the blocks of a track to a
  /// keyframe of it; nil if it does nowhere.
  private(set) var clockJump: PacketScan.ClockJump?
  /// The latest time of the blocks of each track so far, in ticks.
  private var latestTimes: [UInt64: Int64] = [:]

  /// Whether a track is encrypted.
  private(set) var isEncrypted = false
  /// The numbers of the tracks; none before they were read.
  private var tracks: Set<UInt64> = []
  /// Where in the file damage begins.
  private var places: [Int64] = []
  /// The time of the last block before the first of them, in ticks.
  private var firstTime: Int64?

  /// Reads all elements of a file.
  init(path: ConfinedPath) throws(LibAVError) {
    do throws(SystemFailure) {
      file = try path.open()
      length = Int64(try file.status().st_size)
    } catch {
      throw LibAVError(error, call: "open")
    }
    segment = readSegment()
    walk()
    try checkReading()
  }

  /// The container time, in seconds, of the last block before the first damage, and the offsets at which damage begins;
  /// nil if all fits, or the file only breaks off.
  var damage: (time: Rational, places: [Int64])? {
    firstTime.map { (seconds($0), places) }
  }

  private func seconds(_ ticks: Int64) -> Rational { Rational(ticks) * Rational(scale, 1_000_000_000) }

  /// The container time, in seconds, at which the file begins where the first damage is before the first block that is
  /// whole; nil if it is not, or if neither the cluster nor the index tells.
  var lostBeginning: Rational? { isDamagedAtBeginning ? (damagedCluster ?? firstListed).map(seconds) : nil }

  private var isDamagedAtBeginning = false
  /// The time of the cluster that the first damage is in, in ticks.
  private var damagedCluster: Int64?
  /// The first time in the index, in ticks.
  private var firstListed: Int64?

  /// Whether the file ends before the end that it announces; nil if it announces none.
  var isShortened: Bool? { segment?.end.map { $0 > length } }

  private func checkReading() throws(LibAVError) {
    if trouble.code != 0 { throw LibAVError(call: "read", code: -trouble.code) }
  }

  private struct Element {
    var id: UInt32
    var content: Int64
    /// Nil where it ends with the first that does not belong into it.
    var end: Int64?
  }

  private func readSegment() -> Element? {
    guard let head = element(at: 0), head.id == MatroskaStructure.head, let start = head.end else { return nil }
    return element(at: start).flatMap { $0.id == 0x1853_8067 ? $0 : nil }
  }

  private mutating func walk() {
    guard let segment else { return }
    let end = min(segment.end ?? length, length)
    var position = segment.content
    while position < end, let element = element(at: position) {
      if !fits(element, among: MatroskaStructure.ofSegment, upTo: segment.end ?? .max) {
        position = step(overDamageAt: position)
      } else if element.id == MatroskaStructure.cluster {
        position = walk(cluster: element)
      } else {
        if element.id == 0x1549_A966 { readScale(in: element) }
        if element.id == 0x1654_AE6B { readTracks(in: element) }
        if element.id == 0x1C53_BB6B { readIndex(in: element) }
        position = element.end ?? end
      }
    }
    // Where two files were put together, the second is not read.
    if places.isEmpty, let end = segment.end, element(at: end)?.id == MatroskaStructure.head { note(damageAt: end) }
  }

  /// Where to go on.
  private mutating func walk(cluster: Element) -> Int64 {
    let end = min(cluster.end ?? length, length)
    var position = cluster.content
    while position < end, let element = element(at: position) {
      if cluster.end == nil, MatroskaStructure.ofSegment.contains(element.id) { return position }
      guard fits(element, among: MatroskaStructure.ofCluster, upTo: cluster.end ?? .max) else {
        return step(overDamageAt: position)
      }
      let next = element.end ?? end
      switch element.id {
      case 0xE7: begin(clusterAt: number(element))
      case 0xA3 where next <= length:
        guard takeBlock(element.content..<next, isSimple: true) else { return step(overDamageAt: position) }
      case 0xA0 where next <= length:
        guard let block = block(of: element), takeBlock(block, isSimple: false) else {
          return step(overDamageAt: position)
        }
      case 0xA3, 0xA0: endsWithinBlock = true
      case let id where !MatroskaStructure.ofCluster.contains(id):
        // No kind of element has been added to clusters since the format began.
        note(damageAt: position)
      default: break
      }
      position = next
    }
    return end
  }

  private mutating func begin(clusterAt time: Int64?) {
    guard let time else { return }
    if let clusterTime { compareClock(clusterTime, with: time) }
    clusterTime = time
  }

  private mutating func compareClock(_ last: Int64, with time: Int64) {
    guard clockJump == nil, time < last else { return }
    let jump = PacketScan.ClockJump(from: seconds(last), to: seconds(time))
    if jump.isBack { clockJump = jump }
  }

  private mutating func note(damageAt place: Int64) {
    places.append(place)
    guard firstTime == nil else { return }
    firstTime = lastTime ?? clusterTime ?? 0
    isDamagedAtBeginning = lastTime == nil
    damagedCluster = clusterTime
  }

  /// Notes damage, and returns the offset of the next cluster, or of the end of the file.
  private mutating func step(overDamageAt place: Int64) -> Int64 {
    note(damageAt: place)
    var position = place + 1
    while position < length {
      let window = bytes(at: position, count: 1 << 16)
      for index in window.indices.dropLast(3) where window[index] == 0x1F {
        if window[index...].prefix(4).elementsEqual([0x1F, 0x43, 0xB6, 0x75]) { return position + Int64(index) }
      }
      position += Int64(max(window.count - 3, 1))
    }
    return length
  }

  private static let head: UInt32 = 0x1A45_DFA3
  private static let cluster: UInt32 = 0x1F43_B675

  /// An element that nobody knows may be a new one, if one that is known follows it.
  private func fits(_ element: Element, among known: Set<UInt32>, upTo limit: Int64) -> Bool {
    guard let end = element.end else { return known.contains(element.id) }
    // Where the whole breaks off, its parts do.
    guard end <= limit || limit > length else { return false }
    if known.contains(element.id) { return true }
    return end == limit || self.element(at: end).map { known.contains($0.id) } == true
  }

  private static let ofSegment: Set<UInt32> = [
    0x114D_9B74, 0x1549_A966, 0x1654_AE6B, 0x1F43_B675, 0x1C53_BB6B, 0x1941_A469, 0x1254_C367, 0x1043_A770, 0xEC, 0xBF,
  ]
  private static let ofCluster: Set<UInt32> = [0xE7, 0xA3, 0xA0, 0xA7, 0xAB, 0x5854, 0xAF, 0xEC, 0xBF]

  // MARK: Reading

  private mutating func readScale(in info: Element) {
    var position = info.content
    while position < info.end ?? 0, let element = element(at: position), let end = element.end {
      if element.id == 0x2AD7B1 { scale = number(element) ?? scale }
      position = end
    }
  }

  private mutating func readTracks(in list: Element) {
    var position = list.content
    while position < list.end ?? 0, let entry = element(at: position), let claimed = entry.end {
      // Many entries that claim to reach far would be walked over and over.
      let end = min(claimed, list.end ?? 0)
      var place = entry.content
      while entry.id == 0xAE, place < end, let element = element(at: place), let next = element.end {
        if element.id == 0xD7, let number = number(element) { tracks.insert(UInt64(bitPattern: number)) }
        if element.id == 0x6D80 { readEncodings(in: element) }
        place = next
      }
      position = end
    }
  }

  /// Notes if a `ContentEncodings` element contains an encryption.
  private mutating func readEncodings(in list: Element) {
    var position = list.content
    while position < list.end ?? 0, let encoding = element(at: position), let end = encoding.end {
      var place = encoding.content
      while encoding.id == 0x6240, place < end, let element = element(at: place), let next = element.end {
        if element.id == 0x5033, number(element) == 1 { isEncrypted = true }
        place = next
      }
      position = end
    }
  }

  /// Notes the time of the first point in the index.
  private mutating func readIndex(in index: Element) {
    var position = index.content
    while firstListed == nil, position < index.end ?? 0, let point = element(at: position), let end = point.end {
      if point.id == 0xBB, let time = element(at: point.content), time.id == 0xB3 { firstListed = number(time) }
      position = end
    }
  }

  /// The block in a group of elements; nil if there is none.
  private func block(of group: Element) -> Range<Int64>? {
    var position = group.content
    while position < group.end ?? 0, let element = element(at: position), let end = element.end {
      if element.id == 0xA1 { return element.content..<end }
      position = end
    }
    return nil
  }

  /// Notes the time of a block, and returns false if it cannot be one: a number of its track, how many ticks after the
  /// cluster it is, and flags that say how frames are laced in it (RFC 9559, 10). Only a simple block says by itself
  /// whether it is a keyframe.
  private mutating func takeBlock(_ range: Range<Int64>, isSimple: Bool) -> Bool {
    let bytes = bytes(at: range.lowerBound, count: min(range.count, 12))
    guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount + 3 else { return false }
    let place = first.leadingZeroBitCount + 1
    let number = bytes[..<place].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ 1 << (7 * UInt64(place))
    guard tracks.isEmpty || tracks.contains(number) else { return false }
    let offset = Int16(bitPattern: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
    let (time, overflows) = (clusterTime ?? 0).addingReportingOverflow(Int64(offset))
    if !overflows {
      lastTime = max(lastTime ?? time, time)
      let latest = latestTimes[number] ?? time
      if isSimple, bytes[place + 2] & 0x80 != 0 { compareClock(latest, with: time) }
      latestTimes[number] = max(latest, time)
    }
    let lacing = bytes[place + 2] >> 1 & 3
    guard lacing != 0 else { return true }
    let content = self.bytes(at: range.lowerBound, count: min(range.count, 1 << 16)).dropFirst(place + 3)
    return MatroskaStructure.holds(content, lacing, in: range.count - place - 3)
  }

  /// True if the sizes of laced frames fit into the content of their block. `bytes` are the first of it.
  private static func holds(_ bytes: ArraySlice<UInt8>, _ lacing: UInt8, in count: Int) -> Bool {
    // A single frame is not laced.
    guard let more = bytes.first, more > 0 else { return false }
    let (isXiph, isFixed) = (lacing == 1, lacing == 2)
    if isFixed { return (count - 1) % (Int(more) + 1) == 0 }
    var (rest, total, size) = (bytes.dropFirst(), 0, 0)
    for index in 0..<Int(more) {
      if isXiph {
        size = 0
        repeat {
          guard let byte = rest.popFirst() else { return false }
          size += Int(byte)
          if byte < 255 { break }
        } while true
      } else {
        guard let first = rest.first, first != 0, rest.count > first.leadingZeroBitCount else { return false }
        let length = first.leadingZeroBitCount + 1
        let value = rest.prefix(length).reduce(0) { $0 << 8 | Int($1) } ^ 1 << (7 * length)
        rest = rest.dropFirst(length)
        // Behind the first, each size is given as its distance from the one before.
        size = index == 0 ? value : size + value - (1 << (7 * length - 1) - 1)
      }
      guard 0...count ~= size else { return false }
      total += size
    }
    return total <= count - (rest.startIndex - bytes.startIndex)
  }

  /// Nil at the end, and where there are no bytes that could be one.
  private func element(at position: Int64) -> Element? {
    let bytes = bytes(at: position, count: 12)
    guard let first = bytes.first else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    // What cannot be read is an element that nobody knows and that ends nowhere.
    guard idLength <= 4, bytes.count > idLength else { return Element(id: 0, content: position, end: nil) }
    let id = bytes[..<idLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let sizeLength = bytes[idLength].leadingZeroBitCount + 1
    guard sizeLength <= 8, bytes.count >= idLength + sizeLength else {
      return Element(id: 0, content: position, end: nil)
    }
    let marked = bytes[idLength..<idLength + sizeLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let size = marked & (1 << (7 * UInt64(sizeLength)) - 1)
    let content = position + Int64(idLength + sizeLength)
    let isUnknown = size == 1 << (7 * UInt64(sizeLength)) - 1
    return Element(id: id, content: content, end: isUnknown ? nil : content + Int64(size))
  }

  private func number(_ element: Element) -> Int64? {
    guard let end = element.end, end - element.content <= 8 else { return nil }
    return bytes(at: element.content, count: Int(end - element.content)).reduce(0) { $0 << 8 | Int64($1) }
  }

  private func bytes(at position: Int64, count: Int) -> [UInt8] {
    do throws(SystemFailure) { return try file.bytes(at: position, count: count) } catch {
      trouble.code = error.code
      return []
    }
  }
}
