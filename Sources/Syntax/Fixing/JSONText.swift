/// A tree as JSON on one line.
enum JSONText {
  static func text(of node: Node) -> String {
    switch node.content {
    case .scalar(let scalar): text(of: scalar)
    case .sequence(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    case .mapping(let entries):
      entries.isEmpty
        ? "{}"
        : "{ "
          + entries.map { "\(ScalarSpelling.doubleQuoted.text($0.key)): \(text(of: $0.value))" }
          .joined(separator: ", ") + " }"
    }
  }

  static func text(of scalar: Node.Scalar) -> String {
    let isLiteral = !scalar.isQuoted && ScalarSpelling.isJSONLiteral(scalar.text)
    return isLiteral ? scalar.text : ScalarSpelling.doubleQuoted.text(scalar.text)
  }
}
