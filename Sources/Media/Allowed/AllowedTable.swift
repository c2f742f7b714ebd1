package import TimelineModel

/// What documents may say, as it stands in a text that people can read and review.
///
/// Each entry is `name name: option option …`, of names that have the same options; it goes on in lines that are
/// indented further. Behind an option stands what of it is allowed, where that is not all that libav takes: `<=16` for
/// numbers up to that, or the name of a kind such as `:color`.
package struct AllowedTable: Sendable {
  /// The text behind the colon of each entry, by name. An entry is parsed when it is looked up, since a document names
  /// one or two of some hundreds.
  private let allowed: [String: [Substring]]
  private let refused: [String: [Substring]]

  init(_ text: String, refusing refused: String = "") {
    allowed = AllowedTable.entries(text)
    self.refused = AllowedTable.entries(refused)
  }

  /// The names of its entries.
  package var names: Set<String> { Set(allowed.keys).union(refused.keys) }

  package func contains(_ entry: String) -> Bool { allowed[entry] != nil || refused[entry] != nil }

  /// Returns the gates of the options of an entry, by name, those of refused options included. An option that is missing
  /// has not been reviewed.
  package func gates(of entry: String) -> [String: OptionGate] {
    let words = (allowed[entry] ?? []).flatMap(AllowedTable.words)
    var gates = Dictionary(words.map(AllowedTable.gate)) { first, _ in first }
    for (option, reason) in refusals(of: entry) { gates[option] = .refused(reason.words) }
    return gates
  }

  /// Returns why options of an entry are refused, by name.
  func refusals(of entry: String) -> [String: Refusal] {
    let halves = (refused[entry] ?? []).flatMap(AllowedTable.words).map { AllowedTable.halves(of: $0, at: "=") }
    return Dictionary(halves.map { ($0, AllowedTable.refusal($1)) }) { $1 }
  }

  /// Names by why they are refused, from entries `reason: name name …`.
  static func reasons(_ text: String) -> [String: Refusal] {
    var reasons: [String: Refusal] = [:]
    for (reason, names) in entries(text) {
      for name in names.flatMap(words) {
        assert(reasons[name] == nil, "\(name) is refused twice")
        reasons[name] = refusal(reason)
      }
    }
    return reasons
  }

  /// A list of parameters: those that are allowed, and `reason: name name …` of others.
  static func list(
    _ syntax: ParameterList.Syntax, _ spelling: ParameterList.Spelling, _ allowed: String, refusing refused: String
  ) -> ParameterList {
    var parameters = Dictionary(words(of: allowed[...]).map(gate)) { first, _ in first }
    for (name, reason) in reasons(refused) { parameters[name] = .refused(reason.words) }
    return ParameterList(syntax, spelling, parameters)
  }

  // MARK: Reading

  /// What stands behind the colon of an entry, by each of the names before it.
  private static func entries(_ text: String) -> [String: [Substring]] {
    var entries: [String: [Substring]] = [:]
    var rest = text[...]
    while let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let names = words(of: rest[..<colon])
      rest = rest[colon...].dropFirst()
      var end = rest.startIndex
      repeat {
        end = rest.utf8[end...].firstIndex(of: newline).map(rest.utf8.index(after:)) ?? rest.endIndex
      } while end < rest.endIndex && rest.utf8[end] == space
      for name in names { entries[name, default: []].append(rest[..<end]) }
      rest = rest[end...]
    }
    return entries
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  private static func words(of text: Substring) -> [String] {
    text.utf8.split { $0 == space || $0 == newline }.map { String(Substring($0)) }
  }

  private static func gate(_ word: String) -> (String, OptionGate) {
    if let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(word[..<colon])
      return (name, kind(String(word[colon...].dropFirst()), of: name))
    }
    let (name, bound) = halves(of: word, at: "<=")
    return (name, bound.isEmpty ? .open : .atMost(number(bound)))
  }

  private static func kind(_ word: String, of option: String) -> OptionGate {
    switch word {
    case "length": return .length
    case "color": return .color
    case "equation": return .equation
    case "size": return .size
    case "delays": return .delays
    case "share": return .share
    case "display": return .display
    case "zones": return .zones
    case "flags":
      // With `noout` some write parts of frames.
      let refused: [String: Refusal] = ["pass1": .isSetElsewhere, "pass2": .isSetElsewhere, "noout": .isBroken]
      return .flags(except: refused.mapValues(\.words))
    case "list": return .list(AllowedParameters.list(of: option)!)
    default: break
    }
    let (name, rest) = halves(of: word, at: word.contains("(") ? "(" : "<=")
    var words: [String] { rest.dropLast().split(separator: ",").map(String.init) }
    switch name {
    case "choice": return .choice(words)
    case "marks": return .marks(words)
    case "numbers": return .numbers(number(rest))
    default: preconditionFailure("\(word) is not a kind")
    }
  }

  private static func number(_ word: String) -> Double {
    guard let number = Double(word) else { preconditionFailure("\(word) is no number") }
    return number
  }

  private static func refusal(_ word: String) -> Refusal {
    guard let refusal = Refusal(rawValue: word) else { preconditionFailure("\(word) is no reason") }
    return refusal
  }

  private static func halves(of word: String, at separator: String) -> (String, String) {
    guard let start = word.utf8.firstIndex(of: separator.utf8.first!), word[start...].hasPrefix(separator) else {
      return (word, "")
    }
    return (String(word[..<start]), String(word[start...].dropFirst(separator.count)))
  }
}

extension OptionGate {
  /// The gate of an option that no table has.
  package static let unknown = refused(Refusal.isUnknown.words)
}
