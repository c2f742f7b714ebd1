package import LanguageServer

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral entries: (String, JSONValue)...) {
    self = .object(Dictionary(entries) { $1 })
  }

  static func position(_ line: Int, _ character: Int) -> JSONValue {
    ["line": .integer(line), "character": .integer(character)]
  }

  static func range(_ line: Int, _ start: Int, _ endLine: Int, _ end: Int) -> JSONValue {
    ["start": .position(line, start), "end": .position(endLine, end)]
  }

  subscript(key: String) -> JSONValue? { if case .object(let entries) = self { entries[key] } else { nil } }
  subscript(index: Int) -> JSONValue? {
    if case .array(let list) = self, index < list.count { list[index] } else { nil }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .integer(let number) = self { number } else { nil } }
  var list: [JSONValue] { if case .array(let list) = self { list } else { [] } }
}

extension JSONValue {
  /// An edit as a change of a text.
  static func change(_ edit: JSONValue) throws -> LSP.Change {
    func position(_ value: JSONValue?) -> LSP.Position {
      LSP.Position(line: value?["line"]?.number ?? 0, character: value?["character"]?.number ?? 0)
    }
    return LSP.Change(
      range: LSP.Range(start: position(edit["range"]?["start"]), end: position(edit["range"]?["end"])),
      text: edit["newText"]?.text ?? "")
  }
}
