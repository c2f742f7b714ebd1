import Foundation

extension Color {
  /// From 1 to 21, as WCAG 2 defines it. Neither colour's alpha counts.
  package func contrast(with other: Color) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// From 0 for black to 1 for white, as WCAG 2 defines it.
  package var relativeLuminance: Double {
    0.2126 * Color.linear[Int(red)] + 0.7152 * Color.linear[Int(green)] + 0.0722 * Color.linear[Int(blue)]
  }

  /// The light that each code of sRGB stands for.
  private static let linear: [Double] = (0..<256).map { code in
    let value = Double(code) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
