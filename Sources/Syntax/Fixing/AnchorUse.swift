import Diagnostics

/// The YAML anchors of a text that have an alias.
///
/// Comments and quoted texts are searched as well: a fix that is not offered does less harm than an alias without an
/// anchor.
struct AnchorUse {
  private struct Anchor {
    /// The byte offset of its `&`.
    var place: Int
    /// The byte offset of the last alias of its name.
    var lastAlias: Int
  }

  /// The anchors that have an alias, sorted by place.
  private var anchors: [Anchor] = []

  init(_ source: SourceFile) {
    let bytes = source.bytes
    guard !source.isJSON, bytes.contains(UInt8(ascii: "&")) else { return }
    var found: [(name: ArraySlice<UInt8>, place: Int)] = []
    var aliases: [ArraySlice<UInt8>: Int] = [:]
    var index = bytes.startIndex
    while let mark = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "*") }) {
      let name = bytes[(mark + 1)...].prefix { $0 > 0x20 && !AnchorUse.flowIndicators.contains($0) }
      if bytes[mark] == UInt8(ascii: "&") { found.append((name, mark)) } else { aliases[name] = mark }
      index = name.endIndex
    }
    anchors = found.compactMap { anchor in
      aliases[anchor.name].map { Anchor(place: anchor.place, lastAlias: $0) }
    }
  }

  /// The characters that end a name.
  private static let flowIndicators = Array(",[]{}".utf8)

  /// Returns whether an alias after a range of bytes refers to an anchor inside the range.
  func isUsed(behind range: Range<Int>) -> Bool {
    let before = anchors.leadingCount { $0.place < range.lowerBound }
    return anchors[before...].prefix { $0.place < range.upperBound }.contains { $0.lastAlias >= range.upperBound }
  }
}
