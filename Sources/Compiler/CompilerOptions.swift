/// What the caller decides rather than the document.
package struct CompilerOptions: Sendable {
  /// True where no media file may be opened: what depends on them is left unchecked.
  package var isOffline: Bool
  /// Overrides the document's preset.
  package var preset: String?
  /// The pixels that a canvas may have.
  package var mostPixels: Int
  /// How loud its rules are and where they draw their lines.
  package var configuration: Configuration

  package init(
    isOffline: Bool = false, preset: String? = nil, mostPixels: Int = .max,
    configuration: Configuration = Configuration()
  ) {
    self.mostPixels = mostPixels
    self.isOffline = isOffline
    self.preset = preset
    self.configuration = configuration
  }
}
