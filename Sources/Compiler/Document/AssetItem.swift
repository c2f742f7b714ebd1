import Diagnostics
package import TimelineModel

/// Something a segment can show or play.
package enum AssetItem: Sendable {
  /// A movie, sound file or image, told apart by what is inside.
  case file(Located<String>, AssetManner)
  /// A single picture.
  case image(Located<String>, AssetManner)
  /// Pictures whose names a pattern gives, a frame each; without a rate they cannot be shown.
  case images(Located<String>, rate: Located<FrameRate>?, AssetManner)
  /// Another timeline, and values for its parameters.
  case timeline(Located<String>, parameters: [NamedItem<String>])
  case color(Located<Color>)
  /// Written wrongly, which has been reported.
  case broken
}

extension AssetItem {
  /// The file it names.
  var reference: MediaReference? {
    switch self {
    case .file(let path, let manner), .image(let path, let manner): MediaReference(path.value).read(as: manner.reading)
    case .images(let path, let rate, let manner):
      rate.map { MediaReference(path.value, imageRate: $0.value).read(as: manner.reading) }
    case .timeline(let path, let parameters):
      MediaReference(
        timeline: path.value,
        parameters: Dictionary(parameters.map { ($0.name.value, $0.item.value) }, uniquingKeysWith: { $1 }))
    case .color, .broken: nil
    }
  }

  /// What the document says is the timecode of its first frame.
  var timecode: Located<Timecode>? {
    switch self {
    case .file(_, let manner), .image(_, let manner), .images(_, _, let manner): manner.timecode
    case .timeline, .color, .broken: nil
    }
  }

  /// What the document expects the file to be.
  var expectation: ExpectationItem? {
    switch self {
    case .file(_, let manner), .image(_, let manner), .images(_, _, let manner): manner.expectation
    case .timeline, .color, .broken: nil
    }
  }

  static let grammar = Grammar<AssetItem>.either("an asset: a path or a mapping", scalar: path, mapping: mapping)

  private static let path = Grammar<String>.word("a path", .string(pattern: nil, examples: ["media/cat.mov"])) {
    $0.isEmpty ? nil : $0
  }.about(.path).located.map { AssetItem.file($0, AssetManner()) }

  private static let mapping = Grammar<AssetItem>.object(
    "asset", "an asset", doc: "A movie, a sound, a picture or a colour."
  ) { fields in
    fields.atMostOne(of: ["file", "image", "images", "timeline", "color"])
    fields.atLeastOne(of: ["file", "image", "images", "timeline", "color"])
    let file = fields.optional("file", Scalar.path, "A movie or sound file.")
    let image = fields.optional("image", Scalar.path, "A picture file.")
    let images = fields.optional(
      "images", Scalar.path,
      "A pattern for the names of pictures that follow one another: `%04d` is a number, `*` any text.")
    let rate = fields.optional("rate", Scalar.frameRate, "How many of the `images` are shown in a second.")
    if let images, fields.keySpan("rate") == nil {
      fields.report(
        .missingKey, "`images` needs a `rate` beside it", at: images.span,
        fixIts: [FixIt("add `rate: 25`", [.set(key: "rate", to: "25", in: .around(images.span))])])
    }
    if images == nil, let rate {
      fields.reportConflict("only `images` have a `rate` of their own", at: rate.span)
    }
    let timeline = fields.optional("timeline", Scalar.path, "Another document, which plays like a movie.")
    let parameters = fields.optional(
      "with", .names(of: Scalar.text, "a mapping from names to values"), "Values of the parameters of the `timeline`.")
    if timeline == nil, let parameters {
      fields.reportConflict("only a `timeline` has parameters", at: parameters.span)
    }
    let color = fields.optional("color", Scalar.color, "One colour all over the canvas.")
    let reading = MediaReading(&fields)
    let timecode = fields.optional(
      "timecode", Scalar.timecode, "The timecode of the first frame, which `source-tc` counts from; as the file says.")
    for key in ["image", "timeline", "color"] { fields.forbid("timecode", beside: key) }
    let expectation = fields.optional("expect", ExpectationItem.grammar, "What the file has to be.")
    fields.forbid("expect", beside: "color")
    let manner = AssetManner(reading: reading, timecode: timecode, expectation: expectation?.value)
    if let file { return .file(file, manner) }
    if let image { return .image(image, manner) }
    if let images { return .images(images, rate: rate, manner) }
    if let timeline {
      for key in ["alpha", "fields", "color-space", "color-range", "expect"] { fields.forbid(key, beside: "timeline") }
      return .timeline(timeline, parameters: parameters?.value ?? [])
    }
    return color.map { .color($0) } ?? .broken
  }
}

/// What a segment plays: an asset's name, a path, or an asset written in place.
package enum ClipItem: Sendable {
  case named(Located<String>)
  indirect case inline(AssetItem)
}

extension ClipItem {
  static let grammar = Grammar<ClipItem>.either(
    "a clip: an asset's name or a path",
    scalar: Grammar<String>.word("a clip", .string(pattern: nil, examples: ["cat", "media/cat.mov"])) {
      $0.isEmpty ? nil : $0
    }.about(.clip)
      .located.map { ClipItem.named($0) },
    mapping: AssetItem.grammar.map { ClipItem.inline($0) })
}

/// What is said of a file beside its path.
package struct AssetManner: Sendable {
  package var reading = MediaReading.asWritten
  package var timecode: Located<Timecode>?
  package var expectation: ExpectationItem?
}

extension MediaReading {
  /// The keys that say how a file is to be understood.
  init(_ fields: inout Fields) {
    let alpha = fields.optional(
      "alpha", .oneOf("a kind of alpha", AlphaForm.allCases.map { ($0.rawValue, $0) }),
      "`straight`, or `premultiplied` where the colours are multiplied by alpha already.")
    let order = fields.optional(
      "fields", .oneOf("an order of fields", FieldOrder.allCases.map { ($0.rawValue, $0) }),
      "Which field of an interlaced frame is the earlier, `top` or `bottom`, or `progressive` for none; as the file says."
    )
    let color = fields.optional(
      "color-space", .oneOf("a colour space", ColorMeaning.allCases.map { ($0.rawValue, $0) }),
      "What the picture's numbers mean, where the file does not say it or is wrong.")
    let range = fields.optional(
      "color-range", .oneOf("a range", [("full", true), ("limited", false)]),
      "Whether the numbers of a YUV picture use all codes or leave some at both ends; as the file says.")
    self.init(alpha: alpha?.value, fields: order?.value, color: color?.value, isFullRange: range?.value)
    for key in ["alpha", "fields", "color-space", "color-range"] { fields.forbid(key, beside: "color") }
  }

  /// The keys that are written for it, and their values.
  var keys: [(key: String, value: String)] {
    [
      ("alpha", alpha?.rawValue), ("fields", fields?.rawValue), ("color-space", color?.rawValue),
      ("color-range", isFullRange.map { $0 ? "full" : "limited" }),
    ].compactMap { key, value in value.map { (key, $0) } }
  }
}
