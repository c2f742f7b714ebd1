import CFFmpeg

/// How the process keeps the memory of frames.
package enum FrameMemory {
  /// Gives large blocks back to the system as soon as they are freed.
  ///
  /// Frames are large and come and go. With the C library's sliding threshold they end up in its heap and leave holes
  /// there; with a fixed one a long edit takes little more memory than a short one. It is the program's to decide, so
  /// a library never calls it.
  package static func returnsToTheSystem() {
    mallopt(M_MMAP_THRESHOLD, 512 << 10)
  }
}
