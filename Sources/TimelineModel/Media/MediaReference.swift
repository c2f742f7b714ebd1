/// Names a media file: a path as the document wrote it, which is relative to the document's folder unless absolute, and
/// how the file is to be read.
package struct MediaReference: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let path: String
  package let reading: MediaReading

  package init(_ path: String) { self.init(path, as: .asWritten) }

  package init(_ path: String, as reading: MediaReading) {
    self.path = path
    self.reading = reading
  }

  /// The same file, read as it says itself.
  package var file: MediaReference { MediaReference(path) }
  package var description: String { path }
  package static func < (a: MediaReference, b: MediaReference) -> Bool { a.path < b.path }
}
