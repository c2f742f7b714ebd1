import TimelineModel

extension Placing {
  /// The same with its edges on whole pixels if it snaps. What is thinner than half a pixel stays as it is.
  func snapped() -> Placing {
    guard snaps, transform.isUpright(over: visible) else { return self }
    let columns = SnappingAxis(
      scale: transform.a, shift: transform.tx, visible: visible.x...visible.maxX, length: Double(size.width))
    let rows = SnappingAxis(
      scale: transform.d, shift: transform.ty, visible: visible.y...visible.maxY, length: Double(size.height))
    guard let columns = columns.snapped(), let rows = rows.snapped() else { return self }
    var result = self
    result.transform = AffineTransform(columns.scale, 0, 0, rows.scale, columns.shift, rows.shift)
    result.visible = Rect(
      x: columns.visible.lowerBound, y: rows.visible.lowerBound,
      width: columns.visible.upperBound - columns.visible.lowerBound,
      height: rows.visible.upperBound - rows.visible.lowerBound)
    return result
  }
}

/// How a picture lies along one axis of the target.
private struct SnappingAxis {
  /// From the picture's pixels to the target's.
  var scale: Double
  var shift: Double
  /// The part of the picture that shows.
  var visible: ClosedRange<Double>
  /// All of it.
  let length: Double

  /// Where it is cut within the picture, another cut is made; only at its own ends is it moved, or sized if it shows both.
  /// What lies pixel for pixel stays so. Nil where nothing would be left.
  func snapped() -> SnappingAxis? {
    let slack = 1e-6
    let (low, high) = (visible.lowerBound * scale + shift, visible.upperBound * scale + shift)
    let (start, end) = (low.nearestWhole, high.nearestWhole)
    guard start < end else { return nil }
    let showsStart = visible.lowerBound < slack || start < shift + slack
    let showsEnd = visible.upperBound > length - slack || end > shift + scale * length - slack
    var result = self
    if abs(scale - 1) * length < sliver {
      (result.scale, result.shift) = (1, shift.nearestWhole)
    } else if showsStart {
      result.shift += start - low
    } else if showsEnd {
      result.shift += end - high
    }
    let cut = ((start - result.shift) / result.scale, (end - result.shift) / result.scale)
    if cut.0 > -slack, cut.1 < length + slack, result.scale == 1 || !(showsStart && showsEnd) {
      result.visible = max(cut.0, 0)...min(cut.1, length)
    } else {
      result.scale = scale * (end - start) / (high - low)
      result.shift = start - visible.lowerBound * result.scale
    }
    return result
  }
}
