package import TimelineModel

/// A chapter, or those that come from an asset.
package enum ChapterItem: Sendable {
  case place(ChapterPlace, title: Located<Localized<Located<String>>>, artwork: Located<Localized<Located<ClipItem>>>?)
  /// Those of an asset, wherever it plays.
  case imported(Located<String>)
  /// Written wrongly, which has been reported.
  case broken

  package var isImported: Bool { if case .imported = self { true } else { false } }
}

package enum ChapterPlace: Sendable {
  /// From a time on until the next one begins.
  case at(Located<TimeExpression>)
  case over(Located<RangeExpression>)
}

extension ChapterItem {
  static let grammar = Grammar<ChapterItem>.object("chapter", "a chapter", doc: "A named place to jump to.") { fields in
    fields.atLeastOne(of: ["at", "over", "import"])
    fields.atMostOne(of: ["at", "over"])
    fields.allowsOnly(beside: "import")
    let at = fields.optional("at", Scalar.time, "Where it begins, on the timeline; it lasts until the next one begins.")
    let over = fields.optional("over", Scalar.timeRange, "Where it begins and ends, on the timeline.")
    let title = fields.optional(
      "title", .localized("a title", of: Scalar.text), "What a player calls it, perhaps in several languages.")
    let artwork = fields.optional(
      "artwork", .localized("a picture", of: Scalar.picture), "A picture for it, perhaps one for each language.")
    let imported = fields.optional(
      "import", Scalar.name(of: .asset), "An asset whose chapters come with it, wherever it plays.")
    if title == nil { for key in ["at", "over"] { fields.requireKey("title", beside: key) } }
    if let imported { return .imported(imported) }
    guard let title, let place = at.map(ChapterPlace.at) ?? over.map(ChapterPlace.over) else { return .broken }
    return .place(place, title: title, artwork: artwork)
  }
}

extension Scalar {
  /// A picture file, by its path or as an asset.
  static let picture = Grammar<String>.word(
    "a picture: an asset's name or a path", .string(pattern: nil, examples: ["media/cat.png"])
  ) { $0.isEmpty ? nil : $0 }.about(.clip).located.map { ClipItem.named($0) }
}

extension TimelineDocument {
  /// The pictures of its chapters.
  var chapterPictures: [ClipItem] {
    chapters.flatMap { chapter -> [ClipItem] in
      guard case .place(_, _, let artwork) = chapter.value else { return [] }
      return (artwork?.value.versions ?? []).map(\.value.value)
    }
  }
}
