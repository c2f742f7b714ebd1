import Glibc

/// Names a media file: a path as the document wrote it, which is relative to the document's folder unless absolute, and
/// how the file is to be read.
package struct MediaReference: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let path: String
  /// For a sequence of images, how fast they follow one another; the path is then a pattern for their names.
  package let imageRate: FrameRate?
  /// For another timeline, the values that it is given for its parameters.
  package let parameters: [String: String]?
  package private(set) var reading = MediaReading.asWritten

  /// A path whose end names a document is a timeline's.
  package init(_ path: String) {
    self.path = path
    imageRate = nil
    let documents = [".yaml", ".yml", ".json"]
    parameters = documents.contains { path.lowercased().hasSuffix($0) } ? [:] : nil
  }

  package init(timeline path: String, parameters: [String: String]) {
    self.path = path
    imageRate = nil
    self.parameters = parameters
  }

  package init(_ path: String, imageRate: FrameRate) {
    self.path = path
    self.imageRate = imageRate
    parameters = nil
  }

  package var isTimeline: Bool { parameters != nil }

  /// True for a file on the network.
  package var isAddress: Bool { !isTimeline && (path.hasPrefix("http://") || path.hasPrefix("https://")) }

  /// True where it means the same file from every folder.
  package var isAbsolute: Bool { path.utf8.first == UInt8(ascii: "/") || isAddress }

  /// The same, read in another way.
  package func read(as reading: MediaReading) -> MediaReference {
    var reference = self
    reference.reading = reading
    return reference
  }

  /// The same with each frame as it is coded, whatever fields it has.
  package var coded: MediaReference {
    reading.showsBothFields ? read(as: reading.showingBothFields(false)) : self
  }

  /// The same, read as the file says itself.
  package var file: MediaReference { read(as: .asWritten) }
  package var description: String {
    guard let parameters, !parameters.isEmpty else { return imageRate.map { "\(path) at \($0) fps" } ?? path }
    return "\(path) with \(parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ", "))"
  }
  package static func < (a: MediaReference, b: MediaReference) -> Bool {
    a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
  }

  /// Compares paths byte by byte. Swift takes `é` and `e` with an accent for equal; the system has two files.
  package static func == (a: MediaReference, b: MediaReference) -> Bool {
    hasSameBytes(a.path, b.path) && a.imageRate == b.imageRate && a.parameters == b.parameters
      && a.reading == b.reading
  }

  private static func hasSameBytes(_ a: String, _ b: String) -> Bool {
    // Short texts, and those that share one place, are told by what stands in the variables.
    if unsafeBitCast(a, to: (UInt64, UInt64).self) == unsafeBitCast(b, to: (UInt64, UInt64).self) { return true }
    guard a.utf8.count == b.utf8.count else { return false }
    let same = a.utf8.withContiguousStorageIfAvailable { first in
      b.utf8.withContiguousStorageIfAvailable { second in
        first.isEmpty || memcmp(first.baseAddress!, second.baseAddress!, first.count) == 0
      }
    }
    return (same ?? nil) ?? a.utf8.elementsEqual(b.utf8)
  }
}
