import CFFmpeg

/// Settings of the C library for memory that was freed. They hold for the whole process, so only the command line
/// makes them, never the library.
package enum FreedMemory {
  /// Takes no more memory for frames than they fill, and gives it back as soon as they are gone.
  ///
  /// Frames are large and come and go. With the C library's sliding threshold they end up in its heap and leave holes
  /// there; with a fixed one a long edit takes little more memory than a short one. Huge pages would round each frame
  /// of x264's up, for no gain in speed.
  package static func isKeptTight() {
    mallopt(M_MMAP_THRESHOLD, 512 << 10)
    _ = cff_disable_huge_pages()
  }

  /// Keeps 32 MB of what was freed.
  ///
  /// Whoever reads one clip or document after another takes as much for each as the last one gave back. The kernel would
  /// have to find and clear those pages anew each time.
  package static func isKeptForReuse() {
    mallopt(M_MMAP_THRESHOLD, 16 << 20)
    mallopt(M_TRIM_THRESHOLD, 32 << 20)
  }
}
