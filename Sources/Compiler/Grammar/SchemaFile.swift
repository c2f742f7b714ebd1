import Foundation

/// What timeline documents and files of settings are made of, as the grammars that read them say.
package let timelineGrammar = TimelineDocument.grammar.schema
package let configurationGrammar = ConfigurationItem.grammar.schema

/// The JSON Schema (draft 2020-12) of timeline documents, made from the grammar that reads them.
package let timelineSchema = schemaFile(of: TimelineDocument.grammar.schema, title: "cutlist timeline")

/// That of files of settings, in which nothing stands for a parameter.
package let configurationSchema = schemaFile(
  of: ConfigurationItem.grammar.schema, title: "cutlist configuration", takesParameters: false)

private func schemaFile(of schema: Schema, title: String, takesParameters: Bool = true) -> String {
  var writer = SchemaWriter(takesParameters: takesParameters)
  var root = writer.object(schema)
  root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
  root["$id"] = "urn:" + title.replacing(" ", with: ":")
  root["title"] = title
  root["$defs"] = writer.definitions.merging(takesParameters ? ["placeholder": SchemaWriter.placeholder] : [:]) { $1 }
  let data = try! JSONSerialization.data(
    withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  return String(decoding: data, as: UTF8.self) + "\n"
}

private struct SchemaWriter {
  private(set) var definitions: [String: Any] = [:]
  private let takesParameters: Bool

  init(takesParameters: Bool) { self.takesParameters = takesParameters }

  /// The schema of a document's root, in full rather than by reference.
  mutating func object(_ schema: Schema) -> [String: Any] {
    guard case .object(let object) = schema else { return json(schema) }
    return body(of: object)
  }

  /// What may stand wherever something else than any text is asked for.
  static var placeholder: [String: Any] {
    [
      "type": "string", "pattern": #"\$\{[^}]+\}"#, "description": "The value of a parameter.",
    ]
  }

  private mutating func json(_ schema: Schema) -> [String: Any] {
    let choices = schema.alternatives
    var written = choices.map { plain($0) }
    if takesParameters, choices.contains(where: \.isNarrowScalar) { written.append(["$ref": "#/$defs/placeholder"]) }
    return written.count == 1 ? written[0] : ["anyOf": written]
  }

  /// Without what may stand for it.
  private mutating func plain(_ schema: Schema) -> [String: Any] {
    switch schema {
    case .string(let pattern, let examples):
      var result: [String: Any] = ["type": "string"]
      if let pattern { result["pattern"] = pattern }
      if !examples.isEmpty { result["examples"] = examples }
      // A text or name may look like a number to YAML: `id: 7` and `title: 2001` are texts here.
      return pattern == nil ? result.merging(["type": ["string", "number", "boolean"]]) { $1 } : result
    case .number(let minimum, let maximum):
      var result: [String: Any] = ["type": "number"]
      if let minimum { result["minimum"] = minimum }
      if let maximum { result["maximum"] = maximum }
      return result
    case .integer(let minimum, let maximum):
      var result: [String: Any] = ["type": "integer"]
      if let minimum { result["minimum"] = minimum }
      if let maximum { result["maximum"] = maximum }
      return result
    case .boolean: return ["type": "boolean"]
    case .constant(let word): return ["const": word == "false" ? false : word as Any]
    case .choice(let names): return ["enum": names.map { $0 == "false" ? false : $0 as Any }]
    case .array(let element): return ["type": "array", "items": json(element)]
    case .tuple(let element, let count):
      return ["type": "array", "items": json(element), "minItems": count, "maxItems": count]
    case .map(let element): return ["type": "object", "additionalProperties": json(element)]
    case .anyOf, .meaning: return json(schema)
    case .reference(let name): return ["$ref": "#/$defs/\(name)"]
    case .object(let object):
      if definitions[object.name] == nil {
        definitions[object.name] = [String: Any]()
        definitions[object.name] = body(of: object)
      }
      return ["$ref": "#/$defs/\(object.name)"]
    }
  }

  private mutating func body(of object: Schema.ObjectSchema) -> [String: Any] {
    var properties: [String: Any] = [:]
    for property in object.properties {
      var written = json(property.schema).merging(["description": property.doc]) { own, _ in own }
      if let value = property.defaultValue { written["default"] = property.schema.value(writtenAs: value) }
      properties[property.key] = written
    }
    return [
      "type": "object", "description": object.doc, "properties": properties,
      "required": object.properties.filter(\.isRequired).map(\.key).sorted(),
      "patternProperties": ["^x-": true], "additionalProperties": false,
    ]
  }
}

extension Schema {
  /// What may stand here, each by itself, whatever it is about.
  fileprivate var alternatives: [Schema] {
    switch self {
    case .anyOf(let schemas): schemas.flatMap(\.alternatives)
    case .meaning(_, let schema): schema.alternatives
    default: [self]
    }
  }

  /// Returns a value that is written in a document as a value for JSON: a number if the schema accepts numbers.
  fileprivate func value(writtenAs text: String) -> Any {
    guard mayBeNumber else { return text }
    if let whole = Int(text) { return whole }
    return Double(text).map { $0 as Any } ?? text
  }

  /// Whether it is one word that cannot be any text.
  fileprivate var isNarrowScalar: Bool {
    switch self {
    case .string(let pattern, _): pattern != nil
    case .number, .integer, .boolean, .choice: true
    case .constant, .array, .tuple, .map, .anyOf, .reference, .object, .meaning: false
    }
  }
}
