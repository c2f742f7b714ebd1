/// A filter and the pictures that it is to work on.
package struct FilterUse: Hashable, Sendable, Codable {
  package var call: FilterCall
  /// Their size; nil where that is not known.
  package var size: PixelSize?

  package init(_ call: FilterCall, on size: PixelSize? = nil) {
    self.call = call
    self.size = size
  }
}
