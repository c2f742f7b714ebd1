/// Rows of a plane that is scaled and shifted along its axes: first down the columns, then along the row.
struct ScaledRows<Sample: PlaneSample>: RowSource {
  private let plane: SamplePlane<Sample>
  private let horizontal: AxisWeights
  private let vertical: AxisWeights
  private let firstRow: Int
  private let gain: Float
  /// The source columns that are read.
  private let columns: Range<Int>
  private var column: [Float]

  /// `gain` takes the plane's values to the target's code values.
  init(_ plane: SamplePlane<Sample>, _ horizontal: AxisWeights, _ vertical: AxisWeights, firstRow: Int, gain: Float) {
    self.plane = plane
    self.horizontal = horizontal
    self.vertical = vertical
    self.firstRow = firstRow
    self.gain = gain
    columns = (horizontal.first.min() ?? 0)..<((horizontal.first.max() ?? 0) + horizontal.taps)
    column = Array(repeating: 0, count: columns.count)
  }

  mutating func row(
    _ y: Int, values: UnsafeMutablePointer<Float>, coverage: UnsafeMutablePointer<Float>
  ) {
    sumColumns(y - firstRow)
    switch horizontal.taps {
    case 1: sumRow(taps: 1, into: values)
    case 2: sumRow(taps: 2, into: values)
    case 3: sumRow(taps: 3, into: values)
    case 4: sumRow(taps: 4, into: values)
    default: sumRow(taps: horizontal.taps, into: values)
    }
    let share = vertical.coverage[y - firstRow]
    horizontal.coverage.withUnsafeBufferPointer { across in
      for index in 0..<across.count { coverage[index] = across[index] * share }
    }
  }

  private mutating func sumColumns(_ row: Int) {
    let count = columns.count
    let start = plane.start + vertical.first[row] * plane.stride + columns.lowerBound
    let (stride, gain, taps) = (plane.stride, gain, vertical.taps)
    vertical.shares.withUnsafeBufferPointer { shares in
      column.withUnsafeMutableBufferPointer { column in
        let (shares, column) = (shares.baseAddress! + row * taps, column.baseAddress!)
        var tap = 0
        func share(_ tap: Int) -> Float { shares[tap] * gain }
        while tap < taps {
          let (first, weight) = (start + tap * stride, share(tap))
          if tap + 1 < taps {
            let (second, next) = (first + stride, share(tap + 1))
            if tap == 0 {
              for index in 0..<count { column[index] = first[index].float * weight + second[index].float * next }
            } else {
              for index in 0..<count { column[index] += first[index].float * weight + second[index].float * next }
            }
            tap += 2
          } else {
            if tap == 0 {
              for index in 0..<count { column[index] = first[index].float * weight }
            } else {
              for index in 0..<count { column[index] += first[index].float * weight }
            }
            tap += 1
          }
        }
      }
    }
  }

  @inline(__always) private func sumRow(taps: Int, into values: UnsafeMutablePointer<Float>) {
    let lead = columns.lowerBound
    column.withUnsafeBufferPointer { column in
      horizontal.first.withUnsafeBufferPointer { first in
        horizontal.shares.withUnsafeBufferPointer { shares in
          let column = column.baseAddress!
          var share = shares.baseAddress!
          for index in 0..<first.count {
            let samples = column + (first[index] &- lead)
            var sum = samples[0] * share[0]
            for tap in 1..<max(taps, 1) { sum += samples[tap] * share[tap] }
            values[index] = sum
            share += taps
          }
        }
      }
    }
  }
}
