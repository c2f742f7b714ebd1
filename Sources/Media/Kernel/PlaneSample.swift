/// What planes are made of.
protocol PlaneSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  var float: Float { get }
  /// The nearest whole number to one from 0 to 65535.
  init(nearest: Float)
  /// `target` = (1 − amount)·`first` + amount·`second`, rounded once. The target may be one of the two.
  static func mix(
    _ first: UnsafePointer<Self>, _ second: UnsafePointer<Self>, amount: Double,
    into target: UnsafeMutablePointer<Self>, count: Int)
}

extension UInt8: PlaneSample {
  @inline(__always) var float: Float { Float(self) }
  @inline(__always) init(nearest: Float) { self.init(truncatingIfNeeded: nearest.wholeBits) }
}

extension UInt16: PlaneSample {
  @inline(__always) var float: Float { Float(self) }
  @inline(__always) init(nearest: Float) { self.init(truncatingIfNeeded: nearest.wholeBits) }
}

extension Float {
  /// Added to 2²³, a number loses its fraction and stands in the lowest bits. Unlike a conversion it is not checked,
  /// so a loop of it can be done several at a time.
  @inline(__always) fileprivate var wholeBits: UInt32 { (self + 8_388_608).bitPattern }
}

/// Samples to read, in rows.
struct SamplePlane<Sample: PlaneSample> {
  let start: UnsafePointer<Sample>
  /// Samples from one row to the next.
  let stride: Int
  let width: Int
  let height: Int
  /// Pixels of the picture for each sample.
  let stepX: Int
  let stepY: Int
}

/// Samples to write, in rows.
struct TargetPlane<Sample: PlaneSample> {
  let start: UnsafeMutablePointer<Sample>
  let stride: Int
  let width: Int
  let height: Int
  let stepX: Int
  let stepY: Int
  let depth: Int

  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<Sample> { start + y * stride }

  /// The samples that have some share of these pixels.
  func samples(columns: Range<Int>, rows: Range<Int>) -> (x: Range<Int>, y: Range<Int>) {
    func covering(_ pixels: Range<Int>, _ step: Int, _ count: Int) -> Range<Int> {
      let (start, end) = (max(0, pixels.lowerBound) / step, (max(0, pixels.upperBound) + step - 1) / step)
      return min(start, count)..<max(min(start, count), min(end, count))
    }
    return (covering(columns, stepX, width), covering(rows, stepY, height))
  }
}
