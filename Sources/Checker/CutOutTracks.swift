import TimelineModel

extension Composition {
  /// The tracks that a matte cuts something out of, as wholes, somewhere in the programme.
  var tracksThatAreCutOut: Set<TrackID> {
    Set(instructions.flatMap(\.layers).flatMap(\.all).filter { $0.matte != nil }.flatMap(\.tracks))
      .union(videoTracks.filter { $0.matte != nil }.map(\.id))
  }
}

extension Layer {
  /// It and all that it mixes.
  fileprivate var all: [Layer] {
    switch content {
    case .track: [self]
    case .mix(let first, let second, _, _): [self] + first.all + second.all
    }
  }
}
