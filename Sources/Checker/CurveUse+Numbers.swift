extension CurveUse {
  /// The first of the numbers that is outside `allowed`, with its place.
  func firstNumber(outside allowed: ClosedRange<Double>) -> (value: Double, index: Int?)? {
    guard let numbers else { return nil }
    for (index, piece) in numbers.pieces.enumerated() {
      for value in [piece.from, piece.to] where !allowed.contains(value) { return (value, index) }
    }
    return allowed.contains(numbers.base) ? nil : (numbers.base, nil)
  }
}
