/// A document, or a part of one, before it is text.
indirect enum Written: Hashable, Sendable {
  case scalar(String)
  case list([Written])
  case mapping([Entry])

  struct Entry: Hashable, Sendable {
    var key: String
    var value: Written
  }

  static func mapping(_ entries: KeyValuePairs<String, Written?>) -> Written {
    .mapping(entries.compactMap { key, value in value.map { Entry(key: key, value: $0) } })
  }

  /// The value under a key of a mapping.
  subscript(key: String) -> Written? {
    get {
      guard case .mapping(let entries) = self else { return nil }
      return entries.first { $0.key == key }?.value
    }
    set {
      guard case .mapping(var entries) = self else { return }
      entries.removeAll { $0.key == key }
      if let newValue { entries.append(Entry(key: key, value: newValue)) }
      self = .mapping(entries)
    }
  }
}

extension Written: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  init(stringLiteral text: String) { self = .scalar(text) }
  init(arrayLiteral elements: Written...) { self = .list(elements) }
}

// MARK: Text

extension Written {
  /// As YAML: on one line what fits there, on lines of its own what does not.
  var yaml: String { lines(room: 100).joined(separator: "\n") + "\n" }

  private func lines(room: Int) -> [String] {
    let flow = flow
    if flow.count <= room { return [flow] }
    switch self {
    case .scalar: return [flow]
    case .list(let elements):
      return elements.flatMap { element -> [String] in
        let inner = element.lines(room: room - 2)
        return ["- " + inner[0]] + inner.dropFirst().map { "  " + $0 }
      }
    case .mapping(let entries):
      return entries.flatMap { entry -> [String] in
        let inner = entry.value.lines(room: room - 2)
        if inner.count == 1, entry.value.flow == inner[0] { return ["\(entry.key): \(inner[0])"] }
        return ["\(entry.key):"] + inner.map { "  " + $0 }
      }
    }
  }

  private var flow: String {
    switch self {
    case .scalar(let text):
      let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "./_+-% ".contains($0)) }
      let starts = text.first.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false
      return isPlain && starts ? text : "\"\(text.replacing("\n", with: "\\n"))\""
    case .list(let elements): return "[\(elements.map(\.flow).joined(separator: ", "))]"
    case .mapping(let entries):
      return "{ \(entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ")) }"
    }
  }
}

// MARK: Smaller ones

extension Written {
  /// The same without one element or entry, for every one there is, the largest first.
  var reductions: [Written] { removals.sorted { $0.size < $1.size } }

  private var removals: [Written] {
    switch self {
    case .scalar: return []
    case .list(let elements):
      return elements.indices.flatMap { index -> [Written] in
        func with(_ replacement: [Written]) -> Written {
          .list(Array(elements[..<index]) + replacement + Array(elements[(index + 1)...]))
        }
        return [with([])] + elements[index].removals.map { with([$0]) }
      }
    case .mapping(let entries):
      return entries.indices.flatMap { index -> [Written] in
        func with(_ replacement: [Entry]) -> Written {
          .mapping(Array(entries[..<index]) + replacement + Array(entries[(index + 1)...]))
        }
        let entry = entries[index]
        return [with([])] + entry.value.removals.map { with([Entry(key: entry.key, value: $0)]) }
      }
    }
  }

  private var size: Int {
    switch self {
    case .scalar: 1
    case .list(let elements): elements.reduce(1) { $0 + $1.size }
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.size }
    }
  }
}
