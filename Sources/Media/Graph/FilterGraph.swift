import CFFmpeg
package import TimelineModel

/// A running libavfilter graph: one frame into every input gives one frame out.
package final class FilterGraph {
  package private(set) var description: GraphDescription

  package init(_ description: GraphDescription, threads: Int = 1) throws(LibAVError) {
    self.description = description
  }

  /// The names of filters that this libavfilter does not have.
  package static func missingFilters(in description: GraphDescription) -> [String] { [] }

  /// The result for one frame on each input, in the description's order. A graph without inputs makes its own.
  package func frame(for inputs: [VideoFrame] = []) throws(LibAVError) -> VideoFrame {
    throw LibAVError(call: "FilterGraph", code: cff_error_filter_not_found)
  }

  /// Sends the options that differ as commands. False, with nothing sent, where `next` has another shape and needs a
  /// graph of its own.
  package func update(to next: GraphDescription) throws(LibAVError) -> Bool { false }
}
