import TimelineModel

extension FrameRecipe {
  /// The recipe as a person reads it: what goes in at each label, then the graph in ffmpeg's syntax.
  package var text: String {
    var lines = ["frame \(frame) at \(time)"]
    for (source, input) in zip(sources, graph.inputs) {
      lines.append("  [\(input.label)] \(source.text), \(input.size) \(input.pixelFormat)")
    }
    return (lines + (graph.filters.isEmpty ? ["  as it is"] : [graph.text])).joined(separator: "\n") + "\n"
  }
}

extension PictureSource {
  var text: String {
    switch content {
    case .movie(let media, let frame): "frame \(frame) of \(media)"
    case .still(let media): media.path
    case .color(let color): "\(color)"
    case .run(let run, let frame):
      "\(run.source(frame).text) in a run from \(run.frames.lowerBound) through \(run.filterNames)"
    case .text(let text): "text \(text.string.debugDescription)"
    case .shape(let shape): "\(shape.figure.name) \(shape.size)"
    case .mask(let mask): "the wipe \(mask.wipe) at \(mask.progress.graphNumber)"
    }
  }
}
