import Foundation
import TimelineModel

extension Picture {
  /// Taken through effects, each as its definition says.
  func changed(by effects: [Effect], at time: TimelineTime, luts: [MediaReference: ColorTable]) -> Picture {
    effects.reduce(self) { picture, effect in
      func number(_ name: String) -> Double { effect.numbers[name]!.defined(at: time) }
      switch effect.kind {
      case .exposure:
        let factor = pow(2, number("exposure") / 2.4)
        return picture.mapped {
          $0 * factor
        } chroma: {
          $0 * factor
        }
      case .contrast:
        let factor = number("contrast")
        return picture.mapped {
          ($0 - 0.5) * factor + 0.5
        } chroma: {
          $0 * factor
        }
      case .saturation:
        let factor = number("saturation")
        return picture.mapped {
          $0
        } chroma: {
          $0 * factor
        }
      case .temperature:
        let gains = Picture.white(number("temperature"))
        return picture.recolored { _, _, color in color * gains }
      case .vignette:
        let angle = acos(pow(1 - number("vignette"), 0.25))
        return picture.recolored { x, y, color in
          color * pow(cos(angle * hypot(x - 0.5, (y - 0.5) * picture.ratio) / hypot(0.5, 0.5 * picture.ratio)), 4)
        }
      case .lut:
        guard case .file(let file) = effect.subject, let table = luts[file] else { return picture }
        let amount = number("amount")
        return picture.recolored { _, _, color in color * (1 - amount) + table(color) * amount }
      case .blur: return number("blur") > 0 ? picture.blurred(number("blur")) : picture
      case .chromaKey:
        guard case .color(let key) = effect.subject else { return picture }
        return picture.keyed(Pixel(key), number("similarity"), number("softness"))
      case .sharpen: return picture.sharpened(number("sharpen"))
      case .denoise, .deinterlace, .stabilise, .filter: preconditionFailure("it has no plain definition")
      }
    }
  }

  /// Height by width.
  private var ratio: Double { Double(luma.height) / Double(luma.width) }

  /// A black body's red, green and blue against those at 6500 K, gamma-encoded, with luma 1.
  private static func white(_ kelvin: Double) -> SIMD3<Double> {
    let (light, neutral) = (blackBody(kelvin), blackBody(6500))
    let raw = SIMD3(
      pow(light.x / neutral.x, 1 / 2.4), pow(light.y / neutral.y, 1 / 2.4), pow(light.z / neutral.z, 1 / 2.4))
    return raw / (0.2126 * raw.x + 0.7152 * raw.y + 0.0722 * raw.z)
  }

  private static func blackBody(_ kelvin: Double) -> SIMD3<Double> {
    func cubic(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ v: Double) -> Double {
      ((a * v + b) * v + c) * v + d
    }
    let x =
      kelvin <= 4000
      ? cubic(-0.2661239, -0.2343589, 0.8776956, 0.179910, 1000 / kelvin)
      : cubic(-3.0258469, 2.1070379, 0.2226347, 0.240390, 1000 / kelvin)
    let y =
      kelvin <= 2222
      ? cubic(-1.1063814, -1.34811020, 2.18555832, -0.20219683, x)
      : kelvin <= 4000
        ? cubic(-0.9549476, -1.37418593, 2.09137015, -0.16748867, x)
        : cubic(3.0817580, -5.87338670, 3.75112997, -0.37001483, x)
    let xyz = SIMD3(x / y, 1, (1 - x - y) / y)
    func sum(_ row: SIMD3<Double>) -> Double { max((row * xyz).sum(), 1e-4) }
    return SIMD3(
      sum(SIMD3(3.2406, -1.5372, -0.4986)), sum(SIMD3(-0.9689, 1.8758, 0.0415)), sum(SIMD3(0.0557, -0.2040, 1.0570)))
  }
}

/// Where a table of colours takes red, green and blue.
typealias ColorTable = @Sendable (SIMD3<Double>) -> SIMD3<Double>

// MARK: Samples

extension Picture {
  /// Every straight number for itself, held to what eight bits can store.
  private func mapped(luma body: (Double) -> Double, chroma: (Double) -> Double) -> Picture {
    var result = self
    func map(_ plane: inout Plane, _ low: Double, _ high: Double, _ body: (Double) -> Double) {
      let hasAlpha = alpha.samples.count == plane.samples.count
      for index in plane.samples.indices {
        let opacity = hasAlpha ? alpha.samples[index] : alpha.samples[0]
        guard opacity > 0 else { continue }
        plane.samples[index] = min(max(body(plane.samples[index] / opacity), low), high) * opacity
      }
    }
    map(&result.luma, -16.0 / 219, 239.0 / 219, body)
    map(&result.blue, -128.0 / 224, 127.0 / 224, chroma)
    map(&result.red, -128.0 / 224, 127.0 / 224, chroma)
    return result
  }

  /// One colour as a picture with a sample for every pixel.
  func spread(over size: PixelSize) -> Picture {
    Picture(width: size.width, height: size.height) { pixel($0, $1) }
  }

  /// With a chroma sample for every pixel.
  private var full: Picture {
    var result = self
    result.blue = blue.resampled(width: luma.width, height: luma.height)
    result.red = red.resampled(width: luma.width, height: luma.height)
    result.alpha = alpha.resampled(width: luma.width, height: luma.height)
    return result
  }

  /// Every straight colour for itself, at its place in fractions of the picture, from 0 to 1.
  private func recolored(
    _ body: (_ x: Double, _ y: Double, _ color: SIMD3<Double>) -> SIMD3<Double>
  ) -> Picture {
    let source = full
    return Picture(width: luma.width, height: luma.height) { x, y in
      let pixel = source.pixel(x, y)
      guard pixel.w > 0 else { return pixel }
      let color = (pixel / pixel.w).color.clamped(lowerBound: .zero, upperBound: .one)
      let place = ((Double(x) + 0.5) / Double(luma.width), (Double(y) + 0.5) / Double(luma.height))
      let made = body(place.0, place.1, color).clamped(lowerBound: .zero, upperBound: .one)
      return Pixel(red: made.x, green: made.y, blue: made.z) * pixel.w
    }.withAlpha(source.alpha)
  }

  private func withAlpha(_ alpha: Plane) -> Picture {
    var result = self
    result.alpha = alpha
    return result
  }

  /// What is wholly clear has no colour.
  private func straight(_ x: Int, _ y: Int) -> Pixel {
    let pixel = pixel(x, y)
    return pixel.w > 0 ? pixel / pixel.w : pixel
  }

  func pixel(_ x: Int, _ y: Int) -> Pixel { Pixel(luma[x, y], blue[x, y], red[x, y], alpha[x, y]) }

  /// A Gaussian of this standard deviation; beyond the edges the outermost samples go on.
  private func blurred(_ deviation: Double) -> Picture {
    let reach = Int((deviation * 4).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let total = weights.reduce(0, +)
    func blurred(_ plane: Plane) -> Plane { plane.summed(weights.map { $0 / total }) }
    var result = full
    result.luma = blurred(result.luma)
    result.blue = blurred(result.blue)
    result.red = blurred(result.red)
    result.alpha = blurred(result.alpha)
    return result
  }

  /// Luma goes away from the mean of the pixels around, weighted by binomials, `amount` times as far as it lies.
  private func sharpened(_ amount: Double) -> Picture {
    var result = full
    let own = Plane(width: luma.width, height: luma.height) { result.straight($0, $1).x }
    let mean = own.summed([1, 4, 6, 4, 1].map { $0 / 16 })
    result.luma = Plane(width: luma.width, height: luma.height) { x, y in
      let sharp = own[x, y] + amount * (own[x, y] - mean[x, y])
      return min(max(sharp, -16.0 / 219), 239.0 / 219) * result.alpha[x, y]
    }
    return result
  }

  /// Clear where the mean distance of the nine pixels around is within `similarity` of the key's chroma, in parts of
  /// the longest there is, and opaque from `softness` more on.
  private func keyed(_ key: Pixel, _ similarity: Double, _ softness: Double) -> Picture {
    let source = full
    return Picture(width: luma.width, height: luma.height) { x, y in
      var sum = 0.0
      for (i, j) in (-1...1).flatMap({ i in (-1...1).map { (i, $0) } }) {
        let straight = source.straight(x + i, y + j)
        let distance = SIMD2(straight.y - key.y, straight.z - key.z) * 224 / 255
        sum += (distance * distance).sum().squareRoot() / 2.0.squareRoot()
      }
      return source.pixel(x, y) * min(max((sum / 9 - similarity) / softness, 0), 1)
    }
  }
}

extension Pixel {
  /// Red, green and blue of a straight pixel.
  var color: SIMD3<Double> {
    let (red, blue) = (x + 1.5748 * z, x + 1.8556 * y)
    return SIMD3(red, (x - 0.2126 * red - 0.0722 * blue) / 0.7152, blue)
  }
}

extension Plane {
  /// The sum of the samples around each by their weights, across and down; beyond the edges the outermost go on.
  fileprivate func summed(_ weights: [Double]) -> Plane {
    let reach = weights.count / 2
    let across = Plane(width: width, height: height) { x, y in
      zip(-reach...reach, weights).reduce(0) { $0 + self[x + $1.0, y] * $1.1 }
    }
    return Plane(width: width, height: height) { x, y in
      zip(-reach...reach, weights).reduce(0) { $0 + across[x, y + $1.0] * $1.1 }
    }
  }
}
