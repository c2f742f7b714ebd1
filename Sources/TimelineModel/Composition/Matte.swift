/// A picture that cuts another out: how much of it shows at a pixel multiplies the other's opacity there.
package struct Matte: Hashable, Sendable {
  package var content: Content
  package var channel: Channel
  /// True where it shows what it would hide and hides what it would show.
  package var isInverted: Bool
  package var origin: Origin

  package enum Content: Hashable, Sendable {
    /// What a track shows at the same moment, as it lies on the canvas.
    case track(TrackID)
    /// A single picture, laid on the canvas.
    case still(MediaReference, Fit)
  }

  /// What of the picture counts. Where it leaves the canvas free, there is neither.
  package enum Channel: String, Hashable, Sendable, CaseIterable {
    /// Its brightness from black to white, times its alpha.
    case luma
    case alpha
  }

  package init(_ content: Content, channel: Channel = .luma, isInverted: Bool = false, origin: Origin = .none) {
    self.content = content
    self.channel = channel
    self.isInverted = isInverted
    self.origin = origin
  }
}

extension Composition {
  /// The tracks that serve as mattes.
  package var matteTracks: Set<TrackID> {
    let mattes =
      videoTracks.flatMap { track in [track.matte].compactMap(\.self) + track.segments.compactMap(\.matte) }
      + instructions.flatMap(\.layers).flatMap(\.mattes)
    return Set(mattes.compactMap { if case .track(let id) = $0.content { id } else { nil } })
  }
}

extension Layer {
  fileprivate var mattes: [Matte] {
    let own = [matte].compactMap(\.self)
    guard case .mix(let first, let second, _, _) = content else { return own }
    return own + first.mattes + second.mattes
  }
}
