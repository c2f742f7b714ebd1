import Platform
import Glibc
import TimelineModel

/// Looks through the elements that a Matroska file is made of, and finds where they no longer fit into one another.
///
/// Libavformat goes on with the next cluster then and says nothing, so what is missing would look like a pause.
struct MatroskaStructure {
  private let file: Descriptor
  private let length: Int64
  private let trouble = Trouble()

  /// Why the file could not be read on; a file that cannot be read is not one that ends.
  private final class Trouble { var code: Int32 = 0 }

  /// Nanoseconds in a tick.
  private var scale: Int64 = 1_000_000
  private var clusterTime: Int64 = 0
  /// Of the last block that is whole, in ticks.
  private var lastTime: Int64 = 0

  /// Where in the file damage begins.
  private var places: [Int64] = []
  /// The time of the last block before the first of them, in ticks.
  private var firstTime: Int64?

  /// The container time, in seconds, of the last block before the first damage, and where in the file each damage
  /// begins; nil where all fits, and where the file only breaks off.
  static func damage(path: ConfinedPath) throws(LibAVError) -> (time: Rational, places: [Int64])? {
    var structure = try MatroskaStructure(path)
    structure.walk()
    try structure.checkReading()
    guard let time = structure.firstTime else { return nil }
    return (Rational(time) * Rational(structure.scale, 1_000_000_000), structure.places)
  }

  /// Whether the file ends before the end that it announces; nil where it announces none.
  static func breaksOff(path: ConfinedPath) throws(LibAVError) -> Bool? {
    let structure = try MatroskaStructure(path)
    let isShortened = structure.segment?.end.map { $0 > structure.length }
    try structure.checkReading()
    return isShortened
  }

  private init(_ path: ConfinedPath) throws(LibAVError) {
    do throws(SystemFailure) {
      file = try path.open()
      length = Int64(try file.status().st_size)
    } catch {
      throw LibAVError(error, call: "open")
    }
  }

  private func checkReading() throws(LibAVError) {
    if trouble.code != 0 { throw LibAVError(call: "read", code: -trouble.code) }
  }

  private struct Element {
    var id: UInt32
    var content: Int64
    /// Nil where it ends with the first that does not belong into it.
    var end: Int64?
  }

  private var segment: Element? {
    guard let head = element(at: 0), head.id == 0x1A45_DFA3, let start = head.end else { return nil }
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
        position = element.end ?? end
      }
    }
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
      case 0xE7: clusterTime = number(element) ?? clusterTime
      case 0xA3 where next <= length: readTime(ofBlockAt: element.content)
      case 0xA0 where next <= length:
        if let block = self.element(at: element.content), block.id == 0xA1 { readTime(ofBlockAt: block.content) }
      default: break
      }
      position = next
    }
    return end
  }

  /// Where the next cluster begins.
  private mutating func step(overDamageAt place: Int64) -> Int64 {
    places.append(place)
    firstTime = firstTime ?? lastTime
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

  /// Behind the track's number stands how many ticks after the cluster it is.
  private mutating func readTime(ofBlockAt position: Int64) {
    let bytes = bytes(at: position, count: 10)
    guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount + 2 else { return }
    let place = first.leadingZeroBitCount + 1
    let offset = Int16(bitPattern: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
    let (time, overflows) = clusterTime.addingReportingOverflow(Int64(offset))
    if !overflows { lastTime = max(lastTime, time) }
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
