import CText

/// Which way each character of a paragraph runs, by the Unicode Bidirectional Algorithm.
struct BidiParagraph {
  /// Even levels run from left to right, odd ones from right to left.
  let levels: [Int8]
  let base: Int8

  init(_ scalars: [UInt32]) {
    let count = FriBidiStrIndex(scalars.count)
    var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: scalars.count)
    fribidi_get_bidi_types(scalars, count, &types)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    fribidi_get_bracket_types(scalars, count, types, &brackets)
    var direction = FriBidiParType(UInt32(ct_direction_by_text))
    var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
    _ = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, &levels)
    self.levels = levels
    let leftward = [ct_direction_right_to_left, ct_direction_weakly_right_to_left].map { FriBidiParType(UInt32($0)) }
    base = leftward.contains(direction) ? 1 : 0
  }

  /// The order from left to right in which stretches of these levels stand.
  static func visualOrder(of levels: [Int8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 % 2 == 1 }).min() else { return order }
    for level in stride(from: highest, through: lowest, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}
