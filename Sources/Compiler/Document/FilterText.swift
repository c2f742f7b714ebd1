import TimelineModel

/// One filter in FFmpeg's own spelling, `name=value:option=value`. Quotes and backslashes are taken off twice, as FFmpeg
/// does: once from all that belongs to the filter, then from each of its values.
package struct FilterText {
  package let name: String
  package let options: [(key: String?, value: String)]

  package enum Fault: Error {
    case isEmpty
    /// It is several filters, or names what goes in or comes out.
    case isNoSingleFilter
  }

  package init(_ text: String) throws(Fault) {
    var rest = text[...].utf8
    // FFmpeg allows a name of its own for each filter of a graph.
    name = String(rest.takeToken(until: "=,;[").prefix { $0 != "@" })
    var arguments = ""
    if rest.first == UInt8(ascii: "=") {
      rest.removeFirst()
      arguments = rest.takeToken(until: "[],;")
    }
    guard rest.allSatisfy(\.isTokenSpace) else { throw .isNoSingleFilter }
    guard !name.isEmpty else { throw arguments.isEmpty ? .isEmpty : .isNoSingleFilter }
    options = FilterText.options(arguments)
  }

  private static func options(_ text: String) -> [(key: String?, value: String)] {
    var rest = text[...].utf8
    var options: [(key: String?, value: String)] = []
    while !rest.isEmpty {
      options.append((rest.takeKey(), rest.takeToken(until: ":")))
      if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
    }
    return options
  }

  fileprivate static func isInKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_/.".utf8.contains(byte)
    }
  }
}

extension Substring.UTF8View {
  /// Takes off the name of an option and the `=` behind it. Nil where the next value has none, even if there is an `=`
  /// within it.
  fileprivate mutating func takeKey() -> String? {
    let start = drop(while: \.isTokenSpace)
    let key = start.prefix(while: FilterText.isInKey)
    let end = start[key.endIndex...].drop(while: \.isTokenSpace)
    guard end.first == UInt8(ascii: "=") else { return nil }
    self = end.dropFirst()
    return String(decoding: key, as: UTF8.self)
  }
}
