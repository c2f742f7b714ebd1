/// Tells what a transport stream lacks of a picture that libavformat calls corrupt, from the counters in its packets of
/// 188 bytes (ISO/IEC 13818-1, 2.4.3).
///
/// libavformat says the same of a picture whose length is written wrongly, and of the last one before two recordings were
/// joined, where the counters begin anew and nothing is missing.
struct TransportLoss {
  /// Reads bytes at a place in the file: fewer at its end.
  typealias Reader = (_ position: Int64, _ count: Int) throws(LibAVError) -> [UInt8]

  private static let packetLength = 188
  /// Longer than any picture.
  private static let limit: Int64 = 64 << 20

  /// The number by which packets name their stream.
  let identifier: Int
  let read: Reader

  /// True if all packets are there of the picture that begins at a place and of the next one, as far as counters tell,
  /// and if what comes after a gap between two refers to nothing that may be missing. The end of one may be missing.
  ///
  /// It is the next one that libavformat means where it finds the end of a picture by the beginning of another.
  func leavesWhole(picturesAt start: Int64) throws(LibAVError) -> Bool {
    guard start >= 0, let stride = try stride(at: start) else { return false }
    var counter: UInt8?
    var begun = 0
    var position = start
    while position < start + TransportLoss.limit {
      let block = try read(position, stride * 512)
      guard block.count >= TransportLoss.packetLength else { return counter != nil }
      for offset in Swift.stride(from: 0, through: block.count - TransportLoss.packetLength, by: stride) {
        guard let packet = Packet(block, at: offset) else { return false }
        guard packet.identifier == identifier, packet.hasPayload else { continue }
        let follows = counter.map { packet.counter == ($0 + 1) & 0xF } ?? true
        begun += packet.begins ? 1 : 0
        guard follows || packet.begins && packet.isRandomAccess else { return false }
        if begun > 2 { return true }
        guard begun > 0, !packet.isUnreadable else { return false }
        counter = packet.counter
      }
      position += Int64(stride) * 512
    }
    return false
  }

  /// The bytes from the beginning of one packet to that of the next: 188, or 192 with a time stamp and 204 with a
  /// checksum between them. Nil if no packets follow on one another there.
  private func stride(at start: Int64) throws(LibAVError) -> Int? {
    let beginning = try read(start, 204 * 3)
    if beginning.count < 192 { return beginning.first == Packet.sync ? TransportLoss.packetLength : nil }
    return [TransportLoss.packetLength, 192, 204].first { stride in
      Swift.stride(from: 0, to: beginning.count, by: stride).allSatisfy { beginning[$0] == Packet.sync }
    }
  }

  private struct Packet {
    static let sync: UInt8 = 0x47

    let identifier: Int
    let counter: UInt8
    let hasPayload: Bool
    /// True for the first of a picture.
    let begins: Bool
    /// True where decoding may begin.
    let isRandomAccess: Bool
    /// True if it is scrambled, or was not received without an error.
    let isUnreadable: Bool

    /// Nil if no packet begins there. All its bytes are there.
    init?(_ bytes: [UInt8], at start: Int) {
      guard bytes[start] == Packet.sync else { return nil }
      identifier = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
      begins = bytes[start + 1] & 0x40 != 0
      isUnreadable = bytes[start + 1] & 0x80 != 0 || bytes[start + 3] & 0xC0 != 0
      hasPayload = bytes[start + 3] & 0x10 != 0
      counter = bytes[start + 3] & 0xF
      isRandomAccess = bytes[start + 3] & 0x20 != 0 && bytes[start + 4] > 0 && bytes[start + 5] & 0x40 != 0
    }
  }
}
