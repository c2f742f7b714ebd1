/// The places in a document at which parameters get their values.
package enum ParameterReferences {
  /// Keys whose mappings have names of the writer's choice, which may begin as they like.
  static let naming: Set<String> = ["assets", "styles", "metadata", "options"]

  /// Whether parameters are filled in within the keys of a mapping.
  ///
  /// - Parameter path: The keys that lead to the mapping.
  package static func areFilled(inKeysBelow path: some BidirectionalCollection<String>) -> Bool {
    guard let last = path.last, naming.contains(last) else { return true }
    return !areFilled(inKeysBelow: path.dropLast())
  }

  /// Returns the places of the names in `${NAME}`, in the order of the text; `$${` begins no name.
  package static func names(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (start, index) = (0, 0)
    while index + 1 < text.count {
      guard text[index] == UInt8(ascii: "$"), text[index + 1] == UInt8(ascii: "{") else {
        index += 1
        continue
      }
      let isEscaped = index > start && text[index - 1] == UInt8(ascii: "$")
      index += 2
      if !isEscaped {
        guard let end = text[index...].firstIndex(of: UInt8(ascii: "}")) else { return found }
        found.append(index..<end)
        index = end + 1
      }
      start = index
    }
    return found
  }
}
