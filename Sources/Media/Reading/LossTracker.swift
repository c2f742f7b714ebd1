import TimelineModel

/// Goes along with the packets of a stream and says which of them a loss concerns.
struct LossTracker {
  /// How a loss concerns a packet.
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
    // libavformat knows the place of the first that begins in a piece of the file and not that of others.
    guard position >= 0 else { return Finding(lacksParts: lacksParts, followsHole: false) }
    defer { last = position }
    lacksParts = losses.lacksParts(at: position) ?? packet.isCorrupt
    return Finding(lacksParts: lacksParts, followsHole: losses.isHole(between: last, and: position))
  }

  /// True if something is missing behind the last packet.
  var endsInHole: Bool { losses?.isHole(between: last, and: .max) ?? false }

  /// Goes on from anywhere. What comes next is taken to refer to nothing before it.
  mutating func jump() { (last, lacksParts) = (.max, false) }
}
