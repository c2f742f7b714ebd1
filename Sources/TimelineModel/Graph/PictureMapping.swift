/// Where on the target a picture lies.
package struct PictureMapping: Hashable, Sendable {
  /// From the picture's pixels to the target's.
  package var transform: AffineTransform
  /// The part of the picture that shows, in its pixels.
  package var visible: Rect
  /// The target pixels that it may touch.
  package var columns: Range<Int>
  package var rows: Range<Int>
  /// Where on the target it is cut, if that goes through pixels there.
  package var clip: Rect?
  /// True where it leaves no part of the target free; then its edges show nowhere.
  package var coversTarget: Bool

  package init(
    transform: AffineTransform, visible: Rect, columns: Range<Int>, rows: Range<Int>, clip: Rect? = nil,
    coversTarget: Bool
  ) {
    self.transform = transform
    self.visible = visible
    self.columns = columns
    self.rows = rows
    self.clip = clip
    self.coversTarget = coversTarget
  }

  /// The target pixels that it may touch.
  package var bounds: Rect {
    Rect(
      x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
      height: Double(rows.count)
    )
  }

  /// True where the picture's axes stay the target's.
  package var isUpright: Bool { transform.b == 0 && transform.c == 0 && transform.a > 0 && transform.d > 0 }

  /// The shift by whole pixels that it is, if it is one.
  package var wholePixelShift: (x: Int, y: Int)? {
    guard isUpright, transform.a == 1, transform.d == 1, let x = Int(exactly: transform.tx),
      let y = Int(exactly: transform.ty)
    else { return nil }
    return (x, y)
  }
}
