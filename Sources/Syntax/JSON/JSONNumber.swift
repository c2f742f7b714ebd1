// By hand: a regular expression is made anew at each use, and a document may hold a million numbers.

extension String {
  /// True for a number as JSON writes it (RFC 8259, section 6).
  var isJSONNumber: Bool {
    var rest = utf8[...]
    rest.take(oneOf: "-")
    let whole = rest.takeDigits()
    guard whole.count == 1 || whole.first != UInt8(ascii: "0"), !whole.isEmpty else { return false }
    if rest.take(oneOf: "."), rest.takeDigits().isEmpty { return false }
    if rest.take(oneOf: "eE") {
      rest.take(oneOf: "+-")
      if rest.takeDigits().isEmpty { return false }
    }
    return rest.isEmpty
  }

  /// True for what is meant as a number, whether or not JSON can have it, as `.5`, `+1`, `0x1F` and `NaN` are.
  var isNearlyNumber: Bool {
    if ["NaN", "Infinity", "-Infinity", "+Infinity"].contains(self) { return true }
    var rest = utf8[...]
    rest.take(oneOf: "+-")
    if rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8) {
      let digits = rest.dropFirst(2)
      return !digits.isEmpty && digits.allSatisfy { $0.isOneOf("0123456789abcdefABCDEF") }
    }
    let whole = rest.takeDigits()
    let fraction = rest.take(oneOf: ".") ? rest.takeDigits() : rest.prefix(0)
    if rest.take(oneOf: "eE") {
      rest.take(oneOf: "+-")
      rest.takeDigits()
    }
    return rest.isEmpty && !(whole.isEmpty && fraction.isEmpty)
  }
}

extension Substring.UTF8View {
  /// Takes one of the characters if it is next. Returns whether it was.
  @discardableResult
  fileprivate mutating func take(oneOf characters: StaticString) -> Bool {
    guard let first, first.isOneOf(characters) else { return false }
    removeFirst()
    return true
  }

  /// Takes and returns the digits that are next.
  @discardableResult
  fileprivate mutating func takeDigits() -> Substring.UTF8View {
    let digits = prefix { $0.isOneOf("0123456789") }
    removeFirst(digits.count)
    return digits
  }
}
