package import TimelineModel

/// Filters that remember frames, run over the frames of one source one after another: from the first that a segment
/// uses to the last, as the source has them. What comes of a frame is then the same whichever frames are asked for.
package struct EffectRun: Hashable, Sendable {
  package var feed: Feed
  /// The numbers of the source's frames that are fed in.
  package var frames: Range<Int64>
  /// What is done to each before.
  package var treatment: FrameTreatment
  /// Has one input.
  package var graph: GraphDescription
  /// How many frames before one decide what comes of it; nil where all do.
  package var reach: Int64?

  package enum Feed: Hashable, Sendable {
    case movie(MediaReference)
    /// By the numbers of the frames.
    case images([MediaReference])
    /// One picture.
    indirect case one(PictureSource.Content)
  }

  package init(
    feed: Feed, frames: Range<Int64>, treatment: FrameTreatment = .none, graph: GraphDescription, reach: Int64?
  ) {
    self.feed = feed
    self.frames = frames
    self.treatment = treatment
    self.graph = graph
    self.reach = reach
  }

  /// What is fed in as the frame of this number.
  package func source(_ frame: Int64) -> PictureSource {
    var source =
      switch feed {
      case .movie(let media): PictureSource(.movie(media, frame: frame))
      case .images(let images): PictureSource(.still(images[Int(frame)]))
      case .one(let content): PictureSource(content)
      }
    source.treatment = treatment
    return source
  }

  /// The files whose frames are fed in.
  var media: [MediaReference] {
    switch feed {
    case .movie(let media): [media]
    case .images(let images): frames.map { images[Int($0)] }
    case .one(let content): [PictureSource(content).media].compactMap(\.self)
    }
  }

  var filterNames: String { graph.filters.map(\.name).joined(separator: ", ") }
}
