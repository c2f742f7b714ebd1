import Foundation

/// How far a wave swings between its samples, from four values for each of them.
enum TruePeak {
  /// Samples to either side that a value between two of them comes from.
  static let reach = 12

  /// A sinc in a Hann window, for a quarter, a half and three quarters of the way to the next sample.
  private static let kernels: [[Double]] = (1...3).map { quarter in
    (1 - reach...reach).map { index in
      let x = Double(index) - Double(quarter) / 4
      let window = cos(.pi * x / Double(2 * reach))
      return sin(.pi * x) / (.pi * x) * window * window
    }
  }

  /// The largest magnitude at each sample of `part` and from there to the next one, in any channel. The channels go on
  /// for `reach` samples to either side.
  static func magnitudes(of planes: [[Double]], in part: Range<Int>) -> [Double] {
    var result = [Double](repeating: 0, count: part.count)
    for plane in planes {
      plane.withUnsafeBufferPointer { plane in
        for index in part {
          var largest = abs(plane[index])
          for kernel in kernels {
            var sum = 0.0
            for tap in kernel.indices { sum += kernel[tap] * plane[index + tap + 1 - reach] }
            largest = max(largest, abs(sum))
          }
          result[index - part.lowerBound] = max(result[index - part.lowerBound], largest)
        }
      }
    }
    return result
  }
}
