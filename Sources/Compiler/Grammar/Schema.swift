/// What a grammar accepts, as JSON Schema would say it.
package indirect enum Schema: Sendable {
  case string(pattern: String?, examples: [String])
  case number(minimum: Double?, maximum: Double?)
  case integer(minimum: Int?, maximum: Int?)
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
  /// The same, with what it is about, which JSON Schema cannot say.
  case meaning(Meaning, Schema)

  package struct ObjectSchema: Sendable {
    package var name: String
    package var doc: String
    package var properties: [Property]
  }

  package struct Property: Sendable {
    package var key: String
    package var schema: Schema
    package var isRequired: Bool
    /// The value that an absent key has, as written in a document; `nil` if no value is equivalent to an absent key.
    package var defaultValue: String?
    private var text: String

    init(key: String, schema: Schema, doc: String, isRequired: Bool, defaultValue: String? = nil) {
      (self.key, self.schema, self.isRequired, self.defaultValue) = (key, schema, isRequired, defaultValue)
      text = doc
    }

    /// The description of the key and its default, as a sentence.
    package var doc: String { defaultValue.map { "\(text.dropLast()); `\($0)` unless said." } ?? text }
  }

  /// True if a number is one of the things that may stand there, and any text is not.
  var mayBeNumber: Bool {
    switch self {
    case .number, .integer: true
    case .anyOf(let schemas): schemas.contains(where: \.mayBeNumber) && !schemas.contains(where: \.isAnyText)
    default: false
    }
  }

  private var isAnyText: Bool { if case .string(pattern: nil, _) = self { true } else { false } }
}

extension Schema {
  /// What a text is about, beyond how it is written.
  package enum Meaning: Hashable, Sendable {
    /// A new name for a thing of this kind; of a mapping, each of its keys is one.
    case declares(NameKind)
    /// The name of a thing of this kind; of a mapping, each of its keys is one.
    case names(NameKind)
    /// An asset's name or a path.
    case clip
    case path
    case time, timeRange
    /// The name of a track, or a time.
    case end
    case color
  }
}

/// Kinds of things that have names.
package enum NameKind: Hashable, Sendable {
  case track, segment, title, asset, style, parameter, variant
  case preset, rule, font, filter, xfade, codec

  /// With its article.
  package var noun: String {
    switch self {
    case .track: "a track"
    case .segment: "a segment"
    case .title: "a title"
    case .asset: "an asset"
    case .style: "a style"
    case .parameter: "a parameter"
    case .variant: "a variant"
    case .preset: "a preset"
    case .rule: "a rule"
    case .font: "a font"
    case .filter: "a filter"
    case .xfade: "a transition of libavfilter's xfade"
    case .codec: "a codec"
    }
  }
}
