/// What documents may say of an option of a filter or an encoder.
package indirect enum OptionGate: Hashable, Sendable {
  /// Whatever libav takes: it has been read what the option does with any of it.
  case open
  /// Numbers up to this one in size, since the cost goes with them, and the option's own names.
  case atMost(Double)
  /// An expression that gives a length in pixels.
  case length
  case color
  /// An expression whose value depends on its variables alone, and that ends.
  case equation
  /// A positive number of pixels, or a fraction of the picture such as `w/2`.
  case share
  /// A width and a height.
  case size
  /// A list of plain numbers up to this one in size.
  case numbers(Double)
  /// A list of delays, in milliseconds, or with a suffix in samples or seconds.
  case delays
  /// The primaries, white point and luminance of a mastering display, as in `G(…,…)B(…,…)R(…,…)WP(…,…)L(…,…)`.
  case display
  case choice([String])
  /// Flags by name, joined by `+` and `-`.
  case marks([String])
  /// Flags but for these.
  case flags(except: [String: String])
  /// Zones of libx264: frames, and parameters of the list that it stands in.
  case zones
  /// A list of a library's own parameters.
  case list(ParameterList)
  /// Nothing; why, in words that follow a name and a colon.
  case refused(String)

  /// Why it holds a value back; nil where it lets it pass.
  package func objection(to value: String, named: [String] = []) -> GateObjection? {
    switch self {
    case .open, .zones: return nil
    case .refused(let reason): return GateObjection(reason)
    case .atMost(let bound):
      if named.contains(value) { return nil }
      guard let number = value.plainNumber, abs(number) <= bound else {
        return GateObjection("it takes plain numbers up to \(bound.plain) here, since time and memory go with them")
      }
      return nil
    case .length:
      if value.isSize { return OptionGate.size.objection(to: value) }
      guard let number = value.plainNumber, abs(number) > OptionGate.longestSide else { return nil }
      return GateObjection("no side is longer than \(OptionGate.longestSide.plain) pixels")
    case .share:
      return value.isShare ? nil : GateObjection("it takes a number of pixels or a part such as `w/2` here")
    case .marks(let words):
      let strange = value.split(whereSeparator: { "+-".contains($0) }).map(String.init).first { !words.contains($0) }
      return strange.map { GateObjection("it takes marks by name here", of: $0, candidates: words) }
    case .display:
      return value.isDisplay ? nil : GateObjection("it takes `G(x,y)B(x,y)R(x,y)WP(x,y)L(max,min)` here")
    case .equation:
      return value.firstCall(of: ["time", "random", "while", "taylor", "root", "print"]).map {
        GateObjection("`\($0)` is not allowed here", of: $0)
      }
    case .color:
      let word = value.lowercased()
      guard let name = ["random", "bikeshed"].first(where: word.contains) else { return nil }
      return GateObjection("`\(name)` goes by chance")
    case .size:
      let sides = value.split { !("0"..."9" ~= $0) }.map { Double(String($0)) ?? .infinity }
      let isSmall =
        sides.allSatisfy { $0 <= OptionGate.longestSide }
        && sides.prefix(2).reduce(1, *) <= OptionGate.largestArea
      return isSmall
        ? nil
        : GateObjection("a picture has at most \(OptionGate.longestSide.plain) pixels a side, and 8192x8192 in all")
    case .numbers(let bound): return value.objectionToNumbers(upTo: bound)
    case .delays:
      let isShort = value.split(separator: "|").allSatisfy(\.isShortDelay)
      return isShort ? nil : GateObjection("it takes delays of up to a minute, as in `200`, `0.2s` or `9600S`")
    case .choice(let words):
      guard !words.contains(value) else { return nil }
      return GateObjection("it takes \(words.map { "`\($0)`" }.joined(separator: ", ")) here", candidates: words)
    case .flags(let refused):
      for flag in value.split(whereSeparator: { "+-".contains($0) }).map(String.init) {
        if let reason = refused[flag] { return GateObjection(reason, of: flag) }
        guard named.contains(flag) else {
          return GateObjection("it takes flags by name here", of: flag, candidates: named.filter { refused[$0] == nil })
        }
      }
      return nil
    case .list(let list): return list.objection(to: value)
    }
  }

  package var isRefused: Bool { if case .refused = self { true } else { false } }

  private static let longestSide = 16384.0
  private static let largestArea = 8192.0 * 8192
}

/// Why a value is held back.
package struct GateObjection: Hashable, Sendable {
  /// In words that follow a name and a colon.
  package var reason: String
  /// What of the value is meant, where that is a part of it.
  package var subject: String?
  /// What might have been meant in its place.
  package var candidates: [String]

  init(_ reason: String, of subject: String? = nil, candidates: [String] = []) {
    self.reason = reason
    self.subject = subject
    self.candidates = candidates
  }
}

extension StringProtocol {
  /// A number with one of libav's suffixes, such as `30k`; nil for anything else.
  fileprivate var plainNumber: Double? {
    var digits = String(filter { !$0.isWhitespace })
    // In a number to the base of 16 letters are no factors; none is needed.
    if digits.lowercased().contains(/(^|[^0-9])0x/) { return .infinity }
    var factor = 1.0
    if digits.last == "B" {
      digits.removeLast()
      factor = 8
    }
    let isBinary = digits.last == "i"
    if isBinary { digits.removeLast() }
    let powers: [Character: Double] = ["k": 1, "K": 1, "M": 2, "G": 3, "T": 4]
    if let power = digits.last.flatMap({ powers[$0] }) {
      digits.removeLast()
      for _ in 0..<Int(power) { factor *= isBinary ? 1024 : 1000 }
    }
    guard let first = digits.unicodeScalars.first, "0123456789.+-".unicodeScalars.contains(first) else { return nil }
    return Double(digits).map { $0 * factor }
  }

  fileprivate var isDisplay: Bool {
    let parts = String(self).utf8.split(separator: UInt8(ascii: ")"), omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5].isEmpty else { return false }
    var names: Set<String> = []
    for part in parts.dropLast() {
      let halves = part.split(separator: UInt8(ascii: "("), omittingEmptySubsequences: false)
      guard halves.count == 2 else { return false }
      let numbers = halves[1].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let arePlain = numbers.allSatisfy { number in
        !number.isEmpty && number.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
      }
      guard numbers.count == 2, arePlain else { return false }
      names.insert(String(decoding: halves[0], as: UTF8.self))
    }
    return names == ["G", "B", "R", "WP", "L"]
  }

  /// True for `200x100`.
  fileprivate var isSize: Bool { String(self).wholeMatch(of: /[1-9][0-9]*x[0-9]+/) != nil }

  fileprivate var isShare: Bool {
    let parts = String(self).split(separator: "/" as Character, omittingEmptySubsequences: false).map(String.init)
    func isNumber(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { "0123456789".unicodeScalars.contains($0) }
        && (1...16384).contains(Int(text) ?? 0)
    }
    return parts.count <= 2 && (["w", "h"].contains(parts[0]) || isNumber(parts[0]))
      && parts.dropFirst().allSatisfy(isNumber)
  }

  fileprivate func objectionToNumbers(upTo bound: Double) -> GateObjection? {
    let isPlain = unicodeScalars.allSatisfy { "0123456789.+-|:,;/ \n".unicodeScalars.contains($0) }
    let numbers = split { !"0123456789.".contains($0) }
    guard isPlain, numbers.allSatisfy({ (Double(String($0)) ?? .infinity) <= bound }) else {
      return GateObjection("it takes plain numbers up to \(bound.plain) here")
    }
    return nil
  }

  fileprivate var isShortDelay: Bool {
    var digits = String(filter { !$0.isWhitespace })
    let longest = digits.hasSuffix("s") ? 60 : digits.hasSuffix("S") ? 2_880_000 : 60_000.0
    if digits.last == "s" || digits.last == "S" { digits.removeLast() }
    guard digits.unicodeScalars.allSatisfy({ "0123456789.".unicodeScalars.contains($0) }) else { return false }
    return (Double(digits) ?? .infinity) <= longest
  }
}
