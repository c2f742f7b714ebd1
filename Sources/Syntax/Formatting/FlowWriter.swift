import Diagnostics

/// Lists and mappings in brackets.
struct FlowWriter {
  /// How long a line may get.
  static let width = 100

  private let source: SourceFile
  private let isJSON: Bool
  private let scalars: ScalarLayout

  init(_ source: SourceFile, isJSON: Bool) {
    self.source = source
    self.isJSON = isJSON
    scalars = ScalarLayout(source: source, isJSON: isJSON)
  }

  /// On one line.
  func line(_ node: Layout, isInFlow: Bool = true) -> String {
    let anchor = node.place.anchor.map { "&\($0) " } ?? ""
    switch node {
    case .alias(let name, _): return "*\(name)"
    case .scalar(let text, let isQuoted, let place):
      return (anchor + scalars.line(text, isQuoted: isQuoted, place, isInFlow: isInFlow)).trimmingEnd
    case .sequence(let elements, _, _):
      let inner = elements.map { $0.isEmpty ? "null" : line($0) }.joined(separator: ", ")
      let isOfWords = elements.allSatisfy { if case .scalar = $0 { true } else { false } }
      return anchor + (elements.isEmpty ? "[]" : isOfWords ? "[\(inner)]" : "[ \(inner) ]")
    case .mapping(let entries, _, _):
      let inner = entries.map { entry($0.key, $0.value) }.joined(separator: ", ")
      return anchor + (entries.isEmpty ? "{}" : "{ \(inner) }")
    }
  }

  private func entry(_ name: Layout, _ value: Layout) -> String {
    if !value.isEmpty { return "\(key(name)) \(line(value))" }
    // What stands there without a colon may be part of a text, and is left as it is.
    return hasColon(behind: name) ? "\(key(name)) null" : line(name)
  }

  private func hasColon(behind name: Layout) -> Bool {
    source.bytes[name.span.end...].first { !$0.isWhiteSpace } == UInt8(ascii: ":")
  }

  /// With its colon, which a name that ends in an alias has to be kept apart from.
  func key(_ node: Layout, isInFlow: Bool = true) -> String {
    if case .alias = node { return line(node, isInFlow: isInFlow) + " :" }
    return line(node, isInFlow: isInFlow) + ":"
  }

  /// JSON: what was on one line and fits stays on one, everything else has a line for each member.
  func expanded(_ node: Layout, indent: Int, before: Int = 0, isLast: Bool = true) -> String {
    let flat = line(node)
    let fits = indent + before + flat.count + (isLast ? 0 : 1) <= FlowWriter.width
    let members: [(key: Layout?, value: Layout)]
    let brackets: (String, String)
    switch node {
    case .alias, .scalar: return flat
    case .sequence(let elements, _, _):
      members = elements.map { (nil, $0) }
      brackets = ("[", "]")
    case .mapping(let entries, _, _):
      members = entries.map { ($0.key, $0.value) }
      brackets = ("{", "}")
    }
    guard let first = members.first, !fits || isBroken(before: first.key ?? first.value, in: node) else { return flat }
    let margin = String(repeating: " ", count: indent + 2)
    let lines = members.enumerated().map { index, member in
      let name = member.key.map { key($0) + " " } ?? ""
      return margin + name
        + expanded(member.value, indent: indent + 2, before: name.count, isLast: index == members.count - 1)
    }
    return brackets.0 + "\n" + lines.joined(separator: ",\n") + "\n" + String(repeating: " ", count: indent)
      + brackets.1
  }

  /// True where the first member begins on a line of its own.
  private func isBroken(before first: Layout, in node: Layout) -> Bool {
    source.lines.line(at: first.span.start) > source.lines.line(at: node.span.start)
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
