import CText

/// Where lines may end, by the Unicode Line Breaking Algorithm.
enum LineBreaks {
  private static let isReady: Void = init_linebreak()

  /// The offsets after which a paragraph may be broken, without its end.
  static func opportunities(in scalars: [UInt32]) -> [Int] {
    _ = isReady
    let scalars = withoutFlags(scalars)
    var breaks = [CChar](repeating: 0, count: scalars.count)
    set_linebreaks_utf32(scalars, scalars.count, nil, &breaks)
    return breaks.indices.dropLast().filter { breaks[$0] == ct_allow_break }.map { $0 + 1 }
  }

  /// libunibreak ends the program at two regional indicators. Of two that are a flag, the first counts as an ideograph
  /// and the second as a mark on it, which may be broken at the same places.
  private static func withoutFlags(_ scalars: [UInt32]) -> [UInt32] {
    var result = scalars
    var isSecond = false
    for (index, scalar) in scalars.enumerated() {
      // It takes U+FFFF for the text's end.
      if !(Unicode.Scalar(scalar)?.isText ?? false) { result[index] = Unicode.Scalar.replacement }
      guard (0x1F1E6...0x1F1FF).contains(scalar) else {
        isSecond = false
        continue
      }
      result[index] = isSecond ? 0x0301 : 0x4E00
      isSecond.toggle()
    }
    return result
  }
}
