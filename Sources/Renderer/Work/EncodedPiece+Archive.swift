import Foundation
import Media

/// A piece as bytes: a length, a header in JSON of that many bytes, and the packets' bytes one after another.
extension EncodedPiece {
  private struct Header: Codable {
    var parameters: StreamParameters
    var packets: [Packet]
  }

  private struct Packet: Codable {
    var size: Int
    var pts: Int64
    var dts: Int64
    var duration: Int64
    var isKey: Bool
  }

  var archive: Data {
    let header = Header(
      parameters: parameters,
      packets: packets.map { packet in
        Packet(
          size: packet.bytes.count, pts: packet.pts, dts: packet.dts, duration: packet.duration, isKey: packet.isKey)
      })
    // Plain values can always be encoded.
    let json = try! JSONEncoder().encode(header)
    var data = withUnsafeBytes(of: UInt64(json.count).littleEndian) { Data($0) }
    data.reserveCapacity(data.count + json.count + packets.reduce(0) { $0 + $1.bytes.count })
    data += json
    for packet in packets { data += packet.bytes }
    return data
  }

  /// Nil where the bytes are none of an archive.
  init?(archive data: Data) {
    let start = data.startIndex + 8
    guard data.count >= 8 else { return nil }
    let length = data[..<start].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(data.count - 8) else { return nil }
    var position = start + Int(length)
    guard let header = try? JSONDecoder().decode(Header.self, from: data[start..<position]),
      header.packets.allSatisfy({ $0.size >= 0 }),
      header.packets.reduce(0, { $0 + $1.size }) == data.endIndex - position
    else { return nil }
    parameters = header.parameters
    packets = header.packets.map { packet in
      defer { position += packet.size }
      return EncodedPacket(
        bytes: Array(data[position..<position + packet.size]), pts: packet.pts, dts: packet.dts,
        duration: packet.duration, isKey: packet.isKey)
    }
  }
}
