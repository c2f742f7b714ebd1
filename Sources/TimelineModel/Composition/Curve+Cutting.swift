extension Curve {
  /// The same over `range`, with every ramp that reaches out of it cut off there; the rest of its values is not asked for.
  /// Only ramps inside `owner` are cut: others are wrong, and are left for whoever says so.
  package func cut(to range: TimelineRange, of owner: TimelineRange) -> Curve {
    func isCut(_ piece: CurvePiece<Value>) -> Bool {
      owner.contains(piece.range) && !range.contains(piece.range) && piece.cycle == nil
    }
    guard pieces.contains(where: isCut) else { return self }
    var result = self
    if pieces.contains(where: { isCut($0) && $0.range.start < range.start }) { result.base = value(at: range.start) }
    result.pieces = pieces.compactMap { piece in
      guard isCut(piece) else { return piece }
      return piece.range.intersection(range).map(piece.part)
    }
    return result
  }
}

extension CurvePiece {
  /// The part of it that plays in `part`, which lies in its range.
  fileprivate func part(_ part: TimelineRange) -> CurvePiece {
    let (start, end) = (progress(at: part.start), progress(at: part.end))
    var result = self
    result.range = part
    result.from = Value.interpolate(from, to, ease.value(at: start))
    result.to = Value.interpolate(from, to, ease.value(at: end))
    result.ease = ease.part(from: start, to: end)
    return result
  }

  private func progress(at time: TimelineTime) -> Double { range.share(before: time) }
}
