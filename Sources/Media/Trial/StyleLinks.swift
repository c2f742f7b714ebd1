/// The links of a style (CSS), or of an attribute that could stand in one.
struct StyleLinks {
  /// The names of the elements that `url(#…)` leads to.
  private(set) var names: [String] = []
  /// The links of the property `clip-path`.
  private(set) var clipPaths: [String] = []
  /// The style sheets that are to be brought in.
  private(set) var sheets: [String] = []

  init(in style: String) {
    let text = StyleLinks.withoutComments(Array(style.utf8))
    for start in StyleLinks.places(of: "url(", in: text) {
      let link = StyleLinks.link(text[start...])
      if link.hasPrefix("#") { names.append(String(link.dropFirst())) }
      if StyleLinks.property(before: start - "url(".utf8.count, in: text) == "clip-path" { clipPaths.append(link) }
    }
    for start in StyleLinks.places(of: "@import", in: text) {
      let rest = text[start...].drop { StyleLinks.white.contains($0) }
      sheets.append(StyleLinks.link(StyleLinks.begins(rest, with: "url(") ? rest.dropFirst("url(".utf8.count) : rest))
    }
  }

  /// The address in the instruction `xml-stylesheet`; nil if it has none.
  static func address(ofSheet instruction: String) -> String? {
    let text = Array(instruction.utf8)
    for end in places(of: "href", in: text) {
      let rest = text[end...].drop { white.contains($0) }
      guard rest.first == UInt8(ascii: "=") else { continue }
      return link(rest.dropFirst())
    }
    return nil
  }

  /// The link that a text begins with, in quotes or without. What is long is cut.
  private static func link(_ text: ArraySlice<UInt8>) -> String {
    let text = text.drop { white.contains($0) }
    let quote = text.first.flatMap { quotes.contains($0) ? $0 : nil }
    let body = quote == nil ? text : text.dropFirst()
    let part = body.prefix(longest).prefix { byte in quote.map { byte != $0 } ?? !ends.contains(byte) }
    return String(decoding: part, as: UTF8.self)
  }

  private static let longest = 1000

  /// The property whose value begins or goes on at a place, in lower case.
  private static func property(before place: Int, in text: [UInt8]) -> String {
    let before = text[..<place].suffix(longest)
    let start = before.lastIndex { "{};".utf8.contains($0) }.map { $0 + 1 } ?? before.startIndex
    let name = before[start...].prefix { $0 != UInt8(ascii: ":") }.filter { !white.contains($0) }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  /// The places behind each time that a word comes, whatever its case.
  private static func places(of word: StaticString, in text: [UInt8]) -> [Int] {
    text.indices.filter { begins(text[$0...], with: word) }.map { $0 + word.utf8CodeUnitCount }
  }

  /// - Parameter word: In lower case.
  private static func begins(_ text: ArraySlice<UInt8>, with word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      text.count >= word.count && zip(text, word).allSatisfy { $0 == $1 || $1 >= 0x61 && $0 | 0x20 == $1 }
    }
  }

  private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "/")) {
      kept += rest[..<start]
      rest = rest[start...]
      guard rest.dropFirst().first == UInt8(ascii: "*") else {
        kept.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(2)
      while !rest.isEmpty, !(rest.first == UInt8(ascii: "*") && rest.dropFirst().first == UInt8(ascii: "/")) {
        rest.removeFirst()
      }
      rest = rest.dropFirst(2)
    }
    return kept + rest
  }

  private static let white = Set(" \t\n\r\u{C}".utf8)
  private static let quotes = Set("\"'".utf8)
  private static let ends = Set(" \t\n\r\u{C});\"'".utf8)
}
