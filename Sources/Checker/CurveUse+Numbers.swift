import Diagnostics

extension CurveUse {
  /// The first of the numbers that is outside `allowed`, with its place.
  func firstNumber(outside allowed: ClosedRange<Double>) -> (value: Double, index: Int?)? {
    guard let numbers else { return nil }
    for (index, piece) in numbers.pieces.enumerated() {
      for value in [piece.from, piece.to] where !allowed.contains(value) { return (value, index) }
    }
    return allowed.contains(numbers.base) ? nil : (numbers.base, nil)
  }

  /// A fix that gives a number another text, where it is the only one and so has a place of its own.
  func fix(_ index: Int?, writing text: String, _ title: String? = nil) -> FixIt {
    let title = title ?? "write `\(text)`"
    guard index == nil, pieces.isEmpty, let origin else { return FixIt(title) }
    return .replace(origin, with: text, title)
  }
}
