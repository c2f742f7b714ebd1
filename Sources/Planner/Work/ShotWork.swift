package import TimelineModel

/// What has to be done for a shot's frames.
package enum ShotWork: Hashable, Sendable {
  /// Not looked into yet.
  case unknown
  case encode(EncodeReason)
  /// Each frame is one of a source as it is; whether its packets can be copied depends on how they refer to each other.
  case untouched(CopiedFrames)
  case copy(CopiedFrames)
}

/// Frames of a source that are output frames as they are.
package struct CopiedFrames: Hashable, Sendable {
  package var media: MediaReference
  /// Numbers of the source's frames.
  package var frames: Range<Int64>
  /// How many packets a decoder has to hold back to put these in order.
  package var reorderDepth: Int

  package init(media: MediaReference, frames: Range<Int64>, reorderDepth: Int = 0) {
    self.media = media
    self.frames = frames
    self.reorderDepth = reorderDepth
  }
}
