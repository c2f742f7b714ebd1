/// Width and height in pixels.
package struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  package var width: Int
  package var height: Int
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
  package var description: String { "\(width)x\(height)" }
}

/// A point or a pair of lengths; x to the right, y down.
package struct Point: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  package init(_ size: PixelSize) { self.init(x: Double(size.width), y: Double(size.height)) }
  package static let zero = Point(x: 0, y: 0)
}

/// An upright rectangle; the origin is its top left corner.
package struct Rect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  /// The whole of something measured in fractions of itself.
  package static let unit = Rect(x: 0, y: 0, width: 1, height: 1)
}
