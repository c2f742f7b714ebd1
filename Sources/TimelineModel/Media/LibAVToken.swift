extension UInt8 {
  /// Whether libavutil skips the byte around tokens.
  package var isTokenSpace: Bool { " \n\t\r".utf8.contains(self) }
}

// By bytes, as libavutil does: Swift takes a colon and a combining mark for one character.
extension Substring.UTF8View {
  /// Takes off all up to one of `ends`, and returns it without the space around it. A backslash takes the next byte as it
  /// is, and quotes take all up to the next quote.
  ///
  /// This is `av_get_token` of libavutil.
  package mutating func takeToken(until ends: String) -> String {
    self = drop(while: \.isTokenSpace)
    var token: [UInt8] = []
    // Space that was quoted stays.
    var kept = 0
    while let byte = first, !ends.utf8.contains(byte) {
      removeFirst()
      if byte == UInt8(ascii: "\\"), let next = popFirst() {
        token.append(next)
        kept = token.count
      } else if byte == UInt8(ascii: "'") {
        let quoted = prefix { $0 != UInt8(ascii: "'") }
        token += quoted
        self = self[quoted.endIndex...].dropFirst()
        kept = token.count
      } else {
        token.append(byte)
      }
    }
    while token.count > kept, let last = token.last, last.isTokenSpace { token.removeLast() }
    return String(decoding: token, as: UTF8.self)
  }
}
