/// Names a media file: a path as the document wrote it, which is relative to the document's folder unless absolute.
package struct MediaReference: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let path: String
  package init(_ path: String) { self.path = path }
  package var description: String { path }
  package static func < (a: MediaReference, b: MediaReference) -> Bool { a.path < b.path }
}
