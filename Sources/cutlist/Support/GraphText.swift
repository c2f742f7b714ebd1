import Planner
import Renderer
import TimelineModel

/// For each shot the graph that draws the frame in its middle, with what is fed into it.
func graphText(of composition: Composition, _ renderer: FrameRenderer) throws(RenderFailure) -> String {
  var parts: [String] = []
  for shot in renderer.plan.shots {
    let middle = (shot.frames.lowerBound + shot.frames.upperBound) / 2
    let recipe = try renderer.recipe(for: middle)
    let rate = composition.canvas.rate
    var lines = [
      "shot: frames \(shot.frames.lowerBound) to \(shot.frames.upperBound - 1), \(rate.seconds(ofFrame: shot.frames.lowerBound).inWords) to \(rate.seconds(ofFrame: shot.frames.upperBound).inWords); frame \(middle):"
    ]
    for (source, input) in zip(recipe.sources, recipe.graph.inputs) {
      lines.append("  [\(input.label)] \(source.inWords), \(input.size) \(input.pixelFormat)")
    }
    if recipe.graph.filters.isEmpty {
      lines.append("  as it is")
    } else {
      lines += recipe.graph.text.split(separator: "\n").map { "  " + $0 }
    }
    parts.append(lines.joined(separator: "\n"))
  }
  return parts.joined(separator: "\n\n")
}

extension PictureSource {
  fileprivate var inWords: String {
    switch content {
    case .movie(let media, let frame): "frame \(frame) of \(media)"
    case .still(let media): "\(media)"
    case .color(let color): "\(color)"
    case .title(let index): "title \(index + 1)"
    }
  }
}
