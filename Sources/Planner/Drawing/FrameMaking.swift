package import TimelineModel

/// How one output frame is made.
package enum FrameMaking: Hashable, Sendable {
  case graph(FrameRecipe)
  case drawing(DrawingRecipe)

  package var frame: Int64 {
    switch self {
    case .graph(let recipe): recipe.frame
    case .drawing(let recipe): recipe.frame
    }
  }

  package var sources: [PictureSource] {
    switch self {
    case .graph(let recipe): recipe.sources
    case .drawing(let recipe): recipe.sources
    }
  }

  /// Files that are read besides the sources.
  package var files: [MediaReference] {
    let own =
      switch self {
      case .graph(let recipe): recipe.graph.files
      case .drawing(let recipe): recipe.drawing.files
      }
    return own
      + sources.flatMap { source -> [MediaReference] in
        if case .run(let run, _) = source.content { run.graph.files + run.media } else { [] }
      }
  }

  package var text: String {
    switch self {
    case .graph(let recipe): recipe.text
    case .drawing(let recipe): recipe.text
    }
  }

  /// True where the same is done, if to other frames of the sources.
  package func isDrawn(like other: FrameMaking) -> Bool {
    switch (self, other) {
    case (.graph(let one), .graph(let two)): one.graph == two.graph
    case (.drawing(let one), .drawing(let two)): one.drawing == two.drawing
    default: false
    }
  }

  /// True where both give the same picture, whatever their frames.
  package func looksLike(_ other: FrameMaking) -> Bool { isDrawn(like: other) && sources == other.sources }
}
