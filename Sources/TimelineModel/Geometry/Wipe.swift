/// An edge that moves over the canvas as its progress goes from 0 to 1, with the incoming picture behind it.
///
/// Every point of the canvas has a place on the edge's way, from 0 where the incoming picture shows first to 1 where it
/// shows last:
///
/// - `edge`: how far it lies in the direction in which the edge moves, between the canvas's two sides, or, for the
///   diagonals, between two corners of it with the edge parallel to the other two.
/// - `clock`: its angle about the middle, clockwise from straight up, as a part of a turn.
/// - `iris`: how far from the middle it lies, as a part of the way into the corners.
///
/// A sharp edge shows the incoming picture where that place is below the progress; an output pixel gets as much of it
/// as the exact part of its area that is. A soft one, with softness s, is a ramp: at a pixel's middle the incoming
/// picture has the share (progress · (1 + s) − place) / s, held between 0 and 1.
package struct Wipe: Hashable, Sendable {
  package var shape: Shape
  /// How wide the ramp is, as a part of the way; 0 is sharp.
  package var softness: Double

  package enum Shape: Hashable, Sendable {
    case edge(Direction)
    case clock
    case iris
  }

  /// Where an edge moves.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case left, right, up, down
    case upLeft = "up-left"
    case upRight = "up-right"
    case downLeft = "down-left"
    case downRight = "down-right"
  }

  package init(_ shape: Shape, softness: Double = 0) {
    self.shape = shape
    self.softness = softness
  }
}

extension Wipe.Shape {
  package static let allCases = Wipe.Direction.allCases.map(Wipe.Shape.edge) + [.clock, .iris]

  /// Its name in documents.
  package var name: String {
    switch self {
    case .edge(let direction): direction.rawValue
    case .clock: "clock"
    case .iris: "iris"
    }
  }
}

extension Wipe: CustomStringConvertible {
  package var description: String { softness == 0 ? shape.name : "\(shape.name), soft \(softness.plain)" }
}

extension Wipe.Direction {
  /// Which way along each axis: 1 is to the right and down, 0 not at all.
  package var step: (x: Double, y: Double) {
    switch self {
    case .left: (-1, 0)
    case .right: (1, 0)
    case .up: (0, -1)
    case .down: (0, 1)
    case .upLeft: (-1, -1)
    case .upRight: (1, -1)
    case .downLeft: (-1, 1)
    case .downRight: (1, 1)
    }
  }
}

/// A wipe at one moment, as some pixels see it.
package struct WipeMask: Hashable, Sendable {
  package var wipe: Wipe
  package var progress: Double
  package var canvas: PixelSize
  /// From those pixels to the canvas's.
  package var toCanvas: AffineTransform

  package init(_ wipe: Wipe, progress: Double, canvas: PixelSize, toCanvas: AffineTransform) {
    self.wipe = wipe
    self.progress = progress
    self.canvas = canvas
    self.toCanvas = toCanvas
  }
}
