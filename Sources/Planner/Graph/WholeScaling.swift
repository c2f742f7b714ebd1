import TimelineModel

/// How a picture is made smaller in one step although its pixels come to lie between those of the target: a part of it,
/// which may reach past its edges, is chosen so that both ends of the part come to lie on whole pixels.
struct WholeScaling: Hashable, Sendable {
  /// In the picture's pixels.
  var source: PixelRect
  var landing: PixelRect

  /// Nil where the picture is turned or enlarged, and where no part comes near enough.
  init?(of visible: Rect, by transform: AffineTransform, onto bounds: PixelRect) {
    guard transform.isUpright(over: visible), visible.wholePixels != nil,
      let columns = WholeScaling.ends(
        of: (visible.x, visible.maxX), by: (transform.a, transform.tx), onto: (bounds.x, bounds.maxX)),
      let rows = WholeScaling.ends(
        of: (visible.y, visible.maxY), by: (transform.d, transform.ty), onto: (bounds.y, bounds.maxY))
    else { return nil }
    source = PixelRect(
      x: columns.source.lowerBound, y: rows.source.lowerBound, width: columns.source.count, height: rows.source.count)
    landing = PixelRect(
      x: columns.landing.lowerBound, y: rows.landing.lowerBound, width: columns.landing.count,
      height: rows.landing.count)
  }

  private static func ends(
    of visible: (low: Double, high: Double), by map: (factor: Double, shift: Double), onto bounds: (low: Int, high: Int)
  ) -> (source: Range<Int>, landing: Range<Int>)? {
    guard map.factor < 1 else { return nil }
    let low = max(visible.low, (Double(bounds.low) - map.shift) / map.factor)
    let high = min(visible.high, (Double(bounds.high) - map.shift) / map.factor)
    guard low < high, let start = end(from: Int(low.rounded(.down)), towards: -1, by: map),
      let end = end(from: Int(high.rounded(.up)), towards: 1, by: map), start.landing < end.landing
    else { return nil }
    return (start.source..<end.source, start.landing..<end.landing)
  }

  /// A place from there on that comes near enough to a whole pixel: the first that is hardly off it, or the nearest of
  /// those that a simple fraction leaves.
  private static func end(
    from first: Int, towards step: Int, by map: (factor: Double, shift: Double)
  ) -> (source: Int, landing: Int)? {
    func place(_ source: Int) -> Double { Double(source) * map.factor + map.shift }
    func distance(_ source: Int) -> Double { abs(place(source) - place(source).rounded()) }
    func sources(_ count: Int) -> some Collection<Int> { (0..<count).lazy.map { first + $0 * step } }
    guard
      let source = sources(256).first(where: { distance($0) < 1.0 / 64 })
        ?? sources(16).min(by: { distance($0) < distance($1) }), distance(source) < 1.0 / 12
    else { return nil }
    return (source, Int(pixel: place(source)))
  }
}
