import Diagnostics
package import TimelineModel

/// Something a segment can show or play.
package enum AssetItem: Sendable {
  /// A movie, sound file or image, told apart by what is inside.
  case file(Located<String>)
  /// A single picture.
  case image(Located<String>)
  /// Pictures whose names a pattern gives, a frame each; without a rate they cannot be shown.
  case images(Located<String>, rate: Located<FrameRate>?)
  case color(Located<Color>)
  /// Written wrongly, which has been reported.
  case broken
}

extension AssetItem {
  /// The file it names.
  var reference: MediaReference? {
    switch self {
    case .file(let path), .image(let path): MediaReference(path.value)
    case .images(let path, let rate): rate.map { MediaReference(path.value, imageRate: $0.value) }
    case .color, .broken: nil
    }
  }

  static let grammar = Grammar<AssetItem>.either("an asset: a path or a mapping", scalar: path, mapping: mapping)

  private static let path = Grammar<String>.word("a path", .string(pattern: nil, examples: ["media/cat.mov"])) {
    $0.isEmpty ? nil : $0
  }.located.map { AssetItem.file($0) }

  private static let mapping = Grammar<AssetItem>.object(
    "asset", "an asset", doc: "A movie, a sound, a picture or a colour."
  ) { fields in
    fields.atMostOne(of: ["file", "image", "images", "color"])
    fields.atLeastOne(of: ["file", "image", "images", "color"])
    let file = fields.optional("file", Scalar.text, "A movie or sound file.")
    let image = fields.optional("image", Scalar.text, "A picture file.")
    let images = fields.optional(
      "images", Scalar.text,
      "A pattern for the names of pictures that follow one another: `%04d` is a number, `*` any text.")
    let rate = fields.optional("rate", Scalar.frameRate, "How many of the `images` are shown in a second.")
    if let images, rate == nil {
      fields.report(
        .missingKey, "`images` needs a `rate` beside it", at: images.span, fixIts: [FixIt("add `rate: 25`")])
    }
    if images == nil, let rate {
      fields.report(.conflictingKeys, "only `images` have a `rate` of their own", at: rate.span)
    }
    let color = fields.optional("color", Scalar.color, "One colour all over the canvas.")
    if let file { return .file(file) }
    if let image { return .image(image) }
    if let images { return .images(images, rate: rate) }
    return color.map { .color($0) } ?? .broken
  }
}

/// What a segment plays: an asset's name, a path, or an asset written in place.
package enum ClipItem: Sendable {
  case named(Located<String>)
  case inline(AssetItem)
}

extension ClipItem {
  static let grammar = Grammar<ClipItem>.either(
    "a clip: an asset's name or a path",
    scalar: Grammar<String>.word("a clip", .string(pattern: nil, examples: ["cat", "media/cat.mov"])) {
      $0.isEmpty ? nil : $0
    }
    .located.map { ClipItem.named($0) },
    mapping: AssetItem.grammar.map { ClipItem.inline($0) })
}
