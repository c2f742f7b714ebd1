import Foundation
import TimelineModel

/// What the kinds of libavfilter's `xfade` make of two canvases, pixel by pixel.
///
/// It counts the rows and columns that are left in 32 bits, which decides on which side of a sharp edge a pixel lies;
/// so does this.
struct ReferenceCrossing: Sendable {
  let width: Int
  let height: Int
  let first: [Pixel]
  let second: [Pixel]
  /// How much of the way is left: 1 at its start.
  private let left: Float

  init(_ first: [Pixel], _ second: [Pixel], width: Int, height: Int, progress: Double) {
    (self.first, self.second, self.width, self.height) = (first, second, width, height)
    // The graph says how far it is in microseconds of a minute.
    let passed = ((progress * 60e9).rounded() / 1e3).rounded(.towardZero)
    left = 1 - Float(passed) / 60e6
  }

  /// Those that mix or choose pixel by pixel, without and with sharp edges.
  static let softKinds = [
    "radial", "smoothleft", "smoothright", "smoothup", "smoothdown", "circleopen", "circleclose", "vertopen",
    "vertclose", "horzopen", "horzclose", "diagtl", "diagtr", "diagbl", "diagbr", "fadeblack", "fadewhite",
    "fadegrays", "fadefast", "fadeslow", "hblur", "zoomin",
  ]
  static let sharpKinds = [
    "wipeleft", "wiperight", "wipeup", "wipedown", "wipetl", "wipetr", "wipebl", "wipebr", "slideleft", "slideright",
    "slideup", "slidedown", "circlecrop", "rectcrop", "hlslice", "hrslice", "vuslice", "vdslice", "squeezeh",
    "squeezev", "pixelize",
  ]

  /// The canvas that a kind makes of the two.
  func picture(_ kind: String) -> Picture {
    Picture(width: width, height: height) { x, y in
      if let share = share(kind, Float(x), Float(y)) {
        return first[y * width + x] * (1 - share) + second[y * width + x] * share
      }
      return pixel(kind, x, y)
    }
  }

  // MARK: Shares

  private var w: Float { Float(width) }
  private var h: Float { Float(height) }

  /// How much of a pixel is the second canvas's, for kinds that lay one pixel over the other.
  private func share(_ kind: String, _ x: Float, _ y: Float) -> Double? {
    soft(kind, x, y) ?? sharp(kind, x, y).map { $0 ? 1 : 0 }
  }

  private func soft(_ kind: String, _ x: Float, _ y: Float) -> Double? {
    // Pixels are counted from 0 on from the side that a kind is named after.
    let (fromRight, fromBottom) = (w - 1 - x, h - 1 - y)
    let away = hypotf(x - Float(width / 2), y - Float(height / 2)) / hypotf(w / 2, h / 2)
    func behind(_ place: Float) -> Double { smooth(1 + place - 2 * left) }
    switch kind {
    case "smoothleft": return behind(x / w)
    case "smoothright": return behind(fromRight / w)
    case "smoothup": return behind(y / h)
    case "smoothdown": return behind(fromBottom / h)
    case "diagtl": return behind(x / w * (y / h))
    case "diagtr": return behind(fromRight / w * (y / h))
    case "diagbl": return behind(x / w * (fromBottom / h))
    case "diagbr": return behind(fromRight / w * (fromBottom / h))
    case "vertclose": return behind(abs(x - w / 2) / (w / 2))
    case "vertopen": return behind(1 - abs(x - w / 2) / (w / 2))
    case "horzclose": return behind(abs(y - h / 2) / (h / 2))
    case "horzopen": return behind(1 - abs(y - h / 2) / (h / 2))
    case "circleopen": return 1 - smooth(away + (left - 0.5) * 3)
    case "circleclose": return smooth(away + (0.5 - left) * 3)
    case "radial": return smooth(atan2f(x - Float(width / 2), y - Float(height / 2)) - (left - 0.5) * 2.5 * .pi)
    default: return nil
    }
  }

  private func sharp(_ kind: String, _ x: Float, _ y: Float) -> Bool? {
    func whole(_ value: Float) -> Float { value.rounded(.towardZero) }
    func slices(_ place: Float) -> Bool {
      let reached = smooth(place - 1.5 * left, from: -0.5, to: 0)
      return Float(reached) > 10 * place - (10 * place).rounded(.down)
    }
    // The first canvas keeps a corner or a side of which so many columns and rows are left.
    let (isNearLeft, isNearRight) = (x <= whole(w * left), x > whole(w * (1 - left)))
    let (isNearTop, isNearBottom) = (y <= whole(h * left), y > whole(h * (1 - left)))
    switch kind {
    case "wipeleft": return !isNearLeft
    case "wiperight": return !isNearRight
    case "wipeup": return !isNearTop
    case "wipedown": return !isNearBottom
    case "wipetl": return !(isNearLeft && isNearTop)
    case "wipetr": return !(isNearRight && isNearTop)
    case "wipebl": return !(isNearLeft && isNearBottom)
    case "wipebr": return !(isNearRight && isNearBottom)
    case "hlslice": return slices(x / w)
    case "hrslice": return slices((w - 1 - x) / w)
    case "vuslice": return slices(y / h)
    case "vdslice": return slices((h - 1 - y) / h)
    default: return nil
    }
  }

  private func smooth(_ value: Float, from low: Float = 0, to high: Float = 1) -> Double {
    let t = Double(min(max((value - low) / (high - low), 0), 1))
    return t * t * (3 - 2 * t)
  }

  // MARK: Whole pixels

  private func pixel(_ kind: String, _ x: Int, _ y: Int) -> Pixel {
    let (one, other) = (first[y * width + x], second[y * width + x])
    switch kind {
    case "slideleft": return slid(x, y, by: SIMD2(-Int(left * w), 0))
    case "slideright": return slid(x, y, by: SIMD2(Int(left * w), 0))
    case "slideup": return slid(x, y, by: SIMD2(0, -Int(left * h)))
    case "slidedown": return slid(x, y, by: SIMD2(0, Int(left * h)))
    case "circlecrop":
      let radius = powf(2 * abs(left - 0.5), 3) * hypotf(Float(width / 2), Float(height / 2))
      let away = hypotf(Float(x - width / 2), Float(y - height / 2))
      return radius < away ? black : nearer(one, other)
    case "rectcrop":
      let (across, down) = (Int(abs(left - 0.5) * w), Int(abs(left - 0.5) * h))
      return abs(x - width / 2) < across && abs(y - height / 2) < down ? nearer(one, other) : black
    case "fadeblack": return faded(one, other, through: black, black)
    case "fadewhite": return faded(one, other, through: white, white)
    case "fadegrays": return faded(one, other, through: Pixel(one.x, 0, 0, one.w), Pixel(other.x, 0, 0, other.w))
    case "fadefast": return faded(one, other) { 1 + log(1 + $0) }
    case "fadeslow": return faded(one, other) { 1 + log(2 - $0) }
    case "squeezeh":
      let place = 0.5 + (Float(y) / h - 0.5) / left
      return 0...1 ~= place ? first[Int((place * (h - 1)).rounded(.toNearestOrEven)) * width + x] : other
    case "squeezev":
      let place = 0.5 + (Float(x) / w - 0.5) / left
      return 0...1 ~= place ? first[y * width + Int((place * (w - 1)).rounded(.toNearestOrEven))] : other
    case "zoomin":
      let size = Float(smooth(left, from: 0.5, to: 1))
      let column = Int(((0.5 + (Float(x) / w - 0.5) * size) * (w - 1)).rounded(.up))
      let row = Int(((0.5 + (Float(y) / h - 0.5) * size) * (h - 1)).rounded(.up))
      return mixed(first[row * width + column], other, smooth(left, from: 0, to: 0.5))
    case "pixelize":
      let size = 2 * ((min(left, 1 - left) * 50).rounded(.up) / 50) * Float(min(width, height)) / 20
      func middle(_ place: Int, below end: Int) -> Int {
        size > 0 ? Int(min(((Float(place) / size).rounded(.down) + 0.5) * size, Float(end - 1))) : place
      }
      let index = middle(y, below: height) * width + middle(x, below: width)
      return mixed(first[index], second[index], Double(left))
    case "hblur":
      let reach = 1 + Int(Float(width / 2) * 2 * min(left, 1 - left))
      let row = y * width + x..<y * width + min(x + reach, width)
      let sums = (first[row].reduce(.zero, +), second[row].reduce(.zero, +))
      return mixed(sums.0, sums.1, Double(left)) / Double(row.count)
    default: preconditionFailure("no definition of \(kind)")
    }
  }

  private var black: Pixel { Pixel(red: 0, green: 0, blue: 0) }
  private var white: Pixel { Pixel(red: 1, green: 1, blue: 1) }

  private func mixed(_ one: Pixel, _ other: Pixel, _ share: Double) -> Pixel { one * share + other * (1 - share) }

  /// The canvas that more of the way belongs to.
  private func nearer(_ one: Pixel, _ other: Pixel) -> Pixel { left < 0.5 ? other : one }

  private func faded(_ one: Pixel, _ other: Pixel, through before: Pixel, _ after: Pixel) -> Pixel {
    let out = mixed(one, before, smooth(left, from: 0.8, to: 1))
    let into = mixed(after, other, smooth(left, from: 0.2, to: 1))
    return mixed(out, into, Double(left))
  }

  /// Every number by itself, sooner or later by how far apart the two are as they are stored, from 0 to 1.
  private func faded(_ one: Pixel, _ other: Pixel, _ exponent: (Double) -> Double) -> Pixel {
    let apart = (one - other) * Pixel(219, 224, 224, 255) / 255
    var result = Pixel.zero
    for index in result.indices {
      let share = pow(Double(left), exponent(abs(apart[index])))
      result[index] = one[index] * share + other[index] * (1 - share)
    }
    return result
  }

  /// The second canvas comes after the first, both moved alike.
  private func slid(_ x: Int, _ y: Int, by offset: SIMD2<Int>) -> Pixel {
    let (column, row) = (x + offset.x, y + offset.y)
    let isSecond = 0..<width ~= column && 0..<height ~= row
    let index = (row + height) % height * width + (column + width) % width
    return isSecond ? second[index] : first[index]
  }
}
