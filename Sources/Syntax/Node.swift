package import Diagnostics

/// One value of a document, with its place. A scalar is untyped text here: the field it stands in decides what it is.
package struct Node: Hashable, Sendable {
  package var content: Content
  package var span: SourceSpan

  package enum Content: Hashable, Sendable {
    case scalar(Scalar)
    case sequence([Node])
    case mapping([Entry])
  }

  package struct Scalar: Hashable, Sendable {
    package var text: String
    /// False for the plain style, in which an empty text, `~` and `null` mean nothing at all.
    package var isQuoted: Bool
    package init(_ text: String, isQuoted: Bool) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }

  package struct Entry: Hashable, Sendable {
    /// The key's text.
    package var key: String
    package var keySpan: SourceSpan
    package var value: Node
    package init(key: String, keySpan: SourceSpan, value: Node) {
      self.key = key
      self.keySpan = keySpan
      self.value = value
    }
    package var span: SourceSpan { keySpan.union(value.span) }
  }

  package init(_ content: Content, span: SourceSpan) {
    self.content = content
    self.span = span
  }

  package var isNull: Bool {
    guard case .scalar(let scalar) = content, !scalar.isQuoted else { return false }
    return switch scalar.text {
    case "", "~", "null", "Null", "NULL": true
    default: false
    }
  }

  package var entries: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }
  package var elements: [Node]? { if case .sequence(let elements) = content { elements } else { nil } }
  package var scalar: Scalar? { if case .scalar(let scalar) = content { scalar } else { nil } }

  /// The value of a key in a mapping.
  package subscript(key: String) -> Node? { entries?.first { $0.key == key }?.value }

  /// In words: `a mapping`, `a list`, `the text "abc"` or `nothing`.
  package var kindInWords: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar(let scalar): isNull ? "nothing" : "`\(scalar.text)`"
    }
  }
}
