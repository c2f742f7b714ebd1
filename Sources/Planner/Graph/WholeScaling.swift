import TimelineModel

/// How a picture is scaled by `scale` alone although its pixels come to lie between those of the target: a part of it,
/// which may reach past its edges, is chosen so that both ends of the part come to lie on whole pixels.
///
/// `scale` takes exact means where it makes pictures smaller, and reads linearly where it enlarges them, which would make
/// the edges of a picture as wide as its pixels. So what is enlarged up to its edges, is not to become much smaller, or
/// is kept apart from whole pixels by a simple fraction, is first brought to a size at which this can be done.
struct WholeScaling: Hashable, Sendable {
  /// What the picture is scaled to first.
  var drawnSize: PixelSize
  /// The part that is scaled then, in the pixels of the picture as it is drawn.
  var source: PixelRect
  var landing: PixelRect

  /// `transform` leads from the pixels of a picture to the target's. Nil where it turns the picture or only moves it, and
  /// where no part comes near enough to whole pixels.
  init?(of size: PixelSize, by transform: AffineTransform, onto bounds: PixelRect) {
    guard transform.isUpright(over: size.rect), !transform.onlyMoves(size.rect),
      let columns = Span(of: size.width, by: (transform.a, transform.tx), onto: bounds.x..<bounds.maxX),
      let rows = Span(of: size.height, by: (transform.d, transform.ty), onto: bounds.y..<bounds.maxY)
    else { return nil }
    drawnSize = PixelSize(width: columns.length, height: rows.length)
    source = PixelRect(columns.source, rows.source)
    landing = PixelRect(columns.landing, rows.landing)
    // Of what is enlarged a hundred times and more, far too much would be drawn.
    let longest = max(8192, 2 * max(bounds.width, bounds.height))
    guard [drawnSize, landing.size].allSatisfy({ max($0.width, $0.height) <= longest }) else { return nil }
  }
}

/// The same along one axis.
private struct Span {
  var length: Int
  var source: Range<Int>
  var landing: Range<Int>

  init?(of size: Int, by map: (factor: Double, shift: Double), onto bounds: Range<Int>) {
    // A twelfth of a pixel can be seen at an edge, and scaling twice everywhere else.
    for distance in [1.0 / 24, 1.0 / 12] {
      for length in Span.lengths(for: size, map.factor) {
        let factor = map.factor * Double(size) / Double(length)
        guard let ends = Span.ends(of: length, by: (factor, map.shift), onto: bounds, within: distance) else {
          continue
        }
        (self.length, source, landing) = (length, ends.source, ends.landing)
        return
      }
    }
    return nil
  }

  /// What a picture may be scaled to first, the best before the others.
  private static func lengths(for size: Int, _ factor: Double) -> [Int] {
    let factors =
      factor < 0.43
      ? [2.3 * factor, 2.1 * factor] : factor < 1 ? [1, max(1.31, 1.91 * factor)] : [1, 1.47 * factor, 1.39 * factor]
    return factors.map { max(1, Int(pixel: (Double(size) * $0).rounded(.up))) }
  }

  private static func ends(
    of length: Int, by map: (factor: Double, shift: Double), onto bounds: Range<Int>,
    within distance: Double
  ) -> (source: Range<Int>, landing: Range<Int>)? {
    // Where it reads linearly, it does so between pixels of the picture: one more than are seen.
    let isEnlarged = map.factor >= 1
    let margin = isEnlarged ? 1 : 0
    let low = max(0, (Double(bounds.lowerBound) - map.shift) / map.factor)
    let high = min(Double(length), (Double(bounds.upperBound) - map.shift) / map.factor)
    // Of what is enlarged, an edge that is seen has to be where the part ends.
    let first = isEnlarged && low < 1 ? 0 : Int.min
    let last = isEnlarged && high > Double(length - 1) ? length : Int.max
    let places = first...last
    guard low < high,
      let start = end(from: Int(low.rounded(.down)) - margin, towards: -1, by: map, in: places, within: distance),
      let end = end(from: Int(high.rounded(.up)) + margin, towards: 1, by: map, in: places, within: distance),
      start.landing < end.landing
    else { return nil }
    return (start.source..<end.source, start.landing..<end.landing)
  }

  /// A place from there on that comes near enough to a whole pixel: the first that is hardly off it, or the nearest of
  /// those that a simple fraction leaves.
  private static func end(
    from first: Int, towards step: Int, by map: (factor: Double, shift: Double), in places: ClosedRange<Int>,
    within limit: Double
  ) -> (source: Int, landing: Int)? {
    func place(_ source: Int) -> Double { Double(source) * map.factor + map.shift }
    func distance(_ source: Int) -> Double { abs(place(source) - place(source).rounded()) }
    func sources(_ count: Int) -> some Collection<Int> {
      (0..<count).lazy.map { first + $0 * step }.filter(places.contains)
    }
    guard
      let source = sources(256).first(where: { distance($0) < 1.0 / 64 })
        ?? sources(16).min(by: { distance($0) < distance($1) }), distance(source) < limit
    else { return nil }
    return (source, Int(pixel: place(source)))
  }
}

extension PixelRect {
  fileprivate init(_ columns: Range<Int>, _ rows: Range<Int>) {
    self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
