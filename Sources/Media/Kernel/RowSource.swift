/// Gives the rows of a layer's plane as they lie on the target, in the target's code values.
///
/// A row's values are already multiplied by `coverage`, the share of each sample that the picture covers.
protocol RowSource {
  /// Row `y` of the target's plane, from the first of the layer's columns on.
  mutating func row(
    _ y: Int, values: UnsafeMutablePointer<Float>, coverage: UnsafeMutablePointer<Float>)
}
