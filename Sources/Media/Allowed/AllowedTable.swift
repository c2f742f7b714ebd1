package import TimelineModel

/// What documents may say, as it stands in a text that people can read and review.
///
/// Each entry is `name name: option option …`, of names that have the same options; it goes on in lines that are
/// indented further. Behind an option stands what of it is allowed, where that is not all that libav takes: `<=16` for
/// numbers up to that, or the name of a kind such as `:color`.
package struct AllowedTable: Sendable {
  /// By the names of the entries and of their options, those that are refused among them.
  package let options: [String: [String: OptionGate]]

  init(_ text: String, refusing refused: String = "") {
    var options: [String: [String: OptionGate]] = [:]
    for (names, words) in AllowedTable.entries(text) {
      let gates = Dictionary(words.map(AllowedTable.gate)) { first, _ in first }
      for name in names { options[name, default: [:]].merge(gates) { first, _ in first } }
    }
    for (names, words) in AllowedTable.entries(refused) {
      for name in names {
        for word in words {
          let (option, reason) = AllowedTable.halves(of: word, at: "=")
          options[name, default: [:]][option] = .refused(AllowedTable.refusal(reason).words)
        }
      }
    }
    self.options = options
  }

  /// What documents may say of an option; nothing where nobody has looked at it.
  func gate(of option: String, in entry: String) -> OptionGate {
    options[entry]?[option] ?? .refused(Refusal.isUnknown.words)
  }

  /// Names by why they are refused, from entries `reason: name name …`.
  static func reasons(_ text: String) -> [String: Refusal] {
    var reasons: [String: Refusal] = [:]
    for (names, words) in entries(text) {
      for word in words { reasons[word] = refusal(names[0]) }
    }
    return reasons
  }

  /// A list of parameters: those that are allowed, and `reason: name name …` of others.
  static func list(
    _ syntax: ParameterList.Syntax, _ spelling: ParameterList.Spelling, _ allowed: String, refusing refused: String
  ) -> ParameterList {
    let words = allowed.split { $0 == " " || $0 == "\n" }.map(String.init)
    var parameters = Dictionary(words.map(gate)) { first, _ in first }
    for (name, reason) in reasons(refused) { parameters[name] = .refused(reason.words) }
    return ParameterList(syntax, spelling, parameters)
  }

  // MARK: Reading

  private static func entries(_ text: String) -> [(names: [String], words: [String])] {
    var entries: [(names: [String], words: [String])] = []
    for line in text.split(separator: "\n") {
      var words = line.split(separator: " ").map(String.init)
      if !line.hasPrefix(" ") { entries.append(([], [])) }
      var isOpen = entries.last.map { $0.words.isEmpty && !$0.names.contains { $0.hasSuffix(":") } } ?? false
      while isOpen, !words.isEmpty {
        let word = words.removeFirst()
        entries[entries.count - 1].names.append(word)
        isOpen = !word.hasSuffix(":")
      }
      entries[entries.count - 1].words += words
    }
    return entries.map { names, words in (names.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }, words) }
  }

  private static func gate(_ word: String) -> (String, OptionGate) {
    if let colon = word.firstIndex(of: ":") {
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
    case "size": return .size
    case "delays": return .delays
    case "share": return .share
    case "display": return .display
    case "zones": return .zones
    case "flags": return .flags(except: ["pass1": Refusal.isSetElsewhere.words, "pass2": Refusal.isSetElsewhere.words])
    case "list": return .list(AllowedParameters.lists[option]!)
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
    guard let range = word.firstRange(of: separator) else { return (word, "") }
    return (String(word[..<range.lowerBound]), String(word[range.upperBound...]))
  }
}
