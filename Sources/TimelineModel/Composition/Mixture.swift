/// How two pictures share the canvas while the amount of the second goes from 0 to 1.
package enum Mixture: Hashable, Sendable {
  /// (1 − amount)·first + amount·second, everywhere alike.
  case even
  /// The second has come as far as a moving edge.
  case wipe(Wipe)
  /// Up to a half, the first turns into a colour all over the canvas; from there on that turns into the second.
  case through(Color)

  /// True where something shows though neither picture does.
  package var showsByItself: Bool { if case .through = self { true } else { false } }

  /// True where it lets nothing through if neither picture does.
  package var isOpaque: Bool { if case .through(let color) = self { color.isOpaque } else { true } }
}
