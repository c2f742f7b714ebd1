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
  /// True if it is an expression in which words are those of `names`, numbers or functions that only compute, and that is
  /// not deeper than libav goes.
  fileprivate func isSum(of names: Set<String>) -> Bool {
    let words = matches(of: /([A-Za-z0-9_.]+)(\s*\()?/)
    return !words.isEmpty && utf8.count <= 100
      && words.allSatisfy { word in
        let name = String(word.output.1)
        if word.output.2 != nil { return String.functions.contains(name) }
        return "0123456789.".contains(name.first!) || names.contains(name)
      }
  }

  /// Of av_expr_parse, without those that look at the clock or at chance, remember, print or repeat.
  private static let functions: Set<String> = [
    "abs", "acos", "asin", "atan", "atan2", "between", "bitand", "bitor", "ceil", "clip", "cos", "cosh", "eq", "exp",
    "floor", "gauss", "gcd", "gt", "gte", "hypot", "if", "ifnot", "isinf", "isnan", "lerp", "log", "lt", "lte", "max",
    "min",
    "mod", "not", "pow", "round", "sgn", "sin", "sinh", "sqrt", "squish", "tan", "tanh", "trunc",
  ]
}
