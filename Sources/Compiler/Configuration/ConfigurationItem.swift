import Checker
import Diagnostics
import Syntax
import TimelineModel

/// A file of settings as it was written.
struct ConfigurationItem: Sendable {
  var isRoot: Located<Bool>?
  var rules: [NamedItem<RuleLevels.Level>]
  var limits: Located<LimitsItem>?
}

struct LimitsItem: Sendable {
  var programme: Located<TimeExpression>?
  var distortion: Located<Double>?
  var titleSafe: Located<Point>?
  var actionSafe: Located<Point>?
}

extension ConfigurationItem {
  static let grammar = Grammar<ConfigurationItem>.object(
    "configuration", "a configuration", doc: "How documents in this folder and below it are checked."
  ) { fields in
    ConfigurationItem(
      isRoot: fields.optional(
        "root", Scalar.boolean, "True ends the search: folders further up have no say."),
      rules: fields.optional("rules", rules, "How loud rules are, by their names.")?.value ?? [],
      limits: fields.optional("limits", LimitsItem.grammar, "Where rules draw their lines."))
  }

  /// Names of rules, each with a level.
  private static var rules: Grammar<[NamedItem<RuleLevels.Level>]> {
    let all = Grammar<[NamedItem<RuleLevels.Level>]>.names(of: level, "a mapping from rules to levels")
    let properties = compilerPages.sorted { $0.id < $1.id }.filter { $0.severity != .error }.map { page in
      Schema.Property(key: page.id.name, schema: level.schema, doc: "\(page.summary).", isRequired: false)
    }
    return Grammar(
      noun: all.noun,
      schema: .object(.init(name: "rules", doc: "How loud rules are, by their names.", properties: properties))
    ) { node, log in
      all.read(node, &log).map { items in items.filter { isAllowed($0, &log) } }
    }
  }

  private static let level = Grammar<RuleLevels.Level>.oneOf(
    "a level", RuleLevels.Level.allCases.map { ($0.rawValue, $0) })

  private static func isAllowed(_ item: NamedItem<RuleLevels.Level>, _ log: inout DiagnosticLog) -> Bool {
    let name = item.name
    guard let objection = RuleLevels.objection(to: item.item.value, for: name.value) else { return true }
    let isKnown = compilerPages.contains { $0.id.name == name.value }
    log.report(
      isKnown ? .errorNotAllowed : .unknownRule, objection, at: isKnown ? item.item.span : name.span,
      fixIts: isKnown
        ? [FixIt("leave it out", [.remove(name.span)], safety: .safe)]
        : .didYouMean(RuleLevels.nearestRule(to: name.value), at: name.span))
    return false
  }
}

extension LimitsItem {
  static let grammar = Grammar<LimitsItem>.object("limits", "`limits`", doc: "Where rules draw their lines.") {
    fields in
    LimitsItem(
      programme: fields.optional(
        "programme", Scalar.time, "What lasts longer is reported by `programme-too-long`; 100 hours unless said."),
      distortion: fields.optional(
        "distortion", Scalar.part,
        "How far `fit: stretch` may take a picture from its shape before `fit-distorts` says so.", default: "1%"),
      titleSafe: fields.optional(
        "title-safe", Scalar.safeArea,
        "How much of the picture letters may take before `text-outside-safe` says so.", default: "90%"),
      actionSafe: fields.optional(
        "action-safe", Scalar.safeArea,
        "How much of it the boxes behind letters may take.", default: "93%"))
  }
}

extension Scalar {
  /// How much of a picture's width and height lies within.
  static let safeArea = Grammar<Point>.either(
    "a part such as `90%`, or two, of the width and the height",
    scalar: part.map { Point(x: $0, y: $0) },
    sequence: Grammar<[Double]>.tuple(part, count: 2, "two parts, of the width and the height").map {
      Point(x: $0[0], y: $0[1])
    })

  /// A part of a whole.
  static let part = Grammar<Double>.word(
    "a part such as `0.05` or `5%`", fraction.schema
  ) { fractionNumber($0).flatMap { (0...1).contains($0) ? $0 : nil } }
}
