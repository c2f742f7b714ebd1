import Compiler

/// The grammar, laid out to be followed from a document's root to any of its words.
final class GrammarMap: Sendable {
  static let timeline = GrammarMap(timelineGrammar)
  static let configuration = GrammarMap(configurationGrammar)

  /// Mappings with keys of the language, by their names in the schema.
  private let objects: [String: Object]
  let root: Shape

  struct Object: Sendable {
    let name: String
    let doc: String
    /// In the order in which the language has them.
    let properties: [Schema.Property]
    let shapes: [String: Shape]
  }

  /// What may stand in one place.
  struct Shape: Sendable {
    /// As one word.
    fileprivate(set) var words: [Word] = []
    /// As a list, of these elements; none, or one that has all alternatives in it.
    fileprivate(set) var elements: [Shape] = []
    /// As a mapping with keys of the language.
    fileprivate(set) var objectNames: [String] = []
    /// As a mapping with keys of the writer's choice: its values, and what the keys are about.
    fileprivate(set) var mapValues: [Shape] = []
    fileprivate(set) var keyMeaning: Schema.Meaning?

    struct Word: Sendable {
      let schema: Schema
      let meaning: Schema.Meaning?
    }

    static let nothing = Shape()
  }

  private init(_ schema: Schema) {
    var builder = Builder()
    root = builder.shape(of: schema)
    objects = builder.objects
  }

  func objects(of shape: Shape) -> [Object] { shape.objectNames.compactMap { objects[$0] } }
}

private struct Builder {
  var objects: [String: GrammarMap.Object] = [:]
  private var begun: Set<String> = []

  mutating func shape(of schema: Schema) -> GrammarMap.Shape {
    var shape = GrammarMap.Shape()
    add(schema, meaning: nil, to: &shape)
    return shape
  }

  private mutating func add(_ schema: Schema, meaning: Schema.Meaning?, to shape: inout GrammarMap.Shape) {
    switch schema {
    case .anyOf(let schemas): for schema in schemas { add(schema, meaning: meaning, to: &shape) }
    case .meaning(let meaning, let schema): add(schema, meaning: meaning, to: &shape)
    case .array(let element), .tuple(let element, _):
      var inner = shape.elements.first ?? .nothing
      add(element, meaning: nil, to: &inner)
      shape.elements = [inner]
    case .map(let value):
      var inner = shape.mapValues.first ?? .nothing
      add(value, meaning: nil, to: &inner)
      shape.mapValues = [inner]
      shape.keyMeaning = meaning
    case .object(let object):
      add(object)
      shape.addObject(object.name)
    case .reference(let name): shape.addObject(name)
    case .string, .number, .integer, .boolean, .constant, .choice:
      shape.words.append(GrammarMap.Shape.Word(schema: schema, meaning: meaning))
    }
  }

  private mutating func add(_ object: Schema.ObjectSchema) {
    guard begun.insert(object.name).inserted else { return }
    var shapes: [String: GrammarMap.Shape] = [:]
    for property in object.properties { shapes[property.key] = shape(of: property.schema) }
    objects[object.name] = GrammarMap.Object(
      name: object.name, doc: object.doc, properties: object.properties, shapes: shapes)
  }
}

extension GrammarMap.Shape {
  fileprivate mutating func addObject(_ name: String) { if !objectNames.contains(name) { objectNames.append(name) } }
}
