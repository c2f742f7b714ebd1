import Compiler
import Diagnostics
import Syntax

/// Every key and every single value of a document, and what the grammar makes of it.
struct WordMap {
  struct Word {
    enum Role {
      /// A key of the language.
      case key(Schema.Property)
      /// A key that has no meaning here.
      case unknownKey
      /// A key of the writer's choice, and what it is about.
      case name(Schema.Meaning?)
      /// A value, and what may stand in its place.
      case value(GrammarMap.Shape)
    }

    var text: String
    var span: SourceSpan
    var role: Role
    /// The mapping that it is a key of, or is in the value of a key of.
    var mapping: Int?
    /// The keys that lead to it.
    var path: [String]
    var isQuoted: Bool
  }

  /// A mapping with what the grammar knows of it.
  struct Mapping {
    var span: SourceSpan
    var objects: [GrammarMap.Object]
    var keys: [String]
    /// Those of its values that are single words.
    var values: [String: String]
    /// The mapping around it.
    var outer: Int?
  }

  /// In the order of the text.
  private(set) var words: [Word] = []
  private(set) var mappings: [Mapping] = []
  private let grammar: GrammarMap

  init(_ root: Node?, _ grammar: GrammarMap) {
    self.grammar = grammar
    guard let root else { return }
    visit(root, grammar.root, mapping: nil, path: [])
    // What is behind an alias stands at its anchor, once for each time it is used.
    words.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  private mutating func visit(_ node: Node, _ shape: GrammarMap.Shape, mapping: Int?, path: [String]) {
    switch node.content {
    case .scalar(let scalar):
      guard !node.span.range.isEmpty else { return }
      words.append(
        Word(
          text: scalar.text, span: node.span, role: .value(shape), mapping: mapping, path: path,
          isQuoted: scalar.isQuoted))
    case .sequence(let elements):
      for element in elements { visit(element, shape.elements.first ?? .nothing, mapping: mapping, path: path) }
    case .mapping(let entries):
      let objects = grammar.objects(of: shape)
      let number = mappings.count
      mappings.append(
        Mapping(
          span: node.span, objects: objects, keys: entries.map(\.key),
          values: Dictionary(entries.compactMap { entry in entry.value.scalar.map { (entry.key, $0.text) } }) { $1 },
          outer: mapping))
      for entry in entries {
        let object = objects.first { $0.shapes[entry.key] != nil }
        let role: Word.Role
        let inner: GrammarMap.Shape
        if let object {
          // A key that has a shape has a property.
          role = .key(object.properties.first { $0.key == entry.key }!)
          inner = object.shapes[entry.key]!
        } else if let value = shape.mapValues.first {
          (role, inner) = (.name(shape.keyMeaning), value)
        } else {
          (role, inner) = (.unknownKey, .nothing)
        }
        words.append(
          Word(
            text: entry.key, span: entry.keySpan, role: role, mapping: number, path: path,
            isQuoted: entry.keySpan.range.count != entry.key.utf8.count))
        visit(entry.value, inner, mapping: number, path: path + [entry.key])
      }
    }
  }

  /// The word at a place, or that ends there.
  func word(at offset: Int) -> Word? {
    words[..<words.leadingCount { $0.span.start <= offset }].last.flatMap { offset <= $0.span.end ? $0 : nil }
  }

  /// The mappings around a word, the innermost first.
  func mappings(around word: Word) -> [Mapping] {
    var found: [Mapping] = []
    var next = word.mapping
    while let number = next {
      found.append(mappings[number])
      next = mappings[number].outer
    }
    return found
  }
}

extension WordMap.Word {
  /// What it is about; of several meanings the first.
  var meaning: Schema.Meaning? {
    switch role {
    case .key, .unknownKey: nil
    case .name(let meaning): meaning
    case .value(let shape): shape.words.lazy.compactMap(\.meaning).first
    }
  }
}
