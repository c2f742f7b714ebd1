import Diagnostics

/// The entries of a mapping, of each key the first. Most mappings are short, and looking through them is faster than
/// hashing; long ones are not searched through for each of their keys.
struct SeenKeys {
  private var entries: [Node.Entry] = []
  private var numbers: [String: Int] = [:]

  private static let longest = 16

  subscript(key: String) -> Node.Entry? {
    guard numbers.isEmpty else { return numbers[key].map { entries[$0] } }
    return entries.first { $0.key == key }
  }

  /// False where there is one of that key.
  mutating func insert(_ entry: Node.Entry) -> Bool {
    guard self[entry.key] == nil else { return false }
    entries.append(entry)
    if entries.count > SeenKeys.longest {
      if numbers.isEmpty { numbers = Dictionary(uniqueKeysWithValues: zip(entries.map(\.key), entries.indices)) }
      numbers[entry.key] = entries.count - 1
    }
    return true
  }

  /// Says of entries that their keys are written twice. One with the same value as the first can be left out.
  ///
  /// - Parameter entries: The others of the mapping.
  func report(
    _ repeated: [Node.Entry], besides entries: [Node.Entry], in source: SourceFile, isFlow: Bool,
    _ anchors: AnchorUse, to log: inout DiagnosticLog
  ) {
    let spans = (entries + repeated).map(\.span).sorted { $0.start < $1.start }
    let places = Dictionary(zip(spans, spans.indices)) { first, _ in first }
    func isSame(_ entry: Node.Entry, as first: Node.Entry) -> Bool {
      source.text(of: first.value.span) == source.text(of: entry.value.span)
    }
    // Several keys that come again, of which some say something else, are another mapping whose beginning is missing.
    let isOther =
      repeated.count > 1 && repeated.contains { entry in self[entry.key].map { !isSame(entry, as: $0) } ?? false }
    for entry in repeated {
      guard let first = self[entry.key] else { continue }
      let isSame = isSame(entry, as: first)
      if isOther {
        log.report(
          .duplicateKey, "the key `\(entry.key)` is written twice", at: entry.keySpan,
          notes: [Note("first written here", at: first.keySpan)],
          fixIts: [
            FixIt(
              "if another element begins here, begin it with \(isFlow ? "`}, {`" : "a `-`"); else leave this one out")
          ])
        continue
      }
      let edit = places[entry.span].flatMap { source.removal(of: $0, among: spans, isFlow: isFlow, anchors) }
      log.report(
        .duplicateKey, "the key `\(entry.key)` is written twice", at: entry.keySpan,
        notes: [Note("first written here", at: first.keySpan)],
        fixIts: [
          FixIt(
            isSame ? "leave it out: the value is the same" : "leave this one out", edits: edit.map { [$0] } ?? [],
            safety: isSame ? .safe : .unsafe)
        ])
    }
  }
}
