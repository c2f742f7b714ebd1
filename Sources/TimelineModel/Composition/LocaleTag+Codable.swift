/// As the tag that it is.
extension LocaleTag: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let tag = LocaleTag(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no language tag")
    }
    self = tag
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
