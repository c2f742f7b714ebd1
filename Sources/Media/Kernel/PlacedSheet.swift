/// A layer with alpha in its place on the target, so that nothing is left but to lay it over what is there. What
/// stands still is placed once for all its frames.
package final class PlacedSheet: Sendable {
  struct Plane {
    var columns: Range<Int>
    var rows: Range<Int>
    /// Multiplied by alpha, in the target's code values, row by row.
    var values: [Float]
    var alpha: [Float]
  }

  /// Luma and two planes of chroma.
  let planes: [Plane]

  init(planes: [Plane]) { self.planes = planes }
}
