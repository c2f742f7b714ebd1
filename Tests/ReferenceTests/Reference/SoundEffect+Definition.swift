import Foundation
import TimelineModel

extension SoundEffect {
  /// What it makes of a sound that begins with the first sample, after silence.
  func apply(to planes: inout [[Double]], sampleRate: Double) {
    switch self {
    case .filter(let filter):
      for channel in planes.indices { planes[channel] = filter.response(to: planes[channel], sampleRate) }
    case .compressor(let compressor): compressor.apply(to: &planes, sampleRate)
    case .gate(let gate): gate.apply(to: &planes, sampleRate)
    case .call(let call): call.apply(to: &planes, sampleRate: sampleRate)
    case .denoise: preconditionFailure("has no definition to the sample")
    case .pan(let pan):
      let rights = [1, 5, 7].filter { $0 < planes.count }
      let lefts = [0, 4, 6].filter { $0 < planes.count && planes.count > 1 }
      for channel in pan > 0 ? lefts : rights { planes[channel] = planes[channel].map { $0 * (1 - abs(pan)) } }
    }
  }
}

extension SoundEffect.SoundFilter {
  /// By the bilinear transform of the filter that it is an image of, whose frequency is 1.
  fileprivate func response(to samples: [Double], _ sampleRate: Double) -> [Double] {
    let a = pow(10, 20 * log10(gain) / 40)
    let (above, below) = prototype(a)
    let c = 1 / tan(.pi * frequency / sampleRate)
    func mapped(_ s: [Double]) -> [Double] {
      [s[2] * c * c + s[1] * c + s[0], 2 * (s[0] - s[2] * c * c), s[2] * c * c - s[1] * c + s[0]]
    }
    let scale = mapped(below)[0]
    let (n, d) = (mapped(above).map { $0 / scale }, mapped(below).map { $0 / scale })
    var (first, second) = (0.0, 0.0)
    return samples.map { x in
      let y = n[0] * x + first
      first = n[1] * x - d[1] * y + second
      second = n[2] * x - d[2] * y
      return y
    }
  }

  /// The polynomials above and below the line, from the constant on.
  private func prototype(_ a: Double) -> ([Double], [Double]) {
    let width = 1 / quality
    let slope = a.squareRoot() / quality
    return switch shape {
    case .lowPass: ([1, 0, 0], [1, width, 1])
    case .highPass: ([0, 0, 1], [1, width, 1])
    case .peak: ([1, a * width, 1], [1, width / a, 1])
    case .lowShelf: ([a * a, a * slope, a], [1, slope, a])
    case .highShelf: ([a, a * slope, a * a], [a, slope, 1])
    }
  }
}

extension SoundEffect.Compressor {
  fileprivate func apply(to planes: inout [[Double]], _ sampleRate: Double) {
    var taken = 0.0
    for n in 0..<planes[0].count {
      let loudest = 20 * log10(max(planes.map { abs($0[n]) }.max()!, 1e-300))
      let excess = max(0, loudest - 20 * log10(threshold))
      let wanted = excess - excess / ratio
      let time = wanted > taken ? attack : release
      taken = time == 0 ? wanted : wanted + (taken - wanted) * exp(-1 / (time * sampleRate))
      for channel in planes.indices { planes[channel][n] *= makeup * pow(10, -taken / 20) }
    }
  }
}

extension SoundEffect.Gate {
  fileprivate func apply(to planes: inout [[Double]], _ sampleRate: Double) {
    var (gain, last) = (floor, Int?.none)
    for n in 0..<planes[0].count {
      if planes.contains(where: { abs($0[n]) > threshold }) { last = n }
      let isOpen = last.map { Double(n - $0) <= (hold * sampleRate).rounded() } ?? false
      let wanted = isOpen ? 1 : floor
      let time = wanted > gain ? attack : release
      gain = time == 0 ? wanted : wanted + (gain - wanted) * exp(-1 / (time * sampleRate))
      for channel in planes.indices { planes[channel][n] *= gain }
    }
  }
}

extension FilterCall {
  /// Those that random documents write.
  fileprivate func apply(to planes: inout [[Double]], sampleRate: Double) {
    let value = options[0].value
    for channel in planes.indices {
      switch name {
      case "volume": planes[channel] = planes[channel].map { $0 * Double(value)! }
      case "adelay":
        let delay = Int(Double(value)! * sampleRate / 1000)
        planes[channel] = Array((Array(repeating: 0, count: delay) + planes[channel]).prefix(planes[channel].count))
      default: preconditionFailure("\(name) has no definition here")
      }
    }
  }
}
