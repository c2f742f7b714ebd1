/// Numerator and denominator. What comes from outside is reduced, and is a number.
extension Rational: Codable {
  private enum Key: String, CodingKey { case numerator, denominator }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let value = Rational(
      try container.decode(Int64.self, forKey: .numerator), try container.decode(Int64.self, forKey: .denominator))
    guard value.isFinite else {
      throw DecodingError.dataCorruptedError(
        forKey: .denominator, in: container, debugDescription: "the fraction is no number")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    guard let (numerator, denominator) = narrow else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: container.codingPath, debugDescription: "the fraction does not fit into 64 bits"))
    }
    try container.encode(numerator, forKey: .numerator)
    try container.encode(denominator, forKey: .denominator)
  }
}
