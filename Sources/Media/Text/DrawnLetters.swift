import TimelineModel

/// The letters of one run as bitmaps, where they stand from the box's top left corner, in raster pixels.
struct DrawnLetters {
  let color: Color
  /// Nil where it has no width.
  let outline: Color?
  /// In raster pixels.
  let shadow: TextStyle.Shadow?
  var fills: [GlyphOutline.Bitmap] = []
  var strokes: [GlyphOutline.Bitmap] = []
  var pictures: [(glyph: GlyphPicture, x: Double, baseline: Double)] = []

  init(_ style: TextStyle, scale: Double) {
    color = style.color
    outline = style.outline?.color
    shadow = style.shadow.map {
      TextStyle.Shadow(
        offset: Point(x: $0.offset.x * scale, y: $0.offset.y * scale), blur: $0.blur * scale, color: $0.color)
    }
  }

  /// What letters and outlines cover together, moved and softened. It moves by whole pixels.
  func shadowMask(_ bounds: Bounds) -> CoverageMask {
    guard let shadow else { return bounds.mask(of: []) }
    let (x, y) = (Int(shadow.offset.x.rounded()), Int(shadow.offset.y.rounded()))
    let moved = (fills + strokes).map { bitmap in
      var bitmap = bitmap
      bitmap.left += x
      bitmap.top -= y
      return bitmap
    }
    return bounds.mask(of: moved, margin: CoverageMask.reach(ofBlur: shadow.blur)).blurred(shadow.blur)
  }
}

/// The pixels that a box from zero on and what is drawn about it reach.
struct Bounds {
  private(set) var left = 0
  private(set) var top = 0
  private var right: Int
  private var bottom: Int

  init(box: Point) {
    right = Int(box.x.rounded(.up))
    bottom = Int(box.y.rounded(.up))
  }

  var width: Int { right - left }
  var height: Int { bottom - top }
  var area: Double { Double(width) * Double(height) }

  mutating func extend(over letters: DrawnLetters) {
    for bitmap in letters.fills + letters.strokes {
      extend(bitmap.left, -bitmap.top, bitmap.left + bitmap.width, bitmap.height - bitmap.top)
      guard let shadow = letters.shadow else { continue }
      let reach = CoverageMask.reach(ofBlur: shadow.blur)
      let (x, y) = (bitmap.left + Int(shadow.offset.x.rounded()), Int(shadow.offset.y.rounded()) - bitmap.top)
      extend(x - reach, y - reach, x + bitmap.width + reach, y + bitmap.height + reach)
    }
    for picture in letters.pictures {
      let edges = picture.glyph.edges(x: picture.x, baseline: picture.baseline)
      extend(
        Int(edges.left.rounded(.down)), Int(edges.top.rounded(.down)), Int(edges.right.rounded(.up)),
        Int(edges.bottom.rounded(.up)))
    }
  }

  private mutating func extend(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    (self.left, self.top) = (min(self.left, left), min(self.top, top))
    (self.right, self.bottom) = (max(self.right, right), max(self.bottom, bottom))
  }

  /// What some bitmaps cover, on a grid that reaches no further than they and a margin about them.
  func mask(of bitmaps: [GlyphOutline.Bitmap], margin: Int = 0) -> CoverageMask {
    let edges = bitmaps.map { ($0.left, -$0.top, $0.left + $0.width, $0.height - $0.top) }
    var mask = CoverageMask(
      left: max(left, (edges.map(\.0).min() ?? left) - margin), top: max(top, (edges.map(\.1).min() ?? top) - margin),
      right: min(right, (edges.map(\.2).max() ?? left) + margin),
      bottom: min(bottom, (edges.map(\.3).max() ?? top) + margin))
    for bitmap in bitmaps { mask.unite(bitmap) }
    return mask
  }

  func mask(width: Double, height: Double) -> CoverageMask {
    var mask = CoverageMask(left: left, top: top, right: right, bottom: bottom)
    mask.unite(width: width, height: height)
    return mask
  }
}
