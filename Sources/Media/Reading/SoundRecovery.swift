/// Tells when sound can be trusted again after a loss: some bytes within a frame look like the beginning of one, and what
/// is decoded from there is noise.
struct SoundRecovery {
  /// The number of whole packets since the last loss, each beginning where the one before it ends.
  private var streak = 0
  /// The end of the last packet, in ticks.
  private var end: Int64?

  private static let packets = 3

  /// Takes the next packet. True once enough whole packets have followed one another.
  mutating func add(_ packet: Packet, isWhole: Bool) -> Bool {
    streak = isWhole && follows(packet) ? streak + 1 : 0
    end = packet.pts.map { $0 + packet.duration }
    return streak >= SoundRecovery.packets
  }

  private func follows(_ packet: Packet) -> Bool {
    guard let end, let begins = packet.pts else { return false }
    return (begins - end).magnitude <= UInt64(max(packet.duration / 2, 1))
  }
}
