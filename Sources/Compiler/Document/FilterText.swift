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
    var rest = text[...]
    // FFmpeg allows a name of its own for each filter of a graph.
    name = String(rest.takeToken(until: "=,;[").prefix { $0 != "@" })
    var arguments = ""
    if rest.first == "=" {
      rest.removeFirst()
      arguments = rest.takeToken(until: "[],;")
    }
    guard rest.allSatisfy(FilterText.isSpace) else { throw .isNoSingleFilter }
    guard !name.isEmpty else { throw arguments.isEmpty ? .isEmpty : .isNoSingleFilter }
    options = FilterText.options(arguments)
  }

  private static func options(_ text: String) -> [(key: String?, value: String)] {
    var rest = text[...]
    var options: [(key: String?, value: String)] = []
    while !rest.isEmpty {
      options.append((rest.takeKey(), rest.takeToken(until: ":")))
      if rest.first == ":" { rest.removeFirst() }
    }
    return options
  }

  fileprivate static func isSpace(_ character: Character) -> Bool { " \n\t\r".contains(character) }
}

extension Substring {
  /// A name of an option and the `=` behind it. Nil where the next value has none, even if there is an `=` within it.
  fileprivate mutating func takeKey() -> String? {
    let start = drop(while: FilterText.isSpace)
    let key = start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_/.".contains($0)) }
    let end = start[key.endIndex...].drop(while: FilterText.isSpace)
    guard end.first == "=" else { return nil }
    self = end.dropFirst()
    return String(key)
  }

  /// All up to one of `ends`, without the space around it, in which a backslash takes the next character and quotes all
  /// up to the next quote as they are.
  fileprivate mutating func takeToken(until ends: String) -> String {
    self = drop(while: FilterText.isSpace)
    var token = ""
    // Space that was quoted stays.
    var kept = 0
    while let character = first, !ends.contains(character) {
      removeFirst()
      if character == "\\", let next = popFirst() {
        token.append(next)
        kept = token.count
      } else if character == "'" {
        let quoted = prefix { $0 != "'" }
        token += quoted
        self = self[quoted.endIndex...].dropFirst()
        kept = token.count
      } else {
        token.append(character)
      }
    }
    while token.count > kept, let last = token.last, FilterText.isSpace(last) { token.removeLast() }
    return token
  }
}
