package import Diagnostics
import Syntax
package import TimelineModel

/// An effect as it was written.
package struct EffectItem: Sendable {
  package var content: Content
  package var numbers: [String: Located<Animated<Double>>]
  package var span: SourceSpan?

  package enum Content: Sendable {
    case kind(EffectKind)
    case lut(Located<String>)
    case chromaKey(Located<Color>)
    case deinterlace(FieldParity)
    case filter(FilterItem)
    /// Written wrongly, which has been reported.
    case broken
  }
}

extension EffectItem {
  static let list = Grammar<[Located<EffectItem>]>.list(of: grammar, "a list of effects")

  static let grammar = Grammar<EffectItem>.either("an effect such as `{ blur: 4 }`", scalar: bare, mapping: mapping)

  /// The name alone, where the effect has a usual strength.
  private static let bare = Grammar<EffectItem>.scalar(
    "an effect", .choice(EffectKind.allCases.filter(\.standsAlone).map(\.rawValue))
  ) { text, span, log in
    if let kind = EffectKind(rawValue: text), kind.standsAlone {
      return EffectItem(content: kind == .deinterlace ? .deinterlace(.auto) : .kind(kind), numbers: [:], span: span)
    }
    if let kind = EffectKind(rawValue: text) {
      log.report(
        .badValue, "`\(text)` has to be told how much or of what", at: span,
        fixIts: [FixIt("write `{ \(kind.rawValue): … }`")])
      return nil
    }
    let near = nearestName(to: text, in: EffectKind.allCases.map(\.rawValue))
    log.report(
      .badValue, "there is no effect `\(text)`", at: span,
      notes: near == nil ? [Note("effects: \(EffectKind.allCases.map(\.rawValue).joined(separator: ", "))")] : [],
      fixIts: .didYouMean(near, at: span))
    return nil
  }

  private static let mapping = Grammar<EffectItem>.object(
    "effect", "an effect", doc: "One change of a picture's pixels."
  ) { fields in
    let kinds = EffectKind.allCases.map(\.rawValue)
    fields.atMostOne(of: kinds)
    fields.atLeastOne(of: kinds)
    var numbers: [String: Located<Animated<Double>>] = [:]
    for parameter in EffectKind.allCases.flatMap(\.parameters) {
      numbers[parameter.name] = fields.optional(parameter.name, .effectNumber(parameter), parameter.doc)
    }
    let lut = fields.optional(
      "lut", Scalar.path, "A table of colours that each colour is looked up in: a `.cube` file.")
    let key = fields.optional("chroma-key", Scalar.color, "The colour that becomes clear.")
    let order = fields.optional(
      "deinterlace", .oneOf("an order of fields", FieldParity.allCases.map { ($0.rawValue, $0) }),
      "Makes whole frames of two fields; which of them came first, or `auto`, as the frame says.")
    let filter = fields.optional(
      "filter", FilterItem.grammar, "A filter of FFmpeg, as in `hue=s=0` or `{ name: hue, options: { s: 0 } }`.")
    let kind = EffectKind.allCases.first { fields.keySpan($0.rawValue) != nil }
    if let kind { fields.reportStrangers(to: kind) }
    let content: Content =
      switch kind {
      case .lut: lut.map { .lut($0) } ?? .broken
      case .chromaKey: key.map { .chromaKey($0) } ?? .broken
      case .deinterlace: order.map { .deinterlace($0.value) } ?? .broken
      case .filter: filter.map { .filter($0.value) } ?? .broken
      case let kind?: numbers[kind.rawValue] == nil ? .broken : .kind(kind)
      case nil: .broken
      }
    return EffectItem(content: content, numbers: numbers, span: fields.span)
  }
}

extension Fields {
  /// Reports numbers of other effects.
  fileprivate mutating func reportStrangers(to kind: EffectKind) {
    for parameter in EffectKind.allCases.filter({ $0 != kind }).flatMap(\.parameters)
    where EffectKind(rawValue: parameter.name) == nil {
      guard let span = keySpan(parameter.name) else { continue }
      reportConflict("`\(parameter.name)` means nothing beside `\(kind.rawValue)`", at: span)
    }
  }
}

extension Grammar where Value == Animated<Double> {
  /// A number within the parameter's range, which may change in time where the parameter may.
  fileprivate static func effectNumber(_ parameter: EffectParameter) -> Grammar {
    let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
    let number = Grammar<Double>.word(
      "a number from \(low.plain) to \(high.plain)", .number(minimum: low, maximum: high)
    ) { text in decimalNumber(text).flatMap { parameter.range.contains($0) ? $0 : nil } }
    return parameter.isAnimatable ? .animated(parameter.name, number) : number.located.map { .constant($0) }
  }
}

/// A filter of libavfilter as it was written.
package struct FilterItem: Sendable {
  package var name: Located<String>
  package var options: [Option]

  package struct Option: Sendable {
    /// Nil where the value goes to the option whose turn it is.
    package var name: Located<String>?
    package var value: Located<String>
  }
}

extension FilterItem {
  static let grammar = Grammar<FilterItem>(
    noun: "a filter such as `hue=s=0`",
    schema: .anyOf([
      .meaning(.names(.filter), .string(pattern: nil, examples: ["hue=s=0"])), mapping.schema,
    ])
  ) { node, log in
    guard let text = node.scalar?.text, !node.isNull else { return mapping.read(node, &log).flatMap { $0 } }
    return FilterItem(text: text, span: node.span, &log)
  }

  private static let mapping = Grammar<FilterItem?>.object(
    "filter", "a filter", doc: "A filter of FFmpeg, by name, with its options."
  ) { fields in
    let name = fields.required("name", Scalar.name(of: .filter), "Such as `hue`.")
    let options = fields.optional(
      "options", .names(of: Scalar.text, "a mapping from options to values"), "The filter's own options.")
    return name.map { name in
      FilterItem(
        name: name, options: (options?.value ?? []).map { Option(name: $0.name, value: $0.item) })
    }
  }

  /// Reads `name=option=value:option=value` as FFmpeg does.
  private init?(text: String, span: SourceSpan, _ log: inout DiagnosticLog) {
    do {
      let words = try FilterText(text)
      name = Located(words.name, at: span)
      options = words.options.map { key, value in
        Option(name: key.map { Located($0, at: span) }, value: Located(value, at: span))
      }
    } catch .isEmpty {
      log.report(
        .badValue, "the filter is empty", at: span, fixIts: [FixIt("write its name and its options: `hue=s=0`")])
      return nil
    } catch {
      log.report(
        .badValue, "`\(text)` is more than one filter, or names its inputs", at: span,
        fixIts: [FixIt("write an effect for each filter: `- filter: …`")])
      return nil
    }
  }
}
