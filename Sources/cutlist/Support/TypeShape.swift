/// The JSON that a type decodes, found by letting it decode and noting what it asks for.
indirect enum TypeShape {
  case string, integer, number, boolean
  case array(TypeShape)
  case map(TypeShape)
  case object([Property])

  struct Property {
    var name: String
    var shape: TypeShape
    /// False if it may be missing.
    var isRequired: Bool
  }

  init<Value: Decodable>(of type: Value.Type) {
    let probe = TypeProbe()
    // A type that refuses an empty text would lack what it decodes after that, so that reports have none.
    _ = try? Value(from: probe)
    self = probe.shape
  }

  /// The same as a JSON Schema (draft 2020-12).
  var schema: [String: Any] {
    switch self {
    case .string: return ["type": "string"]
    case .integer: return ["type": "integer"]
    case .number: return ["type": "number"]
    case .boolean: return ["type": "boolean"]
    case .array(let element): return ["type": "array", "items": element.schema]
    case .map(let value): return ["type": "object", "additionalProperties": value.schema]
    case .object(let properties):
      return [
        "type": "object", "additionalProperties": false,
        "properties": Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.shape.schema) }),
        "required": properties.filter(\.isRequired).map(\.name).sorted(),
      ]
    }
  }
}

/// A decoder that gives a value of each type that is asked for, and notes what that was.
private final class TypeProbe: Decoder {
  var shape = TypeShape.string
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(probe: self))
  }
  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(probe: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }

  /// A value of a type with the shape that it has in JSON.
  static func value<Value: Decodable>(_ type: Value.Type) throws -> (Value, TypeShape) {
    let plain: [(any Decodable, TypeShape)] = [
      ("", .string), (false, .boolean), (0.0, .number), (Int(0), .integer), (Int32(0), .integer), (Int64(0), .integer),
    ]
    for (value, shape) in plain { if let value = value as? Value { return (value, shape) } }
    guard !(Value.self is any BinaryInteger.Type), !(Value.self is any BinaryFloatingPoint.Type) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\(Value.self) has no shape"))
    }
    let probe = TypeProbe()
    return (try Value(from: probe), probe.shape)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: TypeProbe
    let codingPath: [any CodingKey] = []
    private let optional = Names()

    final class Names { var names: Set<String> = [] }

    init(probe: TypeProbe) {
      self.probe = probe
      probe.shape = .object([])
    }

    /// Only what is a map asks what keys there are.
    var allKeys: [Key] {
      probe.shape = .map(.string)
      return [Key(stringValue: "any")].compactMap(\.self)
    }
    func contains(_ key: Key) -> Bool { true }
    /// Only what may be missing asks whether it is null.
    func decodeNil(forKey key: Key) -> Bool {
      optional.names.insert(key.stringValue)
      return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let (value, shape) = try TypeProbe.value(type)
      note(shape, key)
      return value
    }

    private func note(_ shape: TypeShape, _ key: Key) {
      switch probe.shape {
      case .map: probe.shape = .map(shape)
      case .object(let properties):
        let isRequired = !optional.names.contains(key.stringValue)
        probe.shape = .object(
          properties + [TypeShape.Property(name: key.stringValue, shape: shape, isRequired: isRequired)])
      default: break
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { TypeProbe().container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { TypeProbe().unkeyedContainer() }
    func superDecoder() -> any Decoder { TypeProbe() }
    func superDecoder(forKey key: Key) -> any Decoder { TypeProbe() }
  }

  /// A list with one element.
  private struct Elements: UnkeyedDecodingContainer {
    let probe: TypeProbe
    let codingPath: [any CodingKey] = []
    let count: Int? = 1
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(probe: TypeProbe) { self.probe = probe }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let (value, shape) = try TypeProbe.value(type)
      probe.shape = .array(shape)
      currentIndex += 1
      return value
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
      TypeProbe().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { TypeProbe().unkeyedContainer() }
    mutating func superDecoder() -> any Decoder { TypeProbe() }
  }

  private struct Single: SingleValueDecodingContainer {
    let probe: TypeProbe
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let (value, shape) = try TypeProbe.value(type)
      probe.shape = shape
      return value
    }
  }
}
