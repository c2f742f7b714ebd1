import Foundation
import Media

/// Packets and what is to be known of them, as bytes: a length, a header in JSON of that many bytes, and the packets'
/// own bytes one after another.
struct PacketArchive<Facts: Codable> {
  var facts: Facts
  var packets: [EncodedPacket]

  private struct Header: Codable {
    var facts: Facts
    /// Bytes, pts, dts, duration and 1 for a key of each packet.
    var packets: [[Int64]]
  }

  var data: Data {
    let header = Header(
      facts: facts,
      packets: packets.map { [Int64($0.bytes.count), $0.pts, $0.dts, $0.duration, $0.isKey ? 1 : 0] })
    // Plain values can always be encoded.
    let json = try! JSONEncoder().encode(header)
    var data = withUnsafeBytes(of: UInt64(json.count).littleEndian) { Data($0) }
    data.reserveCapacity(data.count + json.count + packets.reduce(0) { $0 + $1.bytes.count })
    data += json
    for packet in packets { data += packet.bytes }
    return data
  }
}

extension PacketArchive {
  /// Nil where the bytes are none of an archive.
  init?(_ data: Data) {
    let start = data.startIndex + 8
    guard data.count >= 8 else { return nil }
    let length = data[..<start].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(data.count - 8) else { return nil }
    var position = start + Int(length)
    guard let header = try? JSONDecoder().decode(Header.self, from: data[start..<position]) else { return nil }
    facts = header.facts
    packets = []
    for numbers in header.packets {
      guard numbers.count == 5, (0...Int64(data.endIndex - position)).contains(numbers[0]) else { return nil }
      let end = position + Int(numbers[0])
      packets.append(
        EncodedPacket(
          bytes: Array(data[position..<end]), pts: numbers[1], dts: numbers[2], duration: numbers[3],
          isKey: numbers[4] == 1))
      position = end
    }
    guard position == data.endIndex else { return nil }
  }
}
