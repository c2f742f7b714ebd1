/// One filter in FFmpeg's own spelling, `name=value:option=value`, in which a backslash takes the next character and
/// quotes all up to the next quote as they are.
struct FilterText {
  /// Nil where it is not one filter by itself.
  let options: (name: String, options: [(key: String?, value: String)])?

  init(_ text: String) {
    var parts: [(key: String?, value: String)] = []
    var (name, word) = ("", "")
    var key: String?
    var isNamed = false
    var isQuoted = false
    var rest = text.trimmingSpaces[...]
    while let character = rest.popFirst() {
      switch character {
      case "'": isQuoted.toggle()
      case _ where isQuoted: word.append(character)
      case "\\": rest.popFirst().map { word.append($0) }
      case ",", ";", "[", "]":
        options = nil
        return
      case "=" where !isNamed:
        (name, word, isNamed) = (word.trimmingSpaces, "", true)
      case "=" where key == nil: (key, word) = (word.trimmingSpaces, "")
      case ":" where isNamed:
        parts.append((key, word))
        (key, word) = (nil, "")
      default: word.append(character)
      }
    }
    if isNamed { parts.append((key, word)) } else { name = word }
    options = name.isEmpty ? nil : (name, parts)
  }
}
