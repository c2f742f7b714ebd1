/// What columns count.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The first that the client offers and that is known, since it prefers that one; else UTF-16, which everyone knows.
  init(offered: [String]?) { self = offered?.lazy.compactMap(PositionEncoding.init).first ?? .utf16 }

  /// How many units a character takes whose UTF-8 begins with this byte; none for the bytes that follow.
  func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }
}
