/// A packet of a transport stream (ISO/IEC 13818-1, 2.4.3).
struct TransportPacket {
  static let sync: UInt8 = 0x47
  /// Bytes.
  static let length = 188

  let identifier: Int
  let counter: UInt8
  let hasPayload: Bool
  /// True for the first of a unit.
  let begins: Bool
  /// True where decoding may begin.
  let isRandomAccess: Bool
  /// True if its counter need not follow on the one before.
  let isDiscontinuous: Bool
  /// True if it is scrambled, or was not received without an error.
  let isUnreadable: Bool
  /// True if bytes that mean nothing fill up what the payload leaves.
  let isPadded: Bool
  let payload: ArraySlice<UInt8>
  /// True if a unit is said to begin where none does.
  var beginsNothing: Bool { begins && !payload.prefix(3).elementsEqual([0, 0, 1].prefix(payload.count)) }

  /// Nil if no packet begins there, or not all its bytes are there.
  init?(_ bytes: [UInt8], at start: Int) {
    guard start + TransportPacket.length <= bytes.count, bytes[start] == TransportPacket.sync else { return nil }
    identifier = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
    begins = bytes[start + 1] & 0x40 != 0
    isUnreadable = bytes[start + 1] & 0x80 != 0 || bytes[start + 3] & 0xC0 != 0
    hasPayload = bytes[start + 3] & 0x10 != 0
    counter = bytes[start + 3] & 0xF
    let hasField = bytes[start + 3] & 0x20 != 0
    let fieldLength = hasField ? 1 + Int(bytes[start + 4]) : 0
    let flags = fieldLength > 1 ? bytes[start + 5] : 0
    isDiscontinuous = flags & 0x80 != 0
    isRandomAccess = flags & 0x40 != 0
    isPadded = hasField && TransportPacket.isPadded(bytes[start + 4..<start + min(4 + fieldLength, TransportPacket.length)])
    payload = bytes[min(start + 4 + fieldLength, start + TransportPacket.length)..<start + TransportPacket.length]
  }

  /// True if an adaptation field is longer than what its flags say that it holds.
  private static func isPadded(_ field: ArraySlice<UInt8>) -> Bool {
    guard field.count > 1 else { return true }
    let flags = field[field.startIndex + 1]
    // A clock, that of an original, and a countdown; then private bytes and an extension, with their lengths.
    var needed = 2 + (flags & 0x10 != 0 ? 6 : 0) + (flags & 0x08 != 0 ? 6 : 0) + (flags & 0x04 != 0 ? 1 : 0)
    for flag in [0x02, 0x01] as [UInt8] where flags & flag != 0 && needed < field.count {
      needed += 1 + Int(field[field.startIndex + needed])
    }
    return field.count > needed
  }
}
