import Foundation

extension Encodable {
  /// As JSON for people and scripts alike: indented, keys in order, without an end of line. The same bytes for the
  /// same value.
  package var readableJSON: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // JSON has no such numbers; nothing else in a value of plain fields can fail.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try! encoder.encode(self), as: UTF8.self)
  }
}
