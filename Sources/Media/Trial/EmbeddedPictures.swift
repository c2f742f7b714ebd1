import Foundation

/// The pictures that are written into a drawing, as `data:` URLs.
///
/// librsvg leaves out in silence what it cannot read, and with the modules of gdk-pixbuf that is another thing on each
/// machine. The program lets none of them in, so PNG and JPEG are left, which gdk-pixbuf reads itself.
struct EmbeddedPictures {
  private let drawing: [UInt8]
  private var position = 0

  private init(_ drawing: [UInt8]) { self.drawing = drawing }

  /// Why one of the pictures cannot be drawn; nil if all can.
  static func complaint(of drawing: [UInt8]) -> String? {
    var pictures = EmbeddedPictures(drawing)
    while let link = pictures.nextLink() {
      if let complaint = complaint(ofLink: String(decoding: link, as: UTF8.self)) { return complaint }
    }
    return nil
  }

  // MARK: Links

  /// The value of `href` of the next element `image` or `feImage` that has it; nil after the last.
  private mutating func nextLink() -> ArraySlice<UInt8>? {
    while let start = drawing[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      if drawing[position...].starts(with: "!--".utf8) {
        passComment()
      } else {
        let name = name()
        guard name.elementsEqual("image".utf8) || name.elementsEqual("feImage".utf8) else { continue }
        if let link = link() { return link }
      }
    }
    return nil
  }

  private mutating func passComment() {
    while let end = drawing[position...].firstIndex(of: UInt8(ascii: ">")) {
      position = end + 1
      if drawing[..<end].suffix(2).elementsEqual("--".utf8) { return }
    }
    position = drawing.count
  }

  /// The value of `href` among the attributes of a tag; nil if it has none.
  private mutating func link() -> ArraySlice<UInt8>? {
    while true {
      skip { EmbeddedPictures.isSpace($0) || $0 == UInt8(ascii: "/") }
      let name = name()
      skip { EmbeddedPictures.isSpace($0) || $0 == UInt8(ascii: "=") }
      guard position < drawing.count else { return nil }
      let quote = drawing[position]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      position += 1
      let start = position
      skip { $0 != quote }
      let value = drawing[start..<position]
      position = min(position + 1, drawing.count)
      if name.elementsEqual("href".utf8) { return value }
    }
  }

  /// The name that begins here, without its prefix.
  private mutating func name() -> ArraySlice<UInt8> {
    let start = position
    skip { !EmbeddedPictures.isSpace($0) && !"=/><\"'".utf8.contains($0) }
    let name = drawing[start..<position]
    return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
  }

  private mutating func skip(while belongs: (UInt8) -> Bool) {
    while position < drawing.count, belongs(drawing[position]) { position += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  // MARK: Pictures

  private static let signatures: [String: [UInt8]] = [
    "image/png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/jpeg": [0xFF, 0xD8, 0xFF],
  ]

  private static func complaint(ofLink written: String) -> String? {
    let link = unescaped(written).drop(while: \.isWhitespace)
    if link.prefix(5).contains("&") { return "a picture in it is named by an entity: write where it is in its place" }
    guard link.prefix(5).lowercased() == "data:", let comma = link.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = link[..<comma].dropFirst(5).lowercased().split(separator: ";", omittingEmptySubsequences: false)
    let kind = head[0].trimmingCharacters(in: .whitespaces)
    let possible = kind.isEmpty ? Array(signatures.values) : [signatures[kind]].compactMap(\.self)
    if possible.isEmpty {
      return "a picture in it is \(kind), and in a drawing only PNG and JPEG are drawn: write it as image/png or image/jpeg"
    }
    let text = String(link[comma...].dropFirst())
    let bytes = head.last == "base64" ? decoded(text.removingPercentEncoding ?? text) : Array(text.utf8)
    guard possible.contains(where: bytes.starts) else { return "a picture in it is no \(kind.isEmpty ? "PNG or JPEG" : kind)" }
    // A PNG that breaks off is left out as a whole.
    if bytes[0] == 0x89, bytes.suffix(8).prefix(4) != Array("IEND".utf8)[...] { return "a PNG in it breaks off" }
    return nil
  }

  /// The bytes that are written as Base64; what is no letter of it is passed over.
  private static func decoded(_ text: String) -> [UInt8] {
    let letters = text.utf8.filter { byte in
      let isAlphanumeric = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      return isAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }
    let padding = Data(repeating: UInt8(ascii: "="), count: (4 - letters.count % 4) % 4)
    return Data(base64Encoded: Data(letters) + padding).map(Array.init) ?? []
  }

  /// A value with its references to characters replaced by those.
  private static func unescaped(_ value: String) -> String {
    guard value.contains("&") else { return value }
    var text = ""
    var rest = value[...]
    while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
      text += rest[..<start]
      text += character(rest[start..<end].dropFirst()).map(String.init) ?? String(rest[start...end])
      rest = rest[end...].dropFirst()
    }
    return text + rest
  }

  private static func character(_ reference: Substring) -> Character? {
    let named: [Substring: Character] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    guard reference.first == "#" else { return named[reference] }
    let digits = reference.dropFirst()
    let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
