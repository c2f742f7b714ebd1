import Foundation
import Media

/// Packets and what is to be known of them, as bytes: a length, a header in JSON of that many bytes, and the packets'
/// own bytes one after another, each with those of its addition behind it.
struct PacketArchive<Facts: Codable> {
  var facts: Facts
  var packets: [EncodedPacket]

  private struct Header: Codable {
    var facts: Facts
    /// Bytes, pts, dts, duration and 1 for a key of each packet, and the bytes of its addition where it has one.
    var packets: [[Int64]]
  }

  var data: Data {
    let header = Header(
      facts: facts,
      packets: packets.map { packet in
        let numbers: [Int64] = [
          Int64(packet.bytes.count), packet.pts, packet.dts, packet.duration, packet.isKey ? 1 : 0,
        ]
        return packet.addition.isEmpty ? numbers : numbers + [Int64(packet.addition.count)]
      })
    // Plain values can always be encoded.
    let json = try! JSONEncoder().encode(header)
    var data = withUnsafeBytes(of: UInt64(json.count).littleEndian) { Data($0) }
    data.reserveCapacity(data.count + json.count + packets.reduce(0) { $0 + $1.bytes.count + $1.addition.count })
    data += json
    for packet in packets {
      data += packet.bytes
      data += packet.addition
    }
    return data
  }
}

extension PacketArchive {
  /// The times that packets may have, with which there is room to count.
  static var times: ClosedRange<Int64> { -1 << 56...1 << 56 }

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
    func take(_ count: Int64) -> [UInt8]? {
      guard (0...Int64(data.endIndex - position)).contains(count) else { return nil }
      defer { position += Int(count) }
      return Array(data[position..<position + Int(count)])
    }
    for numbers in header.packets {
      guard (5...6).contains(numbers.count), numbers[1...3].allSatisfy(PacketArchive.times.contains),
        let bytes = take(numbers[0]),
        let addition = take(numbers.count == 6 ? numbers[5] : 0)
      else { return nil }
      packets.append(
        EncodedPacket(
          bytes: bytes, pts: numbers[1], dts: numbers[2], duration: numbers[3], isKey: numbers[4] == 1,
          addition: addition))
    }
    guard position == data.endIndex else { return nil }
  }
}
