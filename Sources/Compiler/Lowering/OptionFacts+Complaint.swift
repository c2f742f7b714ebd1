import TimelineModel

extension OptionFacts {
  /// What is wrong with a value, or nil. Where libav wants a number, it works out sums, in which the option's own names
  /// may stand.
  func complaint(about value: String) -> String? {
    guard kind == .integer || kind == .number, !named.contains(value) else { return nil }
    guard let number = decimalNumber(value.hasSuffix("k") || value.hasSuffix("M") ? String(value.dropLast()) : value)
    else {
      if value.isSum(of: OptionFacts.constants.union(named)) { return nil }
      return named.isEmpty ? "is not a number" : "is neither a number nor one of \(named.joined(separator: ", "))"
    }
    guard number < minimum || number > maximum else { return nil }
    return "is out of range: \(minimum.plain) to \(maximum.plain)"
  }

  /// What stands for a number in any option.
  private static let constants: Set<String> = ["default", "min", "max", "none", "all", "PI", "E", "PHI", "QP2LAMBDA"]
}

extension String {
  /// True if it is an expression in which words are those of `names`, numbers or functions.
  fileprivate func isSum(of names: Set<String>) -> Bool {
    let words = matches(of: /[A-Za-z0-9_.]+(\s*\()?/)
    return !words.isEmpty
      && words.allSatisfy { word in
        word.output.1 != nil || word.output.0.first!.isNumber || word.output.0.first == "."
          || names.contains(String(word.output.0))
      }
  }
}
