import Diagnostics
import Syntax

/// The keys of one kind of mapping. The same closure that reads them describes them, so that the schema, the reader
/// and the list of known keys have one source.
struct Fields {
  private(set) var properties: [Schema.Property] = []
  /// Where in them a group of keys begins, and where it ends.
  fileprivate private(set) var groups: [Int: Int] = [:]
  /// Nil while the fields are only described.
  private let node: Node?
  private let known: KnownKeys
  /// Which of the known keys the mapping has.
  private let present: UInt64
  /// The number of the key that will be asked for next.
  private var next = 0
  /// The keys whose values could not be read, or that are probably meant by one that is misspelt.
  private(set) var unreadable: Set<String> = []
  /// The keys that are present and unknown.
  private let unknown: [Node.Entry]
  /// The known keys that some of those look like, written wrongly.
  private let resembled: Set<String>
  private var log = DiagnosticLog()

  /// An optional value; nil where the key is absent or its value could not be read. The grammar is made only where
  /// there is something for it to read or to describe.
  ///
  /// - Parameter value: The value that an absent key has, as written in a document; `nil` if no value is equivalent to an
  ///   absent key.
  mutating func optional<Value>(
    _ key: String, _ grammar: @autoclosure () -> Grammar<Value>, _ doc: String, default value: String? = nil
  ) -> Located<Value>? {
    guard node == nil else { return read(key, grammar) }
    properties.append(
      Schema.Property(key: key, schema: grammar().schema, doc: doc, isRequired: false, defaultValue: value))
    return nil
  }

  /// A value that has to be there; nil where it is absent, which is then reported, or could not be read.
  ///
  /// - Parameter only: the one value that it can have, which can then be added without asking.
  mutating func required<Value>(
    _ key: String, _ grammar: @autoclosure () -> Grammar<Value>, _ doc: String, only value: String? = nil
  ) -> Located<Value>? {
    guard let node else {
      properties.append(Schema.Property(key: key, schema: grammar().schema, doc: doc, isRequired: true))
      return nil
    }
    if node[key] == nil { unreadable.insert(key) }
    if node[key] == nil, !seemsMisspelt([key]) {
      let place = node.entries?.first?.keySpan ?? node.span
      let changes = value.map { [DocumentChange.set(key: key, to: $0, in: .beginning(at: node.span))] } ?? []
      log.report(
        .missingKey, "the key `\(key)` is missing", at: place,
        fixIts: [FixIt("add `\(key)`: \(doc)", changes, safety: .safe)])
    }
    return read(key, grammar)
  }

  /// Keys that most mappings have none of, read together; nil where a mapping has none of them.
  mutating func group<Value>(_ read: (inout Fields) -> Value) -> Value? {
    guard node != nil else {
      let first = properties.count
      let value = read(&self)
      groups[first] = properties.count
      return value
    }
    // A key that is misspelt may be one of them.
    if unknown.isEmpty, let end = known.groups[next], present & KnownKeys.bits(next..<end) == 0 {
      next = end
      return nil
    }
    return read(&self)
  }

  /// False for a key that is known not to be there.
  private mutating func mayHave(_ key: String) -> Bool {
    guard let number = known.number(of: key, expecting: next) else { return true }
    next = number + 1
    return present & KnownKeys.bit(number) != 0
  }

  private mutating func read<Value>(_ key: String, _ grammar: () -> Grammar<Value>) -> Located<Value>? {
    guard mayHave(key), let value = node?[key] else {
      if !unknown.isEmpty, seemsMisspelt([key]) { unreadable.insert(key) }
      return nil
    }
    guard let read = grammar().read(value, &log) else {
      unreadable.insert(key)
      return nil
    }
    return Located(read, at: value.span)
  }

  /// Where a key that is present was written.
  func keySpan(_ key: String) -> SourceSpan? { node?.entries?.first { $0.key == key }?.keySpan }

  /// The span of the whole mapping.
  var span: SourceSpan? { node?.span }

  /// Reports all but the first of the given keys that are present: they say the same thing in different ways.
  mutating func atMostOne(of keys: [String]) {
    let hasSeveral = present & (present &- 1) != 0
    guard hasSeveral, let entries = node?.entries else { return }
    var first: Node.Entry?
    for entry in entries where keys.contains(entry.key) {
      guard let first else {
        first = entry
        continue
      }
      log.report(
        .conflictingKeys, "`\(entry.key)` cannot stand beside `\(first.key)`", at: entry.keySpan,
        notes: [Note("`\(first.key)` is written here", at: first.keySpan)], fixIts: [.leaveOut(entry)])
    }
  }

  /// Reports each of `others` that stands beside `key`, or `key`, whichever of the two is written second.
  mutating func keepApart(_ key: String, from others: [String]) {
    guard node?[key] != nil else { return }
    for other in others { atMostOne(of: [key, other]) }
  }

  /// False where one of these could not be read.
  func couldRead(_ keys: [String]) -> Bool { unreadable.isEmpty || unreadable.isDisjoint(with: keys) }

  /// False where a list has more elements than could be read, or could not be read at all.
  func couldReadAll(of key: String, _ count: Int) -> Bool {
    couldRead([key]) && node?[key]?.elements?.count ?? 0 == count
  }

  /// Reports that `key` is needed where `other` stands.
  mutating func requireKey(_ key: String, beside other: String) {
    guard let place = keySpan(other), !unreadable.contains(key) else { return }
    log.report(.missingKey, "`\(other)` needs `\(key)` beside it", at: place)
  }

  /// Reports `key` in a mapping that has `other`.
  mutating func forbid(_ key: String, beside other: String) {
    guard let entry = node?.entries?.first(where: { $0.key == key }), let own = keySpan(other) else { return }
    log.report(
      .conflictingKeys, "`\(key)` means nothing beside `\(other)`", at: entry.keySpan,
      notes: [Note("`\(other)` is written here", at: own)], fixIts: [.leaveOut(entry)])
  }

  /// Reports every other key of a mapping that has `key`.
  mutating func allowsOnly(beside key: String) {
    guard let own = keySpan(key) else { return }
    for entry in node?.entries ?? [] where entry.key != key && known.contains(entry.key) {
      log.report(
        .conflictingKeys, "`\(entry.key)` means nothing beside `\(key)`", at: entry.keySpan,
        notes: [Note("`\(key)` is written here", at: own)], fixIts: [.leaveOut(entry)])
    }
  }

  /// True where some of the keys is there.
  func has(oneOf keys: [String]) -> Bool { keys.contains { node?[$0] != nil } }

  /// Reports a key that means nothing without one of these beside it.
  mutating func needs(_ key: String, oneOf others: [String]) {
    guard let own = keySpan(key), !has(oneOf: others), !seemsMisspelt(others) else { return }
    let names = others.map { "`\($0)`" }.joined(separator: ", ")
    log.report(
      .missingKey, "`\(key)` means nothing without \(others.count > 1 ? "one of " : "")\(names)", at: own)
  }

  /// Reports a mapping that has none of the given keys.
  mutating func atLeastOne(of keys: [String]) {
    guard let node, let entries = node.entries, !entries.contains(where: { keys.contains($0.key) }),
      !seemsMisspelt(keys)
    else { return }
    let names = keys.map { "`\($0)`" }.joined(separator: ", ")
    log.report(.missingKey, "one of the keys \(names) is needed", at: entries.first?.keySpan ?? node.span)
  }

  /// True where some key looks like one of `keys` written wrongly, which is then reported as an unknown key.
  private func seemsMisspelt(_ keys: [String]) -> Bool { keys.contains(where: resembled.contains) }

  /// Looks at what was read; only where there was something to read.
  mutating func check(_ body: (inout DiagnosticLog) -> Void) { if node != nil { body(&log) } }

  mutating func report(_ page: DiagnosticPage, _ message: String, at span: SourceSpan?, fixIts: [FixIt] = []) {
    log.report(page, message, at: span, fixIts: fixIts)
  }

  /// Reports a key that means nothing where it stands; `span` is its place or its value's.
  mutating func reportConflict(_ message: String, at span: SourceSpan) {
    report(.conflictingKeys, message, at: span, fixIts: [FixIt("leave it out", [.remove(span)])])
  }
}

extension FixIt {
  fileprivate static func leaveOut(_ entry: Node.Entry) -> FixIt {
    FixIt("leave `\(entry.key)` out", [.remove(entry.keySpan)])
  }
}

extension Grammar {
  /// A mapping with fixed keys. `name` is its name in the schema; `body` both reads and describes the keys.
  static func object(
    _ name: String, _ noun: String, doc: String, _ body: @escaping @Sendable (inout Fields) -> Value
  ) -> Grammar {
    var described = Fields(describing: ())
    _ = body(&described)
    let properties = described.properties
    let keys = KnownKeys(properties.map(\.key), groups: described.groups)
    return Grammar(noun: noun, schema: .object(.init(name: name, doc: doc, properties: properties))) { node, log in
      guard node.entries != nil else {
        log.reportWrongType(node, expected: noun)
        return nil
      }
      var fields = Fields(reading: node, known: keys)
      let value = body(&fields)
      fields.reportUnknownKeys(noun)
      log.diagnostics += fields.finished
      return value
    }
  }
}

extension Fields {
  fileprivate init(describing: Void) {
    node = nil
    known = KnownKeys([], groups: [:])
    present = 0
    unknown = []
    resembled = []
  }

  fileprivate init(reading node: Node, known: KnownKeys) {
    self.node = node
    self.known = known
    present = known.present(in: node.entries ?? [])
    unknown = (node.entries ?? []).filter { !known.contains($0.key) && !$0.key.hasPrefix("x-") }
    resembled = unknown.isEmpty ? [] : known.resembled(by: unknown.map { String($0.key.prefix { $0 != ":" }) })
  }

  fileprivate var finished: [Diagnostic] { log.diagnostics }

  fileprivate mutating func reportUnknownKeys(_ noun: String) {
    let known = known.names
    for entry in unknown {
      var fixIts: [FixIt] = []
      if entry.value.isNull, let spaced = entry.key.withSpaceAfterColon(known) {
        let edit = TextEdit(span: entry.keySpan, replacement: spaced)
        fixIts = [FixIt("put a space after the colon: `\(spaced)`", edits: [edit], safety: .safe)]
      } else if let near = nearestName(to: entry.key, in: known) {
        fixIts = [.replace(entry.keySpan, with: near, "did you mean `\(near)`?")]
      }
      var notes: [Note] = []
      if fixIts.isEmpty, entry.value.isNull, entry.value.span.range.isEmpty {
        fixIts = [FixIt("if the comma belongs to a text, put the text in quotes")]
      }
      if fixIts.isEmpty { notes = [Note("known keys: \(known.joined(separator: ", "))")] }
      log.report(.unknownKey, "\(noun) has no key `\(entry.key)`", at: entry.keySpan, notes: notes, fixIts: fixIts)
    }
  }
}

extension String {
  /// `key: value` where this is one of the known keys, a colon or what looks like one, and a value without the space
  /// between that parts them; nil if it is not.
  fileprivate func withSpaceAfterColon(_ known: [String]) -> String? {
    guard let colon = firstIndex(where: { ":\u{FF1A}".contains($0) }), known.contains(String(self[..<colon])) else {
      return nil
    }
    let value = String(self[index(after: colon)...].drop { $0.isWhitespace })
    if let quote = value.first, "\"'".contains(quote) {
      // The text that was meant goes on behind a comma, or holds such marks itself.
      guard value.count > 1, value.last == quote, !value.dropFirst().dropLast().contains(quote) else { return nil }
      return "\(self[..<colon]): \(value)"
    }
    let spelling = ScalarSpelling.canStandPlain(value, isInFlow: true) ? ScalarSpelling.plain : .doubleQuoted
    return "\(self[..<colon]): \(spelling.text(value))"
  }
}
