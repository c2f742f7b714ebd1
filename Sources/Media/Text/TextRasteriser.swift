package import TimelineModel

/// Draws text with HarfBuzz and FreeType. The same text in the same font gives the same pixels.
package final class TextRasteriser {
  private var library: FreeType?
  private var faces: [FontFile: FontFace] = [:]

  package init() {}

  /// Pixels of the largest raster it makes.
  private static let largestArea = 64_000_000.0

  /// `scale` is raster pixels for each canvas pixel.
  package func raster(_ text: String, style: TextStyle, scale: Double = 1) throws(TextError) -> TextRaster {
    let face = try face(for: style)
    let layout = TextLayout(text, style: style, face: face)
    guard isDrawable(layout, style: style, scale: scale) else { throw TextRasteriser.tooLarge }
    try face.setSize(style.size * scale)
    let drawn = draw(layout, style: style, scale: scale, face: face)
    let box = Point(x: layout.boxSize.x * scale, y: layout.boxSize.y * scale)
    let bounds = Bounds(box: box, bitmaps: drawn.fills + drawn.strokes)
    guard bounds.area <= TextRasteriser.largestArea else { throw TextRasteriser.tooLarge }
    var layers: [(Color, CoverageMask)] = []
    if let style = style.box {
      var mask = bounds.mask()
      mask.unite(width: box.x, height: box.y)
      layers.append((style.color, mask))
    }
    if let style = style.outline { layers.append((style.color, bounds.mask(of: drawn.fills + drawn.strokes))) }
    let fillMask = bounds.mask(of: drawn.fills)
    layers.append((style.color, fillMask))
    return TextRaster(
      rgba: composite(layers, count: fillMask.values.count),
      size: PixelSize(width: fillMask.width, height: fillMask.height), boxSize: layout.boxSize,
      boxOffset: Point(x: Double(-bounds.left), y: Double(-bounds.top)), missingGlyphs: layout.missing)
  }

  private static let tooLarge = TextError("the text would take more than 64 million pixels")

  /// Known before anything is drawn: neither the box nor all the glyphs' bitmaps together take too much memory, and
  /// every length is one that can be counted in pixels.
  private func isDrawable(_ layout: TextLayout, style: TextStyle, scale: Double) -> Bool {
    let reach = 2 * (style.outline?.width ?? 0) * scale
    let em = style.size * scale
    let (width, height) = (layout.boxSize.x * scale, layout.boxSize.y * scale)
    let lengths = [reach, em, width, height, (style.box?.padding ?? 0) * scale]
    return lengths.allSatisfy { $0.magnitude <= TextRasteriser.largestArea }
      && max(width, 1) * max(height, 1) <= TextRasteriser.largestArea
      && Double(layout.glyphs.count) * (em + reach) * (em + reach) <= 4 * TextRasteriser.largestArea
  }

  private func face(for style: TextStyle) throws(TextError) -> FontFace {
    guard let file = FontFile(family: style.font, isBold: style.isBold, isItalic: style.isItalic),
      file.answers(to: style.font)
    else { throw TextError("there is no font called \(style.font)") }
    if let open = faces[file] { return open }
    if library == nil { library = try FreeType() }
    let face = try FontFace(file, library: library!)
    faces[file] = face
    return face
  }

  private func draw(_ layout: TextLayout, style: TextStyle, scale: Double, face: FontFace)
    -> (fills: [GlyphOutline.Bitmap], strokes: [GlyphOutline.Bitmap])
  {
    let outlines = layout.glyphs.compactMap { face.outline(of: $0.index, x: $0.x * scale, y: -$0.baseline * scale) }
    guard let outline = style.outline, outline.width > 0, let library else {
      return (outlines.compactMap { $0.fill() }, [])
    }
    return (
      outlines.compactMap { $0.fill() },
      outlines.compactMap { $0.stroke(radius: outline.width * scale, library: library) }
    )
  }
}

/// The pixels that a box from zero on and what is drawn about it reach.
private struct Bounds {
  var left = 0
  var top = 0
  var right: Int
  var bottom: Int

  init(box: Point, bitmaps: [GlyphOutline.Bitmap]) {
    right = Int(box.x.rounded(.up))
    bottom = Int(box.y.rounded(.up))
    for bitmap in bitmaps {
      left = min(left, bitmap.left)
      top = min(top, -bitmap.top)
      right = max(right, bitmap.left + bitmap.width)
      bottom = max(bottom, bitmap.height - bitmap.top)
    }
  }

  var area: Double { Double(right - left) * Double(bottom - top) }

  func mask(of bitmaps: [GlyphOutline.Bitmap] = []) -> CoverageMask {
    var mask = CoverageMask(left: left, top: top, right: right, bottom: bottom)
    for bitmap in bitmaps { mask.unite(bitmap) }
    return mask
  }
}

/// Lays the layers over one another, the first undermost, and rounds once.
private func composite(_ layers: [(color: Color, mask: CoverageMask)], count: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count * 4)
  for pixel in 0..<count {
    var result = SIMD4<Float>(repeating: 0)
    for (color, mask) in layers {
      let coverage = mask.values[pixel]
      guard coverage > 0 else { continue }
      let alpha = coverage * Float(color.alpha) / 255
      let premultiplied = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 255) * alpha
      result = premultiplied + result * (1 - alpha)
    }
    for channel in 0..<4 { bytes[pixel * 4 + channel] = UInt8(min(255, max(0, result[channel].rounded()))) }
  }
  return bytes
}

/// Why text could not be drawn.
package struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
