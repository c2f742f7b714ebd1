import CFFmpeg

/// How the process keeps the memory of frames.
package enum FrameMemory {
  /// Takes no more memory for frames than they fill, and gives it back as soon as they are gone.
  ///
  /// Frames are large and come and go. With the C library's sliding threshold they end up in its heap and leave holes
  /// there; with a fixed one a long edit takes little more memory than a short one. Huge pages would round each frame
  /// of x264's up, for no gain in speed. Both are the program's to decide, so a library never calls this.
  package static func isKeptTight() {
    mallopt(M_MMAP_THRESHOLD, 512 << 10)
    _ = cff_disable_huge_pages()
  }
}
