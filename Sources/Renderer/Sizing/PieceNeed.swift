/// What a piece of picture needs.
struct PieceNeed: Hashable, Sendable {
  /// At constant quality.
  var bits: Int64
  /// At the lowest quality.
  var leastBits: Int64
}
