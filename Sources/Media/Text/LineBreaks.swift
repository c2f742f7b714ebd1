import CText

/// Where lines may end, by the Unicode Line Breaking Algorithm.
enum LineBreaks {
  private static let isReady: Void = init_linebreak()

  /// The offsets after which a paragraph may be broken, without its end.
  static func opportunities(in scalars: [UInt32]) -> [Int] {
    _ = isReady
    var breaks = [CChar](repeating: 0, count: scalars.count)
    set_linebreaks_utf32(scalars, scalars.count, nil, &breaks)
    return breaks.indices.dropLast().filter { breaks[$0] == ct_allow_break }.map { $0 + 1 }
  }
}
