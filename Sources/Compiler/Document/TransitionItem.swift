import Diagnostics
package import TimelineModel

package struct TransitionItem: Sendable {
  package var kind: Kind
  /// Nil where it is left out: one second.
  package var duration: Located<TimeExpression>?
  /// How the sounds of the two neighbours meet.
  package var sound: Crossfade.Shape?

  package enum Kind: Sendable, Hashable {
    case dissolve
    case push(Direction)
  }

  /// Where the incoming picture moves to.
  package enum Direction: String, Sendable, Hashable, CaseIterable { case left, right, up, down }
}

extension TransitionItem {
  static let grammar = Grammar<TransitionItem>.either(
    "a transition such as `{ dissolve: 1s }`",
    scalar: .oneOf(
      "a transition",
      [
        ("dissolve", TransitionItem(kind: .dissolve, sound: .linear)),
        ("push", TransitionItem(kind: .push(.left), sound: .linear)),
      ]),
    mapping: mapping)

  private static let mapping = Grammar<TransitionItem>.object(
    "transition", "a transition", doc: "How a segment follows the one before: the two overlap for its length."
  ) { fields in
    fields.atMostOne(of: ["dissolve", "push"])
    fields.atLeastOne(of: ["dissolve", "push"])
    let dissolve = fields.optional("dissolve", Scalar.time, "How long one picture turns into the other.")
    let push = fields.optional("push", Scalar.time, "How long one picture pushes the other away.")
    let manner = TransitionManner(&fields)
    if push == nil, let direction = manner.direction {
      fields.report(.conflictingKeys, "only a push has a direction", at: direction.span)
    }
    return TransitionItem(
      kind: push == nil ? .dissolve : .push(manner.direction?.value ?? .left), duration: dissolve ?? push,
      sound: manner.sound)
  }
}

/// How a transition goes on, whichever it is and however long.
struct TransitionManner {
  let direction: Located<TransitionItem.Direction>?
  let sound: Crossfade.Shape

  init(_ fields: inout Fields) {
    direction = fields.optional(
      "direction", .oneOf("a direction", TransitionItem.Direction.allCases.map { ($0.rawValue, $0) }),
      "Where a push moves the pictures; `left` unless said.")
    _ = fields.optional(
      "use", .oneOf("a way to find the frames", [("overlap", true)]), "`overlap`: the neighbours lie over one another.")
    let curve = fields.optional(
      "curve", .oneOf("a curve", [("linear", Crossfade.Shape.linear), ("equal-power", .equalPower)]),
      "How the sounds cross: `linear` or `equal-power`.")
    let sound = fields.optional(
      "sound", .oneOf("how the sounds meet", [("crossfade", Crossfade.Shape?.none), ("sum", .some(.sum))]),
      "`crossfade`, or `sum` to hear both in full.")
    fields.atMostOne(of: ["sound", "curve"])
    self.sound = (sound?.value ?? nil) ?? curve?.value ?? .linear
  }
}
