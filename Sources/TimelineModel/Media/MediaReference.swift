/// Names a media file: a path as the document wrote it, which is relative to the document's folder unless absolute.
package struct MediaReference: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let path: String
  /// For a sequence of images, how fast they follow one another; the path is then a pattern for their names.
  package let imageRate: FrameRate?

  package init(_ path: String) {
    self.path = path
    imageRate = nil
  }

  package init(_ path: String, imageRate: FrameRate) {
    self.path = path
    self.imageRate = imageRate
  }

  package var description: String { imageRate.map { "\(path) at \($0) fps" } ?? path }
  package static func < (a: MediaReference, b: MediaReference) -> Bool { a.path < b.path }
}
