import Diagnostics
import TimelineModel

extension Curve {
  /// The times at which it begins or ceases to change.
  var edges: [TimelineTime] { pieces.flatMap { [$0.range.start, $0.range.end] } }

  /// True where it does not change until its next edge.
  func isSteady(at time: TimelineTime) -> Bool {
    let begun = pieces.leadingCount { $0.range.start <= time }
    guard begun > 0 else { return true }
    let piece = pieces[begun - 1]
    return piece.range.end <= time || piece.from == piece.to
  }
}

extension Curve<Double> {
  /// True where it is and stays 0 until its next edge.
  func isZero(at time: TimelineTime) -> Bool { isSteady(at: time) && value(at: time) == 0 }
}

extension Curve<Rect> {
  /// The part of `whole` that it leaves, which an ease may go beyond.
  func part(of whole: Rect, at time: TimelineTime) -> Rect {
    let rect = value(at: time)
    let slack = 1e-9
    let isInside =
      rect.x >= whole.x - slack && rect.y >= whole.y - slack && rect.maxX <= whole.maxX + slack
      && rect.maxY <= whole.maxY + slack
    return isInside ? rect : rect.intersection(whole)
  }
}

extension Fade {
  func edges(in range: TimelineRange) -> [TimelineTime] { [range.start + self.in, range.end - out] }

  /// True where it stays 1 until its next edge.
  func isSteady(at time: TimelineTime, in range: TimelineRange) -> Bool {
    (self.in == .zero || time >= range.start + self.in) && (out == .zero || time < range.end - out)
  }
}

extension Placement {
  var edges: [TimelineTime] {
    crop.edges + scale.edges + rotation.edges + (position?.edges ?? []) + (matrix?.edges ?? [])
  }

  func isSteady(at time: TimelineTime) -> Bool {
    crop.isSteady(at: time) && scale.isSteady(at: time) && rotation.isSteady(at: time)
      && position?.isSteady(at: time) != false && matrix?.isSteady(at: time) != false
  }

  /// True where the picture lies as `fit` laid it.
  var isFittedOnly: Bool {
    position == nil && matrix == nil && scale == Curve(Point(x: 1, y: 1)) && rotation == Curve(0)
  }
}

extension Layer {
  var edges: [TimelineTime] { opacity.edges + transform.edges + (crop?.edges ?? []) }

  func isSteady(at time: TimelineTime) -> Bool {
    opacity.isSteady(at: time) && transform.isSteady(at: time) && crop?.isSteady(at: time) != false
  }
}

extension CanvasTransform {
  var edges: [TimelineTime] { scale.edges + rotation.edges + (position?.edges ?? []) + (matrix?.edges ?? []) }

  func isSteady(at time: TimelineTime) -> Bool {
    scale.isSteady(at: time) && rotation.isSteady(at: time) && position?.isSteady(at: time) != false
      && matrix?.isSteady(at: time) != false
  }
}
