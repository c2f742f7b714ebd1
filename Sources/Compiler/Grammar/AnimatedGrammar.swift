import Diagnostics
import Syntax
import TimelineModel

extension Grammar {
  /// A value in time: a constant, a ramp, a list of ramps and steps, or `keys`.
  static func animated<Element: Sendable>(_ name: String, _ value: Grammar<Element>) -> Grammar
  where Value == Animated<Element> {
    animated(value, .animation("animation-of-\(name)", value, repeats: false))
  }

  /// A value in time of a title, whose ramps may repeat.
  static func moving<Element: Sendable>(_ name: String, _ value: Grammar<Element>) -> Grammar
  where Value == Animated<Element> {
    animated(value, .animation("movement-of-\(name)", value, repeats: true))
  }

  private static func animated<Element: Sendable>(
    _ value: Grammar<Element>, _ piece: Grammar<AnimationItem<Element>>
  ) -> Grammar where Value == Animated<Element> {
    let noun = "\(value.noun), a ramp, a list of ramps or `keys`"
    let schema = Schema.anyOf([value.schema, piece.schema, .array(piece.schema)])
    return Grammar(noun: noun, schema: schema) { node, log in
      switch node.content {
      case .mapping(let entries) where !entries.isEmpty && entries.allSatisfy { $0.key.first?.isNumber ?? false }:
        log.report(
          .badValue, "times and their values stand under `keys`", at: node.span,
          fixIts: [FixIt("write `{ keys: { … } }` around them")])
        return nil
      case .mapping:
        return piece.read(node, &log).flatMap { $0.animated(node.span, &log) }
      case .sequence(let elements) where elements.contains { $0.entries != nil }:
        let items = elements.map { element in (element.span, piece.read(element, &log)) }
        let pieces = items.map { span, item in item.flatMap { $0.piece(span, &log) } }
        return pieces.contains { $0 == nil } ? nil : .pieces(pieces.compactMap { $0 })
      default:
        return value.read(node, &log).map { .constant(Located($0, at: node.span)) }
      }
    }
  }
}

extension Grammar {
  /// A value of a title that stays what it is; one that is written as if it changed is told what does.
  static func still(_ value: Grammar) -> Grammar {
    Grammar(noun: value.noun, schema: value.schema) { node, log in
      guard let span = node.animationSpan else { return value.read(node, &log) }
      log.report(
        .notAnimatable, "this does not change over time", at: span,
        notes: [Note("of titles, `position`, sizes, `scale`, `rotate`, `opacity` and `color` do")])
      return nil
    }
  }
}

extension Node {
  /// Where it is written as an animation.
  fileprivate var animationSpan: SourceSpan? {
    if let entries {
      return entries.first { ["from", "to", "keys", "over", "set"].contains($0.key) }.map { _ in span }
    }
    return elements?.lazy.compactMap(\.animationSpan).first
  }
}

/// The keys of a ramp, a step or a list of keys, before it is known which of them it is.
private struct AnimationItem<Element: Sendable>: Sendable {
  var from: Located<Element>?
  var to: Located<Element>?
  var over: Located<RangeExpression>?
  var ease: Located<Ease>?
  var after: Located<AfterRamp>?
  var repetition: Located<Repetition>?
  var autoreverse: Located<Bool>?
  var at: Located<TimeExpression>?
  var set: Located<Element>?
  var keys: [Animated<Element>.Key]?

  func animated(_ span: SourceSpan, _ log: inout DiagnosticLog) -> Animated<Element>? {
    if let keys {
      return keys.isEmpty ? nil : .keys(keys, ease: ease?.value ?? .linear)
    }
    return piece(span, &log).map { .pieces([$0]) }
  }

  func piece(_ span: SourceSpan, _ log: inout DiagnosticLog) -> Animated<Element>.Piece? {
    if let at, let set { return .init(content: .step(at: at, set: set), span: span) }
    if let from, let to {
      let ramp = Animated<Element>.Content.ramp(
        from: from, to: to, over: over, ease: ease?.value ?? .linear, after: after?.value ?? .hold,
        repetition: repetition?.value ?? .times(1), returns: autoreverse?.value ?? false)
      return .init(content: ramp, span: span)
    }
    return nil
  }
}

extension Grammar {
  fileprivate static func animation<Element: Sendable>(
    _ name: String, _ value: Grammar<Element>, repeats: Bool
  ) -> Grammar where Value == AnimationItem<Element> {
    .object(name, "an animation", doc: "A ramp, a step, or values at times.") { fields in
      let ofRamps = repeats ? ["over", "after", "repeat", "autoreverse"] : ["over", "after"]
      fields.keepApart("keys", from: ["from", "at"])
      fields.keepApart("at", from: ["from", "ease"])
      for key in ["keys", "at"] { fields.keepApart(key, from: ofRamps) }
      fields.atLeastOne(of: ["from", "to", "at", "set", "keys"])
      var item = AnimationItem<Element>()
      item.from = fields.optional("from", value, "The value at the start of the ramp.")
      item.to = fields.optional("to", value, "The value at the end of the ramp, which holds afterwards.")
      item.over = fields.optional("over", Scalar.timeRange, "When the ramp runs; without it, for as long as its owner.")
      item.ease = fields.optional("ease", Scalar.ease, "How the ramp gets from its start to its end.")
      item.after = fields.optional(
        "after", .oneOf("what holds after the ramp", [("hold", .hold), ("reset", .reset)]),
        "What holds after the ramp: its last value (`hold`) or the one there is without any ramp (`reset`).")
      if repeats {
        item.repetition = fields.optional(
          "repeat", Repetition.grammar, "How often the ramp runs: a number, or `true` for as long as its owner.")
        item.autoreverse = fields.optional(
          "autoreverse", Scalar.boolean, "Whether it goes back the way it came each time, in as long again.")
        for key in ["repeat", "autoreverse"] { fields.needs(key, oneOf: ["over"]) }
      }
      item.at = fields.optional("at", Scalar.time, "When the value is set, at once.")
      item.set = fields.optional("set", value, "The value from then on.")
      item.keys = fields.optional("keys", .keys(value), "Values at times, with straight lines between them.")?.value
      fields.requirePair("from", "to")
      fields.requirePair("at", "set")
      return item
    }
  }

  /// A mapping from times to values.
  private static func keys<Element: Sendable>(_ value: Grammar<Element>) -> Grammar
  where Value == [Animated<Element>.Key] {
    Grammar(noun: "a mapping from times to values", schema: .meaning(.time, .map(value.schema))) { node, log in
      guard let entries = node.entries else {
        log.reportWrongType(node, expected: "a mapping from times to values")
        return nil
      }
      if entries.isEmpty {
        log.report(.badValue, "there is no value at any time here", at: node.span)
        return nil
      }
      return entries.compactMap { entry in
        let key = Node(.scalar(.init(entry.key, isQuoted: true)), span: entry.keySpan)
        guard let at = Scalar.time.read(key, &log), let read = value.read(entry.value, &log) else {
          return nil
        }
        return Animated.Key(at: Located(at, at: entry.keySpan), value: Located(read, at: entry.value.span))
      }
    }
  }
}

extension Repetition {
  fileprivate static let grammar = Grammar<Repetition>.word(
    "`true` or a whole number from 1 on", .anyOf([.boolean, .integer(minimum: 1, maximum: nil)])
  ) { text in
    if text == "true" { return .endless }
    if text == "false" { return .times(1) }
    return Int64(text).flatMap { $0 >= 1 ? .times($0) : nil }
  }
}

extension Fields {
  /// Reports the first key where it stands without the second, or the second without the first.
  fileprivate mutating func requirePair(_ first: String, _ second: String) {
    switch (keySpan(first), keySpan(second)) {
    case (let here?, nil): report(.missingKey, "`\(first)` needs `\(second)` beside it", at: here)
    case (nil, let here?): report(.missingKey, "`\(second)` needs `\(first)` beside it", at: here)
    default: break
    }
  }
}
