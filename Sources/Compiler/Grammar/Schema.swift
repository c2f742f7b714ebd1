/// What a grammar accepts, as JSON Schema would say it.
package indirect enum Schema: Sendable {
  case string(pattern: String?, examples: [String])
  case number(minimum: Double?, maximum: Double?)
  case integer
  case boolean
  case constant(String)
  case choice([String])
  case array(Schema)
  case tuple(Schema, count: Int)
  case map(Schema)
  case anyOf([Schema])
  case object(ObjectSchema)
  /// An object that is described elsewhere, named so that a grammar can hold itself.
  case reference(String)

  package struct ObjectSchema: Sendable {
    package var name: String
    package var doc: String
    package var properties: [Property]
  }

  package struct Property: Sendable {
    package var key: String
    package var schema: Schema
    package var doc: String
    package var isRequired: Bool
  }
}
