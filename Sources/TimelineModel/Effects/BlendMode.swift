/// How a layer's colours and those below it come together where both are, as W3C's "Compositing and Blending" defines
/// it; and two more that editors know.
package enum BlendMode: String, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion
  /// The sum, and the layer taken from what lies below.
  case add, subtract
}
