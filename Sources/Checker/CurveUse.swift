import Diagnostics
import TimelineModel

/// A value in time as rules see it: what it is called, whose it is, and when it changes.
struct CurveUse: Sendable {
  enum Quantity: String, Sendable {
    case opacity, volume, amount, position, scale, rotate, matrix, crop, size, color, effect
  }

  var quantity: Quantity
  /// In words, such as `segment` or `track`.
  var owner: String
  var ownerRange: TimelineRange
  /// When there first is something that it changes; nil where that is its owner's start.
  var seenFrom: TimelineTime?
  /// True where times are counted from the owner's start.
  var hasOwnClock: Bool
  var pieces: [(range: TimelineRange, origin: SourceSpan?)]
  /// For single numbers: the value before the first piece, and the two ends of each piece. For volumes and effects it is
  /// how far an ease swings; opacities and amounts are held at theirs.
  var numbers: (base: Double, pieces: [(from: Double, to: Double)])?
  /// Between which an effect's number has to stay.
  var limits: ClosedRange<Double>?
  var origin: SourceSpan?
}

extension Composition {
  /// Every value in time that someone wrote, from front to back and from tracks to titles.
  func curveUses(hasWrittenInstructions: Bool) -> [CurveUse] {
    var uses = CurveCollector()
    uses.add(effects, "programme", range, hasOwnClock: false)
    for track in videoTracks {
      uses.add(track.effects, "track", range, hasOwnClock: false)
      uses.add(
        .opacity, track.opacity, "track", range, track.origin[.opacity], hasOwnClock: false,
        seenFrom: track.segments.first { !$0.isGap }?.range.start)
      for segment in track.segments where !segment.isGap || segment.origin.span != nil { uses.add(segment) }
    }
    for track in audioTracks {
      uses.add(
        .volume, track.volume, "track", range, track.origin[.volume], hasOwnClock: false,
        seenFrom: track.segments.first { !$0.isGap }?.range.start)
      for segment in track.segments {
        uses.add(.volume, segment.volume, "segment", segment.range, segment.origin[.volume], hasOwnClock: true)
      }
    }
    for instruction in instructions where hasWrittenInstructions {
      for layer in instruction.layers { uses.add(layer, over: instruction.range) }
    }
    for title in titles { uses.add(title) }
    return uses.found
  }
}

/// Gathers the curves that are worth a look: those with pieces, and numbers.
private struct CurveCollector {
  var found: [CurveUse] = []
  private var seen: Set<Key> = []

  /// The lanes of a track share what was written once; segments that have it from defaults are each asked.
  private struct Key: Hashable {
    var quantity: CurveUse.Quantity
    var origin: SourceSpan
    var ownerRange: TimelineRange
  }

  mutating func add<Value>(
    _ quantity: CurveUse.Quantity, _ curve: Curve<Value>, _ owner: String, _ range: TimelineRange,
    _ origin: @autoclosure () -> SourceSpan?, hasOwnClock: Bool, seenFrom: TimelineTime? = nil,
    limits: ClosedRange<Double>? = nil
  ) {
    let numbers = curve as? Curve<Double>
    // No angle is wrong by itself.
    guard !curve.pieces.isEmpty || quantity != .rotate && numbers.map({ $0.base != 1 }) ?? false else { return }
    let origin = origin()
    if let origin = curve.pieces.first?.origin ?? origin {
      guard seen.insert(Key(quantity: quantity, origin: origin, ownerRange: range)).inserted else { return }
    }
    found.append(
      CurveUse(
        quantity: quantity, owner: owner, ownerRange: range, seenFrom: seenFrom, hasOwnClock: hasOwnClock,
        pieces: curve.pieces.map { ($0.range, $0.origin) },
        numbers: numbers.map {
          ($0.base, $0.pieces.map { [.volume, .effect].contains(quantity) ? $0.extremes : ($0.from, $0.to) })
        },
        limits: limits, origin: origin))
  }

  mutating func add(_ effects: [Effect], _ owner: String, _ range: TimelineRange, hasOwnClock: Bool) {
    for effect in effects {
      for parameter in effect.kind.parameters {
        add(
          .effect, effect.numbers[parameter.name]!, owner, range, effect.origin.span, hasOwnClock: hasOwnClock,
          limits: parameter.range)
      }
    }
  }

  mutating func add(_ segment: VideoSegment) {
    let (range, span) = (segment.range, segment.origin.span)
    add(segment.effects, "segment", range, hasOwnClock: true)
    add(.opacity, segment.opacity, "segment", range, segment.origin[.opacity], hasOwnClock: true)
    add(.scale, segment.placement.scale, "segment", range, span, hasOwnClock: true)
    add(.rotate, segment.placement.rotation, "segment", range, span, hasOwnClock: true)
    add(.crop, segment.placement.crop, "segment", range, segment.origin[.crop], hasOwnClock: true)
    if let position = segment.placement.position { add(.position, position, "segment", range, span, hasOwnClock: true) }
    if let matrix = segment.placement.matrix { add(.matrix, matrix, "segment", range, span, hasOwnClock: true) }
  }

  mutating func add(_ layer: Layer, over range: TimelineRange) {
    add(.opacity, layer.opacity, "instruction", range, layer.origin.span, hasOwnClock: false)
    add(.scale, layer.transform.scale, "instruction", range, layer.origin.span, hasOwnClock: false)
    add(.rotate, layer.transform.rotation, "instruction", range, layer.origin.span, hasOwnClock: false)
    if let position = layer.transform.position {
      add(.position, position, "instruction", range, layer.origin.span, hasOwnClock: false)
    }
    if let matrix = layer.transform.matrix {
      add(.matrix, matrix, "instruction", range, layer.origin.span, hasOwnClock: false)
    }
    if let crop = layer.crop { add(.crop, crop, "instruction", range, layer.origin.span, hasOwnClock: false) }
    guard case .mix(let first, let second, let amount, _) = layer.content else { return }
    add(.amount, amount, "instruction", range, layer.origin.span, hasOwnClock: false)
    add(first, over: range)
    add(second, over: range)
  }

  mutating func add(_ title: Title) {
    for layer in title.layer.all {
      let span = layer.origin.span
      func add<Value>(
        _ quantity: CurveUse.Quantity, _ curve: Curve<Value>?, _ origin: SourceSpan? = nil,
        to uses: inout CurveCollector
      ) {
        guard let curve else { return }
        uses.add(quantity, curve, "title", title.range, origin ?? span, hasOwnClock: true)
      }
      add(.opacity, layer.opacity, layer.origin[.opacity], to: &self)
      add(.scale, layer.scale, to: &self)
      add(.rotate, layer.rotation, to: &self)
      add(.position, layer.position, to: &self)
      add(.size, layer.content.size, to: &self)
      add(.color, layer.content.color, to: &self)
    }
  }
}

extension CurvePiece<Double> {
  /// The values that it goes furthest to, which an ease may take beyond its ends.
  var extremes: (from: Double, to: Double) {
    let reach = ease.extremes
    return (from + (to - from) * reach.lowerBound, from + (to - from) * reach.upperBound)
  }
}
