import TimelineModel

/// Tells of the packets of a stream, one after another, what is missing in and before them.
struct LossTracker {
  /// What is missing in a packet and before it.
  struct Finding {
    /// True if parts of it are missing.
    var lacksParts: Bool
    /// True if something is missing between the packet before it and this one.
    var followsHole: Bool
  }

  let losses: PacketLosses?
  private var last: Int64 = 0
  private var lacksParts = false

  init(_ losses: PacketLosses?) { self.losses = losses }

  mutating func look(at packet: Packet) -> Finding {
    guard let losses else { return Finding(lacksParts: packet.isCorrupt, followsHole: false) }
    let position = packet.place
    // libavformat knows the offset of the first frame in a piece, and not those of the others.
    guard position >= 0 else { return Finding(lacksParts: lacksParts, followsHole: false) }
    defer { last = position }
    lacksParts = losses.lacksParts(at: position) ?? packet.isCorrupt
    return Finding(lacksParts: lacksParts, followsHole: losses.isHole(between: last, and: position))
  }

  /// True if something is missing behind the last packet.
  var endsInHole: Bool { losses?.isHole(between: last, and: .max) ?? false }

  /// Notes a seek. The next packet is taken to refer to nothing before it.
  mutating func jump() { (last, lacksParts) = (.max, false) }
}
