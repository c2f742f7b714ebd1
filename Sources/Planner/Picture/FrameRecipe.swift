package import TimelineModel

/// What one output frame is made of.
package struct FrameRecipe: Hashable, Sendable {
  package var frame: Int64
  package var time: TimelineTime
  /// In the order of the graph's inputs.
  package var sources: [PictureSource]
  /// What makes the finished frame of them. Without filters, the first source is the finished frame as it is.
  package var graph: GraphDescription

  package init(frame: Int64, time: TimelineTime, sources: [PictureSource], graph: GraphDescription) {
    self.frame = frame
    self.time = time
    self.sources = sources
    self.graph = graph
  }
}
