extension VideoSegment {
  /// Whether it hides all of a canvas wherever it has a picture: opaque, unblended and as its fit laid it.
  package func fills(_ canvas: PixelSize, _ catalog: MediaCatalog) -> Bool {
    guard opacity == Curve(1), fade == .none, matte == nil, effects.isEmpty, blend == .normal,
      placement.scale == Curve(Point(x: 1, y: 1)), placement.rotation == Curve(0), placement.position == nil,
      placement.matrix == nil, placement.crop == Curve(.unit)
    else { return false }
    if case .color(let color) = content { return color.isOpaque }
    // Of a file that nobody has looked into nothing is known.
    guard let video = media.flatMap({ catalog.facts(for: $0) })?.video, !video.hasAlpha else { return false }
    let size = video.displaySize
    switch placement.fit {
    case .cover, .stretch: return true
    case .contain: return size.width * canvas.height == size.height * canvas.width
    case .none: return size.width >= canvas.width && size.height >= canvas.height
    }
  }
}

extension [VideoTrack] {
  /// The lanes of a track with transitions together, and every other track by itself.
  package var groupedByOrigin: [[VideoTrack]] {
    reduce(into: []) { groups, track in
      if let last = groups.last?.last, last.origin.span != nil, last.origin == track.origin {
        groups[groups.count - 1].append(track)
      } else {
        groups.append([track])
      }
    }
  }
}
