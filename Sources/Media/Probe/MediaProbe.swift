package import TimelineModel

/// Finds out what is in a media file.
package enum MediaProbe {
  package enum Depth: Hashable, Sendable {
    /// What the container's header says, and no more than libavformat has to read for it.
    case header
    /// Every frame's time and the sound's length to the sample, counted where the header cannot be trusted.
    case precise
  }

  package static func probe(path: String, depth: Depth) -> MediaFinding { .missing }
}
