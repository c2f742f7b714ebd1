import TimelineModel

extension OptionFacts {
  /// What is wrong with a value, or nil. Filters work out small sums where they want a number.
  func complaint(about value: String, takesExpressions: Bool = false) -> String? {
    guard kind == .integer || kind == .number else { return nil }
    if named.contains(value) { return nil }
    guard let number = decimalNumber(value.hasSuffix("k") || value.hasSuffix("M") ? String(value.dropLast()) : value)
    else {
      let isWord = value.allSatisfy { $0.isLetter || $0 == "_" || $0 == "-" }
      if takesExpressions, !isWord || named.isEmpty { return nil }
      return named.isEmpty ? "is not a number" : "is neither a number nor one of \(named.joined(separator: ", "))"
    }
    guard number < minimum || number > maximum else { return nil }
    return "is out of range: \(minimum.plain) to \(maximum.plain)"
  }
}
