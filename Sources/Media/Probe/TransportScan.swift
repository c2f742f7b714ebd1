import Diagnostics
import TimelineModel

/// Finds the losses in a transport stream by the counters of its packets.
///
/// libavformat compares the same counters, but its marks are not enough: that of a picture stands on the one before it
/// and is lost where there is none, and it is set as well where a length is written wrongly, and where two recordings
/// were joined, so that the counters begin anew and nothing is missing.
struct TransportScan {

  /// A stream to follow.
  struct Stream {
    /// The number by which packets name it.
    var identifier: Int
    var isPicture: Bool
    /// True if its decoder says itself of which pictures the end is missing.
    var tellsMissingEnds: Bool
  }

  private static let packetsAtOnce = 512
  /// The largest number of bytes that are searched at once for the next packet.
  private static let mostGarbage = 1 << 20
  /// The length of three packets with their checksums, in bytes.
  private static let longestRun = 3 * 204
  /// Further losses are taken for one with the last.
  private static let mostLosses = 100_000

  private let read: ByteReading
  /// The bytes from the beginning of one packet to that of the next: 188, or 192 with a time stamp before each and 204
  /// with a checksum behind it.
  private var stride = TransportPacket.length
  private var units: [Int: Unit] = [:]
  /// Where the counters of a picture begin anew together with the picture.
  private(set) var joins: [Int64] = []
  /// The stream of the packet that was read last.
  private var last: Int?
  /// The identifiers of the streams whose last piece may not be there to its end.
  private(set) var cutStreams: Set<Int> = []
  /// The identifiers of the streams whose last piece is shorter than the length in its header.
  private(set) var shortStreams: Set<Int> = []
  /// By the identifiers of their streams.
  private(set) var losses: [Int: PacketLosses] = [:]

  init(of streams: [Stream], read: @escaping ByteReading) throws(LibAVError) {
    self.read = read
    for stream in streams {
      units[stream.identifier] = Unit(stream: stream)
      losses[stream.identifier] = PacketLosses(incomplete: [], holes: [])
    }
    guard var position = try synchronize(from: 0) else { return }
    while true {
      let block = try read(position, stride * TransportScan.packetsAtOnce)
      var offset = 0
      while let packet = TransportPacket(block, at: offset) {
        take(packet, at: position + Int64(offset))
        offset += stride
      }
      position += Int64(offset)
      guard offset + TransportPacket.length <= block.count || offset == 0 else { continue }
      guard let next = try synchronize(from: position) else { break }
      // What stands between may have been put into the packet before it.
      if next != position, let last { units[last]?.isBroken = true }
      position = next
    }
    // The end of the last one is left to its decoder.
    for unit in units.values {
      if unit.start != nil, !unit.isWhole {
        cutStreams.insert(unit.stream.identifier)
        if unit.length != nil { shortStreams.insert(unit.stream.identifier) }
      }
      if unit.hole != nil || unit.isBroken { end(unit, by: position) }
      if unit.isFollowedByHole { note(holeAt: position, of: unit.stream.identifier) }
    }
  }

  /// The place of the first packet at or behind `start` that others follow; nil if there is none.
  private mutating func synchronize(from start: Int64) throws(LibAVError) -> Int64? {
    var (position, count) = (start, 2048)
    while true {
      let bytes = try read(position, count)
      if let (offset, stride) = TransportScan.firstPacket(in: bytes, isEnd: bytes.count < count) {
        self.stride = stride
        return position + Int64(offset)
      }
      if bytes.count < count { return nil }
      position += Int64(count - TransportScan.longestRun)
      count = min(4 * count, TransportScan.mostGarbage)
    }
  }

  /// Where the first packet stands that two others follow, or at the end as many as there are, and their stride.
  private static func firstPacket(in bytes: [UInt8], isEnd: Bool) -> (offset: Int, stride: Int)? {
    for offset in bytes.indices where bytes[offset] == TransportPacket.sync {
      if offset + TransportPacket.length > bytes.count { return nil }
      let stride = [TransportPacket.length, 192, 204].first { stride in
        [offset + stride, offset + 2 * stride].allSatisfy {
          $0 < bytes.count ? bytes[$0] == TransportPacket.sync : isEnd
        }
      }
      if let stride { return (offset, stride) }
    }
    return nil
  }

  private mutating func take(_ packet: TransportPacket, at position: Int64) {
    last = packet.identifier
    guard packet.hasPayload, var unit = units[packet.identifier] else { return }
    // libavformat gives the place of what stands before a packet, too.
    let place = position - Int64(stride - TransportPacket.length)
    let follows = unit.counter.map { packet.counter == ($0 + 1) & 0xF } ?? true
    let beginsNothing = packet.beginsNothing
    if beginsNothing { unit.isBroken = true }
    if packet.begins {
      let goesOn = (follows || packet.isDiscontinuous) && !unit.isFollowedByHole
      let isJoin = !goesOn && unit.stream.isPicture && packet.isRandomAccess
      if isJoin { joins.append(place) }
      unit.isBroken = unit.isBroken || !goesOn && !unit.isWhole && !(isJoin && unit.stream.tellsMissingEnds)
      let before = unit
      unit.begin(packet, at: place)
      if !goesOn, !isJoin { unit.hole = before.start }
      end(before, by: place)
    } else if !follows {
      if unit.hasLength { unit.isFollowedByHole = true } else { unit.isBroken = true }
    }
    unit.isBroken = unit.isBroken || packet.isUnreadable || beginsNothing
    unit.received += packet.payload.count
    unit.endsPadded = packet.isPadded
    unit.counter = packet.counter
    units[packet.identifier] = unit
  }

  /// Notes what a unit lacks, and what is missing before it, when the next one begins or the stream ends.
  private mutating func end(_ unit: Unit, by next: Int64) {
    guard let start = unit.start else { return }
    let stream = unit.stream
    if unit.isBroken { lose(start..<next, of: stream.identifier) }
    guard let previous = unit.hole else { return }
    // Where the picture begins anew, the sound does.
    let isJoin = joins.leadingCount { $0 < previous } < joins.leadingCount { $0 < next }
    if stream.isPicture || !isJoin { note(holeAt: start, of: stream.identifier) }
  }

  private mutating func lose(_ range: Range<Int64>, of stream: Int) {
    guard var ranges = losses[stream]?.incomplete else { return }
    if ranges.count >= TransportScan.mostLosses, let last = ranges.popLast() {
      ranges.append(last.lowerBound..<range.upperBound)
    } else {
      ranges.append(range)
    }
    losses[stream]?.incomplete = ranges
  }

  private mutating func note(holeAt place: Int64, of stream: Int) {
    guard let count = losses[stream]?.holes.count else { return }
    if count >= TransportScan.mostLosses { return lose(place..<place + 1, of: stream) }
    losses[stream]?.holes.append(place)
  }
}

/// The picture or piece of sound of a stream that is being read (a PES packet).
private struct Unit {
  let stream: TransportScan.Stream
  /// Nil before the first one.
  var start: Int64?
  /// The length that is written in it, in bytes; nil if none is, as in most pictures.
  var length: Int?
  var received = 0
  /// True if parts of it are missing.
  var isBroken = false
  /// The byte offset of the one before it, if something is missing between the two.
  var hole: Int64?
  /// True if the beginning of the next one is missing.
  var isFollowedByHole = false
  var counter: UInt8?

  init(stream: TransportScan.Stream) { self.stream = stream }

  /// True if its last packet is filled up with bytes that mean nothing.
  var endsPadded = false

  /// True if as many bytes have come as its written length says.
  var hasLength: Bool { length.map { received >= $0 } ?? false }

  /// True if it is there to its end. Where no length is written, nothing but the end is padded.
  var isWhole: Bool { length == nil ? endsPadded : hasLength }

  mutating func begin(_ packet: TransportPacket, at place: Int64) {
    (start, received, isBroken, hole, isFollowedByHole) = (place, 0, false, nil, false)
    let head = packet.payload.prefix(6)
    let written = head.count == 6 ? Int(head[head.startIndex + 4]) << 8 | Int(head[head.startIndex + 5]) : 0
    length = written > 0 ? written + 6 : nil
  }
}
