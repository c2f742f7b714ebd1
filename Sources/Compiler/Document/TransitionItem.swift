import Diagnostics
package import TimelineModel

package struct TransitionItem: Sendable {
  package var kind: Kind
  /// Nil where it is left out: one second.
  package var duration: Located<TimeExpression>?
  /// How the sounds of the two neighbours meet.
  package var sound: Crossfade.Shape?
  package var use = Use.overlap
  package var align = Align.centre

  package enum Kind: Sendable {
    case dissolve
    case push(Direction)
    /// The incoming picture slides over the outgoing one.
    case slide(Direction)
    /// The outgoing picture slides away and uncovers the incoming one.
    case reveal(Direction)
    case wipe(Wipe)
    /// Into a colour and out of it.
    case fade(Color)
    case zoom
    /// One of libavfilter's, by its name there.
    case xfade(Located<String>)
  }

  /// Where pictures, or a wipe's edge, move to.
  package enum Direction: String, Sendable, Hashable, CaseIterable { case left, right, up, down }

  /// Where the frames come from that both pictures show.
  package enum Use: String, Sendable, Hashable, CaseIterable { case overlap, handles }

  /// Where a transition over handles lies at its cut.
  package enum Align: Sendable, Hashable { case start, centre, end }
}

extension TransitionItem {
  static let grammar = Grammar<TransitionItem>.either(
    "a transition such as `{ dissolve: 1s }`",
    scalar: .oneOf(
      "a transition",
      TransitionName.allCases.filter { $0 != .xfade }.map {
        ($0.rawValue, TransitionItem(kind: $0.kind(TransitionLook()), sound: .linear))
      }),
    mapping: mapping)

  private static let mapping = Grammar<TransitionItem>.object(
    "transition", "a transition", doc: "How a segment follows the one before."
  ) { fields in
    let names = TransitionName.allCases.map(\.rawValue)
    fields.atMostOne(of: names)
    fields.atLeastOne(of: names)
    var written: (name: TransitionName, duration: Located<TimeExpression>)?
    for name in TransitionName.allCases {
      if let duration = fields.optional(name.rawValue, Scalar.time, name.doc), written == nil {
        written = (name, duration)
      }
    }
    let manner = TransitionManner(&fields)
    let name = written?.name ?? .dissolve
    if written != nil { manner.look.reportUnused(by: name, &fields) }
    if name == .xfade, manner.look.kind == nil { fields.requireKey("kind", beside: "xfade") }
    if manner.use?.value != .handles, let align = manner.align {
      fields.report(
        .conflictingKeys, "only a transition over handles has an alignment", at: align.span,
        fixIts: [FixIt("write `use: handles` beside it", [.set(key: "use", to: "handles", in: .around(align.span))])])
    }
    return TransitionItem(
      kind: name.kind(manner.look), duration: written?.duration, sound: manner.sound,
      use: manner.use?.value ?? .overlap, align: manner.align?.value ?? .centre)
  }
}

extension TransitionItem.Kind {
  /// As a person reads it.
  var words: String {
    switch self {
    case .dissolve: "dissolve"
    case .push(let direction): "push \(direction.rawValue)"
    case .slide(let direction): "slide \(direction.rawValue)"
    case .reveal(let direction): "reveal \(direction.rawValue)"
    case .wipe(let wipe): "wipe \(wipe)"
    case .fade(let color): "fade through \(color)"
    case .zoom: "zoom"
    case .xfade(let kind): "xfade \(kind.value)"
    }
  }
}

/// The kinds of transition by the keys that their lengths stand under.
enum TransitionName: String, CaseIterable {
  case dissolve, push, slide, reveal, wipe, clock, iris, fade, zoom, xfade

  /// Keys that mean something beside it.
  var looks: Set<String> {
    switch self {
    case .dissolve, .zoom: []
    case .push, .slide, .reveal: ["direction"]
    case .wipe: ["direction", "soft"]
    case .clock, .iris: ["soft"]
    case .fade: ["through"]
    case .xfade: ["kind"]
    }
  }

  var doc: String {
    switch self {
    case .dissolve: "How long one picture turns into the other."
    case .push: "How long one picture pushes the other away."
    case .slide: "How long the incoming picture slides over the outgoing one."
    case .reveal: "How long the outgoing picture slides away from the incoming one."
    case .wipe: "How long an edge moves over the canvas, with the incoming picture behind it."
    case .clock: "How long a hand turns clockwise about the middle, with the incoming picture behind it."
    case .iris: "How long a circle opens from the middle, with the incoming picture in it."
    case .fade: "How long the picture turns into a colour and that into the incoming picture."
    case .zoom: "How long the outgoing picture grows, and the incoming one shrinks to its size, as they dissolve."
    case .xfade: "How long one of libavfilter's own transitions takes, which `kind` names."
    }
  }

  func kind(_ look: TransitionLook) -> TransitionItem.Kind {
    let direction = look.direction?.value ?? .left
    let softness = look.softness?.value ?? 0
    func moving(_ make: (TransitionItem.Direction) -> TransitionItem.Kind) -> TransitionItem.Kind {
      make(TransitionItem.Direction(rawValue: direction.rawValue) ?? .left)
    }
    switch self {
    case .dissolve: return .dissolve
    case .push: return moving(TransitionItem.Kind.push)
    case .slide: return moving(TransitionItem.Kind.slide)
    case .reveal: return moving(TransitionItem.Kind.reveal)
    case .wipe: return .wipe(Wipe(.edge(direction), softness: softness))
    case .clock: return .wipe(Wipe(.clock, softness: softness))
    case .iris: return .wipe(Wipe(.iris, softness: softness))
    case .fade: return .fade(look.through?.value ?? .black)
    case .zoom: return .zoom
    case .xfade: return look.kind.map { .xfade($0) } ?? .dissolve
    }
  }
}

/// What some kinds of transition have and others do not.
struct TransitionLook {
  var direction: Located<Wipe.Direction>?
  var softness: Located<Double>?
  var through: Located<Color>?
  var kind: Located<String>?

  /// Reports what means nothing for a kind.
  func reportUnused(by name: TransitionName, _ fields: inout Fields) {
    for (key, span) in [
      ("direction", direction?.span), ("soft", softness?.span), ("through", through?.span), ("kind", kind?.span),
    ] {
      guard let span, !name.looks.contains(key) else { continue }
      let takers = TransitionName.allCases.filter { $0.looks.contains(key) }.map { "`\($0.rawValue)`" }
      fields.reportConflict(
        "`\(key)` means nothing for `\(name.rawValue)`, only for \(takers.joined(separator: ", "))",
        at: span)
    }
    if let direction, name != .wipe, TransitionItem.Direction(rawValue: direction.value.rawValue) == nil {
      fields.report(.badValue, "only a wipe runs along a diagonal", at: direction.span)
    }
  }
}

/// How a transition goes on, whichever it is and however long.
struct TransitionManner {
  let look: TransitionLook
  let use: Located<TransitionItem.Use>?
  let align: Located<TransitionItem.Align>?
  let sound: Crossfade.Shape

  init(_ fields: inout Fields) {
    look = TransitionLook(
      direction: fields.optional(
        "direction", .oneOf("a direction", Wipe.Direction.allCases.map { ($0.rawValue, $0) }),
        "Where the pictures or the edge move.", default: "left"),
      softness: fields.optional(
        "soft", Scalar.softness, "How wide the edge is, as a part of its whole way; sharp unless said."),
      through: fields.optional("through", Scalar.color, "The colour that a fade goes through.", default: "black"),
      kind: fields.optional(
        "kind", Scalar.name(of: .xfade),
        "Which of the transitions of libavfilter's `xfade`, such as `circleopen`."))
    use = fields.optional(
      "use", .oneOf("a way to find the frames", TransitionItem.Use.allCases.map { ($0.rawValue, $0) }),
      "`overlap`: the neighbours lie over one another; `handles`: they keep their places and show more of their sources."
    )
    align = fields.optional(
      "align", .oneOf("an alignment", [("start", .start), ("centre", .centre), ("center", .centre), ("end", .end)]),
      "Whether a transition over handles starts at the cut, has it in its middle or ends there.", default: "centre")
    let curve = fields.optional(
      "curve", .oneOf("a curve", [("linear", Crossfade.Shape.linear), ("equal-power", .equalPower)]),
      "How the sounds cross: `linear` or `equal-power`.")
    let sound = fields.optional(
      "sound", .oneOf("how the sounds meet", [("crossfade", Crossfade.Shape?.none), ("sum", .some(.sum))]),
      "`crossfade`, or `sum` to hear both in full.")
    let meeting = sound?.value ?? nil
    if meeting == .sum { fields.atMostOne(of: ["sound", "curve"]) }
    self.sound = meeting ?? curve?.value ?? .linear
  }
}
