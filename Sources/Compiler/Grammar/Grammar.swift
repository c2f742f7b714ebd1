import Diagnostics
import Syntax

/// How one kind of value is written: its JSON Schema and its reader, made together so that they cannot disagree.
struct Grammar<Value: Sendable>: Sendable {
  /// What messages call such a value, with its article: `a time`.
  let noun: String
  let schema: Schema
  /// Reads a node, or says what is wrong with it and gives nil.
  let read: @Sendable (Node, inout DiagnosticLog) -> Value?
}

extension Grammar {
  /// A value written as one word or text. `parse` gives nil for a text that is none; it may report why itself.
  static func scalar(
    _ noun: String, _ schema: Schema,
    parse: @escaping @Sendable (String, SourceSpan, inout DiagnosticLog) -> Value?
  ) -> Grammar {
    let mayBeNumber = schema.mayBeNumber
    return Grammar(noun: noun, schema: schema) { node, log in
      guard let scalar = node.scalar, !node.isNull else {
        log.reportWrongType(node, expected: noun)
        return nil
      }
      let decimal = mayBeNumber && !scalar.isQuoted ? decimal(withoutExponent: scalar.text) : nil
      return parse(decimal ?? scalar.text, node.span, &log)
    }
  }

  /// A text that is turned into a value, or is `bad-value`.
  static func word(
    _ noun: String, _ schema: Schema, _ parse: @escaping @Sendable (String) -> Value?
  ) -> Grammar {
    scalar(noun, schema) { text, span, log in
      if let value = parse(text) { return value }
      log.report(.badValue, "`\(text)` is not \(noun)", at: span)
      return nil
    }
  }

  /// One of a few names.
  static func oneOf(_ noun: String, _ choices: [(String, Value)]) -> Grammar {
    let names = choices.map(\.0)
    return scalar(noun, .choice(names)) { text, span, log in
      if let found = choices.first(where: { $0.0 == text }) { return found.1 }
      var fixIts: [FixIt] = []
      if let near = nearestName(to: text, in: names) { fixIts = [.replace(span, with: near)] }
      log.report(
        .badValue, "`\(text)` is not \(noun); it is one of \(names.map { "`\($0)`" }.joined(separator: ", "))",
        at: span, fixIts: fixIts)
      return nil
    }
  }

  /// Different spellings, told apart by the kind of the node.
  static func either(
    _ noun: String, scalar: Grammar? = nil, sequence: Grammar? = nil, mapping: Grammar? = nil
  ) -> Grammar {
    let schemas = [scalar, sequence, mapping].compactMap { $0?.schema }
    return Grammar(noun: noun, schema: .anyOf(schemas)) { node, log in
      let chosen =
        switch node.content {
        case .scalar: scalar
        case .sequence: sequence
        case .mapping: mapping
        }
      guard let chosen, !node.isNull else {
        log.reportWrongType(node, expected: noun)
        return nil
      }
      return chosen.read(node, &log)
    }
  }

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Grammar<Other> {
    Grammar<Other>(noun: noun, schema: schema) { node, log in read(node, &log).map(transform) }
  }

  /// The same with what its text is about.
  func about(_ meaning: Schema.Meaning) -> Grammar {
    Grammar(noun: noun, schema: .meaning(meaning, schema), read: read)
  }

  /// The same value with the place it was read from.
  var located: Grammar<Located<Value>> {
    Grammar<Located<Value>>(noun: noun, schema: schema) { node, log in
      read(node, &log).map { Located($0, at: node.span) }
    }
  }
}

extension Grammar {
  /// A list; elements that cannot be read are left out after having been reported.
  static func list<Element: Sendable>(of element: Grammar<Element>, _ noun: String) -> Grammar
  where Value == [Located<Element>] {
    Grammar(noun: noun, schema: .array(element.schema)) { node, log in
      guard let elements = node.elements else {
        log.reportWrongType(node, expected: noun)
        return nil
      }
      return elements.compactMap { child in element.read(child, &log).map { Located($0, at: child.span) } }
    }
  }

  /// The same with one element at least that can be read.
  static func someList<Element: Sendable>(of element: Grammar<Element>, _ noun: String) -> Grammar
  where Value == [Located<Element>] {
    let list = list(of: element, noun)
    return Grammar(noun: noun, schema: list.schema) { node, log in
      if node.elements?.isEmpty == true {
        log.report(.badValue, "there is nothing in this list", at: node.span)
        return nil
      }
      return list.read(node, &log).flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// A mapping from names of the writer's choice to values, in written order.
  static func names<Element: Sendable>(of element: Grammar<Element>, _ noun: String) -> Grammar
  where Value == [NamedItem<Element>] {
    Grammar(noun: noun, schema: .map(element.schema)) { node, log in
      guard let entries = node.entries else {
        log.reportWrongType(node, expected: noun)
        return nil
      }
      return entries.compactMap { entry in
        element.read(entry.value, &log).map {
          NamedItem(name: Located(entry.key, at: entry.keySpan), item: Located($0, at: entry.value.span))
        }
      }
    }
  }
}

/// An entry of a mapping whose keys are names of the writer's choice.
package struct NamedItem<Item: Sendable>: Sendable {
  package var name: Located<String>
  package var item: Located<Item>
}

extension DiagnosticLog {
  mutating func reportWrongType(_ node: Node, expected noun: String) {
    report(.wrongType, "expected \(noun), found \(node.kindInWords)", at: node.span)
  }
}
