extension Rational {
  /// A length of time in words: `1.5 s`, or `1/90000 s` where decimals would round it.
  package var inWords: String {
    if let decimal, decimal.split(separator: ".").last.map({ $0.count <= 6 || isWhole }) ?? true {
      return "\(decimal) s"
    }
    return "\(self) s"
  }

  /// A length of time as documents write it: `1.5s`, or `1/3s` where no decimal fraction is exact.
  package var asWritten: String { (decimal ?? "\(self)") + "s" }
}

extension TimePoint {
  /// A point in time in words, as lengths are.
  package var inWords: String { seconds.inWords }
}
