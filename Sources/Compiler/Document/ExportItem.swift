package import Diagnostics
import Syntax
package import TimelineModel

package struct ExportItem: Sendable {
  package var preset: Located<String>?
  /// An asset whose codecs the movie is to have.
  package var like: Located<String>?
  package var container: Located<OutputSettings.Container>?
  package var video: Located<VideoExportItem?>?
  package var audio: Located<AudioExportItem?>?
  /// Bytes.
  package var fileLengthLimit: Located<Int64>?
  /// Where its key stands.
  package var fileLengthLimitKey: SourceSpan?
}

package struct VideoExportItem: Sendable {
  package var codec: Located<String>?
  package var size: Located<PixelSize>?
  package var crf: Located<Double>?
  /// Where the key `crf` stands.
  package var crfKey: SourceSpan?
  package var bitRate: Located<Int>?
  package var pixelFormat: Located<String>?
  package var options: [NamedItem<String>]
}

package struct AudioExportItem: Sendable {
  package var codec: Located<String>?
  package var bitRate: Located<Int>?
  package var options: [NamedItem<String>]
}

extension ExportItem {
  static let grammar = Grammar<ExportItem>.either(
    "an export: a preset's name or a mapping",
    scalar: Scalar.name(of: .preset).located.map { ExportItem(preset: $0) },
    mapping: .object("export", "an export", doc: "How the movie is written: a preset, and what differs from it.") {
      fields in
      ExportItem(
        preset: fields.optional("preset", Scalar.name(of: .preset), "A named table of settings."),
        like: fields.optional(
          "like", Scalar.name(of: .asset),
          "An asset whose codecs and pixel format the movie gets, so that its untouched frames can be copied."),
        container: fields.optional(
          "container", .oneOf("a container", OutputSettings.Container.allCases.map { ($0.rawValue, $0) }),
          "The kind of file."),
        video: fields.optional(
          "video", .orFalse(VideoExportItem.grammar), "The picture's encoder, or `false` for none."),
        audio: fields.optional("audio", .orFalse(AudioExportItem.grammar), "The sound's encoder, or `false` for none."),
        fileLengthLimit: fields.optional(
          "file-length-limit", Scalar.byteCount, "The file is to have at most so many bytes, as in `20MB`."),
        fileLengthLimitKey: fields.keySpan("file-length-limit"))
    })
}

extension VideoExportItem {
  static let grammar = Grammar<VideoExportItem>.object(
    "video-export", "the picture's export", doc: "How the picture is encoded."
  ) { fields in
    fields.atMostOne(of: ["crf", "bitrate"])
    return VideoExportItem(
      codec: fields.optional(
        "codec", Scalar.text.about(.names(.codec)), "A codec such as `h264`, or an encoder such as `libx264`."),
      size: fields.optional("size", Scalar.pixelSize, "The picture is scaled down to fit inside."),
      crf: fields.optional("crf", Scalar.number, "Constant quality: lower is better and larger."),
      crfKey: fields.keySpan("crf"),
      bitRate: fields.optional(
        "bitrate", Scalar.bitRate, "Bits per second of the picture on average, as in `8M`."),
      pixelFormat: fields.optional("pixel-format", Scalar.text, "libav's name, such as `yuv420p`."),
      options: fields.optional(
        "options", .names(of: Scalar.text, "a mapping from options to values"), "The encoder's own options.")?.value
        ?? [])
  }
}

extension AudioExportItem {
  static let grammar = Grammar<AudioExportItem>.object(
    "audio-export", "the sound's export", doc: "How the sound is encoded."
  ) { fields in
    AudioExportItem(
      codec: fields.optional(
        "codec", Scalar.text.about(.names(.codec)), "A codec such as `aac`, or an encoder such as `libmp3lame`."),
      bitRate: fields.optional("bitrate", Scalar.bitRate, "Bits per second, as in `192k`."),
      options: fields.optional(
        "options", .names(of: Scalar.text, "a mapping from options to values"), "The encoder's own options.")?.value
        ?? [])
  }
}

extension Scalar {
  /// `192k`, `8M` or a plain number of bits per second.
  static let bitRate = Grammar<Int>.word(
    "a bit rate such as `192k` or `8M`",
    .anyOf([.integer(minimum: 0, maximum: nil), .string(pattern: "^[0-9]+[kM]?$", examples: ["192k", "8M"])])
  ) { text in
    let factor = text.hasSuffix("k") ? 1000 : text.hasSuffix("M") ? 1_000_000 : 1
    guard let number = Int(factor == 1 ? text : String(text.dropLast())), number > 0 else { return nil }
    return number.multipliedReportingOverflow(by: factor).overflow ? nil : number * factor
  }
}

extension Scalar {
  /// `20MB`, `700MiB` or a plain number of bytes.
  static let byteCount = Grammar<Int64>.word(
    "a number of bytes such as `20MB`",
    .anyOf([.integer(minimum: 0, maximum: nil), .string(pattern: "^[0-9]+([kMG]i?)?B?$", examples: ["20MB", "700MiB"])])
  ) { text in
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [Substring: Int64] = [
      "": 1, "B": 1, "kB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "kiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
      "k": 1000, "M": 1_000_000, "G": 1_000_000_000,
    ]
    guard let number = Int64(digits), number > 0, let unit = units[text[digits.endIndex...]] else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : bytes
  }
}

extension Grammar {
  /// The value, or `false` for none at all.
  static func orFalse<Wrapped: Sendable>(_ grammar: Grammar<Wrapped>) -> Grammar where Value == Wrapped? {
    Grammar(noun: "\(grammar.noun), or `false`", schema: .anyOf([.constant("false"), grammar.schema])) { node, log in
      if let scalar = node.scalar, scalar.text == "false" { return .some(nil) }
      return grammar.read(node, &log).map { .some($0) }
    }
  }
}
