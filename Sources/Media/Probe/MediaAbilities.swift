import CFFmpeg
package import Platform
package import TimelineModel

/// What can be done with a file, each of which needs the one before it.
package struct MediaAbilities: Hashable, Sendable {
  /// A demuxer gives packets of it.
  package var isReadable: Bool
  /// There are decoders for what it shows or plays.
  package var isPlayable: Bool
  /// It has a length, or is a still, and so can be laid on a timeline.
  package var isComposable: Bool

  package init(path: ConfinedPath, finding: MediaFinding) {
    guard case .found(let facts) = finding else {
      (isPlayable, isComposable) = (false, false)
      isReadable = MediaAbilities.givesPackets(path)
      return
    }
    (isReadable, isPlayable) = (true, true)
    let length = [facts.videoEnd, facts.audioEnd].compactMap(\.self).max() ?? .zero
    isComposable = facts.isStill || length > .zero
  }

  private static func givesPackets(_ path: ConfinedPath) -> Bool {
    guard let demuxer = try? Demuxer(path: path), let packet = try? Packet() else { return false }
    return (try? demuxer.read(packet)) ?? false
  }
}
