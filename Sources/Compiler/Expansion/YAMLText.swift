import Syntax
import TimelineModel

/// A value to be written as YAML: what is short stands on one line, the rest is indented.
indirect enum YAMLValue {
  case word(String)
  case text(String)
  case list([YAMLValue])
  /// Written in braces on one line.
  case inline([(String, YAMLValue)])
  case mapping([(String, YAMLValue)])

  static func number(_ value: Double) -> YAMLValue { .word(value.plain) }

  /// A name: in quotes unless it is a plain word.
  static func name(_ name: String) -> YAMLValue { .word(spelled(name)) }

  private static func spelled(_ name: String) -> String { isWord(name) ? name : name.quoted }

  /// A name in a key's place, where `${` is no parameter.
  private static func spelled(key: String) -> String { isWord(key) ? key : ScalarSpelling.doubleQuoted.text(key) }

  private static func isWord(_ name: String) -> Bool {
    let isWord = name.utf8.first.map(\.beginsWord) ?? false && name.utf8.allSatisfy(\.isInWord)
    return isWord && !["null", "Null", "NULL"].contains(name)
  }

  /// The lines of a block, without indentation.
  var lines: [String] {
    switch self {
    case .word, .text, .inline: return [flow]
    case .list(let items):
      return items.flatMap { item -> [String] in
        let inner = item.lines
        return inner.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
      }
    case .mapping(let entries):
      return entries.flatMap { key, value -> [String] in
        let key = YAMLValue.spelled(key: key)
        if value.isFlow { return ["\(key): \(value.flow)"] }
        return ["\(key):"] + value.lines.map { "  " + $0 }
      }
    }
  }

  private var isFlow: Bool {
    switch self {
    case .word, .text, .inline: true
    case .list(let items): items.isEmpty || items.allSatisfy(\.isScalar)
    case .mapping(let entries): entries.isEmpty
    }
  }

  private var isScalar: Bool {
    switch self {
    case .word, .text: true
    case .list, .inline, .mapping: false
    }
  }

  private var flow: String {
    switch self {
    case .word(let word): word
    case .text(let text): text.quoted
    case .list(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
    case .inline(let entries), .mapping(let entries):
      "{ " + entries.map { "\(YAMLValue.spelled(key: $0)): \($1.flow)" }.joined(separator: ", ") + " }"
    }
  }
}

extension UInt8 {
  fileprivate var beginsWord: Bool {
    self == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  fileprivate var isInWord: Bool {
    beginsWord || self == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}
