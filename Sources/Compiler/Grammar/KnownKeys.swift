import Diagnostics
import Syntax

/// The keys that one kind of mapping may have, numbered in the order in which they are described.
///
/// Most keys of most mappings are absent, and asking for each of them is most of the work of reading a long document:
/// which are there is found out once, and then a bit tells.
struct KnownKeys: Sendable {
  let names: [String]
  /// Keys that are read together: the number of the first of them, and that behind the last.
  let groups: [Int: Int]
  private let numbers: [String: Int]

  init(_ names: [String], groups: [Int: Int]) {
    precondition(names.count <= UInt64.bitWidth, "a mapping has more keys than there are bits for")
    self.names = names
    self.groups = groups
    numbers = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  func contains(_ name: String) -> Bool { numbers[name] != nil }

  /// - Parameter expected: the number that it has if keys are asked for in the order of their description.
  func number(of name: String, expecting expected: Int) -> Int? {
    names.indices.contains(expected) && names[expected] == name ? expected : numbers[name]
  }

  /// Those of a mapping, each a bit at its number.
  func present(in entries: [Node.Entry]) -> UInt64 {
    entries.reduce(0) { present, entry in numbers[entry.key].map { present | KnownKeys.bit($0) } ?? present }
  }

  /// Those that some of the words look like, written wrongly. Of very many words only the first are looked at.
  func resembled(by words: [String]) -> Set<String> {
    let words = words.prefix(1000)
    return Set(names.filter { name in words.contains { nearestName(to: $0, in: CollectionOfOne(name)) != nil } })
  }

  static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number) }

  /// The bits of all these numbers.
  static func bits(_ numbers: Range<Int>) -> UInt64 { numbers.reduce(0) { $0 | bit($1) } }
}
