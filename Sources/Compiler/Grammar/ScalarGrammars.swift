import Diagnostics
import Syntax
import TimelineModel

/// Grammars of values that are written as one word.
enum Scalar {}

extension Scalar {
  /// Any text; an unquoted number or `no` is text as well.
  static let text = Grammar<String>.word("a text", .string(pattern: nil, examples: [])) { $0 }

  /// The name of something that there is.
  static func name(of kind: NameKind) -> Grammar<String> { name("the name of \(kind.noun)").about(.names(kind)) }

  /// What the thing that it stands in is to be called.
  static func newName(of kind: NameKind) -> Grammar<String> {
    name("the name of the \(kind.noun.drop { $0 != " " }.dropFirst())").about(.declares(kind))
  }

  private static func name(_ noun: String) -> Grammar<String> {
    .word(noun, .string(pattern: nil, examples: [])) { $0.isEmpty ? nil : $0 }
  }

  /// The path of a file.
  static let path = text.about(.path)
}

extension Scalar {
  static let boolean = Grammar<Bool>.scalar("true or false", .boolean) { text, span, log in
    switch text {
    case "true": return true
    case "false": return false
    default:
      let meant =
        ["yes", "on"].contains(text.lowercased()) ? "true" : ["no", "off"].contains(text.lowercased()) ? "false" : nil
      log.report(
        .badValue, "`\(text)` is neither `true` nor `false`", at: span,
        fixIts: meant.map { [.replace(span, with: $0, safety: .safe)] } ?? [])
      return nil
    }
  }
}

extension Scalar {
  static func integer(_ noun: String, in range: ClosedRange<Int> = 0...Int.max) -> Grammar<Int> {
    let schema = Schema.integer(
      minimum: range.lowerBound == Int.min ? nil : range.lowerBound,
      maximum: range.upperBound == Int.max ? nil : range.upperBound)
    return .word(noun, schema) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension Scalar {
  /// In Hz.
  static let frequency = Grammar<Double>.word(
    "a frequency such as `80Hz` or `3kHz`",
    .anyOf([
      .number(minimum: 0, maximum: nil), .string(pattern: "^[0-9.]+ ?k?Hz$", examples: ["80Hz", "3kHz"]),
    ])
  ) { text in
    if text.hasSuffix("kHz") { return decimalNumber(text.dropLast(3).trimmingSpaces).map { $0 * 1000 } }
    return decimalNumber(text.hasSuffix("Hz") ? text.dropLast(2).trimmingSpaces : text)
  }

  /// A place between left and right.
  static let balance = Grammar<Double>.word(
    "a number from -1 (left) to 1 (right)", .number(minimum: -1, maximum: 1)
  ) { text in decimalNumber(text).flatMap { (-1...1).contains($0) ? $0 : nil } }

  /// In LUFS.
  static let loudness = Grammar<Double>.word(
    "a loudness from -60 to 0 LUFS, such as `-14`",
    .anyOf([.number(minimum: -60, maximum: 0), .string(pattern: "^-?[0-9.]+ ?LUFS$", examples: ["-14LUFS"])])
  ) { text in level(text, unit: "LUFS", in: -60...0) }

  /// In decibels of full scale.
  static let truePeak = Grammar<Double>.word(
    "a peak from -20 to 0 dB, such as `-1`",
    .anyOf([.number(minimum: -20, maximum: 0), .string(pattern: "^-?[0-9.]+ ?dB$", examples: ["-1dB"])])
  ) { text in level(text, unit: "dB", in: -20...0) }

  private static func level(_ text: String, unit: String, in range: ClosedRange<Double>) -> Double? {
    let number = text.hasSuffix(unit) ? text.dropLast(unit.count).trimmingSpaces : text
    return decimalNumber(number).flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Scalar {
  /// How many channels a canvas has.
  static let channels = Grammar<Int>.word(
    "a number of channels: `mono`, `stereo`, `5.1` or `7.1`",
    .anyOf([.choice(["mono", "stereo", "5.1", "7.1"]), .number(minimum: 1, maximum: 8)])
  ) { text in
    switch text {
    case "1", "mono": 1
    case "2", "stereo": 2
    case "6", "5.1": 6
    case "8", "7.1": 8
    default: nil
    }
  }
}

extension Scalar {
  /// The version of the language. Another one is read, to be told of.
  static let version = Grammar<Int>(
    noun: "a version of the language",
    schema: .integer(minimum: TimelineDocument.currentVersion, maximum: TimelineDocument.currentVersion),
    read: integer("a version of the language").read)

  /// A decimal number.
  static let number = Grammar<Double>.word("a number", .number(minimum: nil, maximum: nil), decimalNumber)

  /// Degrees clockwise.
  static let degrees = Grammar<Double>.word("a number of degrees", .number(minimum: nil, maximum: nil), decimalNumber)

  /// A factor, in which `50%` is another spelling of `0.5`.
  static let fraction = Grammar<Double>.word(
    "a number such as `0.5`",
    .anyOf([.number(minimum: nil, maximum: nil), .string(pattern: "^-?[0-9.]+%$", examples: ["50%"])]),
    fractionNumber)

  /// How much of something there is. What lies outside 0 to 1 is read, and found wrong where it is used.
  static let share = Grammar<Double>(
    noun: fraction.noun,
    schema: .anyOf([
      .number(minimum: 0, maximum: 1), .string(pattern: #"^(100(\.0*)?|[0-9]{1,2}(\.[0-9]*)?)%$"#, examples: ["50%"]),
    ]), read: fraction.read)

  /// A place in something, in fractions of it.
  static let place = fraction("a fraction such as `0.5` or `50%`", in: -10...10)

  /// How wide a wipe's edge is, as a part of its way.
  static let softness = fraction("a fraction from 0 to 1, such as `10%`", in: 0...1)

  private static func fraction(_ noun: String, in range: ClosedRange<Double>) -> Grammar<Double> {
    .word(noun, fraction.schema) { fractionNumber($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A linear gain, or decibels.
  static let gain = Grammar<Double>.word(
    "a gain such as `0.5` or `-6dB`",
    .anyOf([.number(minimum: 0, maximum: nil), .string(pattern: "^-?[0-9.]+ ?dB$", examples: ["-6dB"])])
  ) { text in
    guard text.hasSuffix("dB") else { return decimalNumber(text) }
    return decimalNumber(text.dropLast(2).trimmingSpaces).map(gain(decibels:))
  }
}

extension Scalar {
  /// An exact number: `2`, `0.5` or `1/2`.
  static let rational = Grammar<Rational>.word(
    "a number such as `2`, `0.5` or `1/2`",
    .anyOf([.number(minimum: 0, maximum: nil), .string(pattern: "^[0-9.]+(/[0-9]+)?$", examples: ["1/2"])]),
    exactNumber)
}

extension Scalar {
  /// Frames per second, exactly.
  static let frameRate = Grammar<FrameRate>.scalar(
    "a frame rate such as `25` or `30000/1001`",
    .anyOf([.number(minimum: 0, maximum: nil), .string(pattern: "^[0-9]+(/[0-9]+)?$", examples: ["30000/1001"])])
  ) { text, span, log in
    if let exact = roundedRates[text] {
      log.report(
        .roundedRate, "`\(text)` is a rounded name; the rate is \(exact)", at: span,
        fixIts: [.replace(span, with: exact, safety: .safe)])
      return nil
    }
    if let number = exactNumber(text), (Rational.one...Rational(1000)).contains(number),
      number.numerator <= Int32.max, let rate = FrameRate(number)
    {
      return rate
    }
    log.report(.badValue, "`\(text)` is not a frame rate from 1 to 1000, such as `25` or `30000/1001`", at: span)
    return nil
  }

  private static var roundedRates: [String: String] {
    [
      "23.976": "24000/1001", "23.98": "24000/1001", "29.97": "30000/1001", "47.952": "48000/1001",
      "47.95": "48000/1001", "59.94": "60000/1001", "119.88": "120000/1001",
    ]
  }
}

extension Scalar {
  /// `1280x720`.
  static let pixelSize = Grammar<PixelSize>.word(
    "a size such as `1280x720`", .string(pattern: "^[0-9]+x[0-9]+$", examples: ["1920x1080", "1280x720"])
  ) { text in
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1] else { return nil }
    guard 1...16384 ~= width, 1...16384 ~= height else { return nil }
    return PixelSize(width: width, height: height)
  }
}

extension Scalar {
  static let color = Grammar<Color>.scalar(
    "a colour such as `#203040` or `white`",
    .anyOf([
      .string(pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$", examples: ["#203040"]),
      .choice(Color.names.keys.sorted()),
    ])
  ) { text, span, log in
    if let color = Color(text) { return color }
    let near = nearestName(to: text, in: Color.names.keys)
    log.report(
      .badValue, "`\(text)` is not a colour: write `#rrggbb`, `#rrggbbaa` or a name", at: span,
      fixIts: near.map { [.replace(span, with: $0)] } ?? [])
    return nil
  }.about(.color)
}

extension Scalar {
  /// Pixels, or percent of something that the field names.
  static let length = Grammar<Length>.word(
    "a length such as `120` or `10%`",
    .anyOf([.number(minimum: nil, maximum: nil), .string(pattern: "^-?[0-9.]+(%|px)?$", examples: ["50%"])])
  ) { text in
    if text.hasSuffix("%") { return fractionNumber(text).map { .fraction($0) } }
    return decimalNumber(text.hasSuffix("px") ? String(text.dropLast(2)) : text).map { .pixels($0) }
  }
}

extension Scalar {
  static let ease = Grammar<Ease>.either(
    "an easing: `linear`, `in`, `out`, `in-out` or four numbers",
    scalar: .oneOf("an easing", Ease.names.map { ($0.name, $0.ease) }),
    sequence: Grammar<[Double]>.tuple(Scalar.number, count: 4, "four numbers").map {
      .bezier(x1: min(max($0[0], 0), 1), y1: $0[1], x2: min(max($0[2], 0), 1), y2: $0[3])
    })
}

extension Grammar {
  /// A list of exactly `count` values.
  static func tuple<Element: Sendable>(_ element: Grammar<Element>, count: Int, _ noun: String) -> Grammar
  where Value == [Element] {
    Grammar(noun: noun, schema: .tuple(element.schema, count: count)) { node, log in
      guard let elements = node.elements, elements.count == count else {
        let found = node.elements.map { "a list of \($0.count)" } ?? node.kindInWords
        log.report(.wrongType, "expected \(noun), found \(found)", at: node.span)
        return nil
      }
      let values = elements.compactMap { element.read($0, &log) }
      return values.count == count ? values : nil
    }
  }
}

/// Pixels, or a fraction of a size that the field names.
package enum Length: Hashable, Sendable {
  case pixels(Double)
  case fraction(Double)

  package func resolved(in whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .fraction(let fraction): fraction * whole
    }
  }

  var relative: RelativeLength {
    switch self {
    case .pixels(let pixels): RelativeLength(pixels: pixels)
    case .fraction(let fraction): RelativeLength(fraction: fraction)
    }
  }
}

extension Scalar {
  static let timecode = Grammar<Timecode>.word(
    "a timecode such as `10:00:00:00`",
    .string(pattern: "^[0-9]{1,3}:[0-9]{2}:[0-9]{2}[:;][0-9]{2}$", examples: ["10:00:00:00", "01:00:00;00"])
  ) { Timecode($0) }

  /// A language, by its tag.
  static let language = Grammar<LanguageTag>.scalar(
    "a language tag such as `en` or `de-AT`",
    .string(pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", examples: ["en", "de-AT"])
  ) { text, span, log in
    if let tag = LanguageTag(text) { return tag }
    log.report(.badLanguageTag, "`\(text)` is no language; write two or three letters, as in `en` or `deu`", at: span)
    return nil
  }
}
