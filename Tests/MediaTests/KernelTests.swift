import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Kernels against the plainest way to say what they do.
@Suite struct KernelTests {
  private let size = PixelSize(width: 96, height: 64)

  /// Waves in every plane, the same for any size of sample but for its scale.
  private func waves(_ pixelFormat: String, phase: Double = 0) throws -> VideoFrame {
    let bytes = (0..<size.width * size.height).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % size.width), Double(index / size.width))
      let levels = [
        sin(x / 5 + y / 17 + phase), sin(y / 6 - x / 20 + phase), cos((x + y) / 11 + 2 * phase),
      ].map { UInt8(128 + 90 * $0) }
      return levels + [255]
    }
    return try FrameConverter.convert(VideoFrame.rgba(bytes, size: size), to: pixelFormat, color: .bt709)
  }

  private func canvas(_ pixelFormat: String) throws -> FrameCanvas {
    try FrameCanvas(from: FramePool(size: size, pixelFormat: pixelFormat))
  }

  /// The codes of a plane, in rows.
  private func plane(_ frame: VideoFrame, _ index: Int) -> [[Double]] {
    let step = index > 0 && frame.pixelFormat.contains("420") ? 2 : 1
    let isDeep = frame.pixelFormat.contains("10")
    return frame.withPlane(index) { bytes, stride in
      (0..<frame.size.height / step).map { y in
        (0..<frame.size.width / step).map { x in
          isDeep
            ? Double(bytes.loadUnaligned(fromByteOffset: y * stride + 2 * x, as: UInt16.self))
            : Double(bytes[y * stride + x])
        }
      }
    }
  }

  @Test(arguments: [0.01, 0.2, 0.5, 0.77, 0.99])
  func aSharpEdgeCoversExactlyItsArea(_ progress: Double) {
    func mean(_ shape: Wipe.Shape) -> Double {
      let mask = WipeMask(Wipe(shape), progress: progress, canvas: size, toCanvas: .identity)
      return mask.shares(size: size).reduce(0) { $0 + Double($1) } / Double(size.width * size.height)
    }
    for direction in [Wipe.Direction.left, .right, .up, .down] {
      #expect(abs(mean(.edge(direction)) - progress) < 1e-5)
    }
    // A triangle, or all but one.
    let left = min(progress, 1 - progress)
    let triangle = progress < 0.5 ? 2 * left * left : 1 - 2 * left * left
    for direction in [Wipe.Direction.upLeft, .upRight, .downLeft, .downRight] {
      #expect(abs(mean(.edge(direction)) - triangle) < 1e-5)
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let radius = progress * (width * width + height * height).squareRoot() / 2
    if radius < height / 2 {
      #expect(abs(mean(.iris) - .pi * radius * radius / (width * height)) < 1e-5)
    }
    #expect(abs(mean(.clock) - clockShare(progress, width / height)) < 1e-5)
  }

  /// How much of a rectangle of this aspect a hand has passed: triangles up to the corners.
  private func clockShare(_ turn: Double, _ aspect: Double) -> Double {
    if turn > 0.5 { return 1 - clockShare(1 - turn, aspect) }
    if turn > 0.25 { return 0.5 - clockShare(0.5 - turn, aspect) }
    let corner = atan(aspect)
    let angle = turn * 2 * .pi
    if angle <= corner { return tan(angle) / aspect / 8 }
    return 0.25 - aspect * tan(.pi / 2 - angle) / 8
  }

  @Test func aSoftEdgeIsARamp() {
    let mask = WipeMask(
      Wipe(.edge(.right), softness: 0.5), progress: 0.4, canvas: size,
      toCanvas: AffineTransform(0.5, 0, 0, 1, 8, 0))
    let shares = mask.shares(size: size)
    for x in 0..<size.width {
      let place = (8 + (Double(x) + 0.5) / 2) / 96
      #expect(abs(Double(shares[x]) - min(max((0.4 * 1.5 - place) / 0.5, 0), 1)) < 1e-6)
    }
  }

  @Test(arguments: ["yuv420p", "yuv444p", "yuv420p10le"], [0, 0.25, 0.5, 0.737, 1])
  func aMixIsTheWeightedMean(_ pixelFormat: String, _ amount: Double) throws {
    let (first, second) = (try waves(pixelFormat), try waves(pixelFormat, phase: 1.3))
    let canvas = try canvas(pixelFormat)
    try canvas.mix(first, second, amount: amount)
    let mixed = canvas.finish()
    for index in 0..<3 {
      let (left, right, result) = (plane(first, index), plane(second, index), plane(mixed, index))
      for y in result.indices {
        for x in result[y].indices {
          let exact = left[y][x] * (1 - amount) + right[y][x] * amount
          #expect(abs(result[y][x] - exact) <= 0.52)
        }
      }
    }
  }

  @Test func aMixRefusesOtherSizes() throws {
    let canvas = try canvas("yuv420p")
    let small = try VideoFrame.solid(.black, size: PixelSize(width: 32, height: 32), pixelFormat: "yuv420p")
    #expect(throws: LibAVError.self) { try canvas.mix(small, small, amount: 0.5) }
  }

  // MARK: Transforms

  private static let transforms: [TimelineModel.AffineTransform] = [
    TimelineModel.AffineTransform(1, 0, 0, 1, 7, 5), TimelineModel.AffineTransform(1, 0, 0, 1, 6, 4),
    TimelineModel.AffineTransform(1, 0, 0, 1, -3.5, 2.25),
    TimelineModel.AffineTransform(1.37, 0, 0, 1.2, -20, 3.3),
    TimelineModel.AffineTransform(0.31, 0, 0, 0.43, 30.2, 10.7),
    .rotation(degrees: 25).then(.translation(20, -10)), TimelineModel.AffineTransform(1.9, 0.3, -0.2, 1.6, -40, -30),
  ]

  @Test(arguments: KernelTests.transforms, ["yuv420p", "yuv420p10le"])
  func aDrawnPictureIsTheMeanOfWhatLiesUnderEachSample(
    _ transform: TimelineModel.AffineTransform, _ pixelFormat: String
  ) throws {
    let (picture, below) = (try waves("yuv420p"), try waves(pixelFormat, phase: 2))
    let visible = Rect(x: 8, y: 6, width: 70, height: 50)
    let mapping = PictureMapping(
      transform: transform, visible: visible, columns: 0..<size.width, rows: 0..<size.height, coversTarget: false)
    let canvas = try canvas(pixelFormat)
    try canvas.copy(below)
    try canvas.draw(picture, mapping, opacity: 0.7)
    let drawn = canvas.finish()
    let depth = pixelFormat.contains("10") ? 4.0 : 1
    for index in 0..<3 {
      let step = index == 0 ? 1.0 : 2
      let result = plane(drawn, index)
      let expected = reference(plane(picture, index), step, mapping, 0.7, over: plane(below, index), depth)
      var squares = 0.0
      for y in result.indices {
        for x in result[y].indices { squares += pow((result[y][x] - expected[y][x]) / depth, 2) }
      }
      let psnr = 10 * log10(255 * 255 / (squares / Double(result.count * result[0].count)))
      #expect(psnr > 45, "plane \(index): \(psnr) dB")
    }
  }

  /// Each sample under a grid of points, the picture read linearly between the centres of its samples.
  private func reference(
    _ picture: [[Double]], _ step: Double, _ mapping: PictureMapping, _ opacity: Double, over below: [[Double]],
    _ depth: Double
  ) -> [[Double]] {
    let inverse = mapping.transform.inverse!
    let grid = 8
    let visible = mapping.visible
    func read(_ x: Double, _ y: Double) -> Double {
      let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
      func at(_ x: Int, _ y: Int) -> Double {
        picture[min(max(y, 0), picture.count - 1)][min(max(x, 0), picture[0].count - 1)]
      }
      let (right, down) = (x - Double(left), y - Double(top))
      return (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - down)
        + (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down
    }
    return below.indices.map { y in
      below[y].indices.map { x in
        var (sum, count) = (0.0, 0.0)
        for i in 0..<grid * grid {
          let point = inverse.apply(
            Point(
              x: (Double(x) + (Double(i % grid) + 0.5) / Double(grid)) * step,
              y: (Double(y) + (Double(i / grid) + 0.5) / Double(grid)) * step))
          guard point.x >= visible.x, point.x < visible.x + visible.width, point.y >= visible.y,
            point.y < visible.y + visible.height
          else { continue }
          sum += read(point.x / step - 0.5, point.y / step - 0.5) * depth
          count += 1
        }
        let all = Double(grid * grid)
        return below[y][x] * (1 - opacity * count / all) + opacity * sum / all
      }
    }
  }

  @Test func nothingIsDrawnBeyondTheWindow() throws {
    let (picture, below) = (try waves("yuv420p"), try waves("yuv420p", phase: 2))
    for transform in KernelTests.transforms {
      let mapping = PictureMapping(
        transform: transform, visible: Rect(x: 0, y: 0, width: 96, height: 64), columns: 20..<60, rows: 10..<40,
        coversTarget: false)
      let canvas = try canvas("yuv420p")
      try canvas.copy(below)
      try canvas.draw(picture, mapping, opacity: 1)
      let (result, before) = (plane(canvas.finish(), 0), plane(below, 0))
      var changed = 0
      for y in result.indices {
        for x in result[y].indices where result[y][x] != before[y][x] {
          #expect((20..<60).contains(x) && (10..<40).contains(y))
          changed += 1
        }
      }
      #expect(changed > 50)
    }
  }

  /// The brightest code of ten bits lies nearer to 256 than to 255.
  @Test(arguments: ["yuv420p", "yuv444p"]) func theBrightestCodesStayBright(_ format: String) throws {
    let white = try VideoFrame.solid(.white, size: PixelSize(width: 32, height: 32), pixelFormat: "rgba")
    let picture = try FrameConverter.convert(
      white, to: "yuv444p10le", color: ColorFacts(matrix: "bt709", isFullRange: true))
    let (shifted, turned) = (
      TimelineModel.AffineTransform(1, 0, 0, 1, 10.5, 8.5), TimelineModel.AffineTransform(0.9, 0.2, -0.2, 0.9, 20, 8)
    )
    for (transform, opacity) in [(shifted, 1.0), (turned, 1), (shifted, 0.99)] {
      let canvas = try canvas(format)
      try canvas.copy(try VideoFrame.solid(.white, size: size, pixelFormat: format))
      let mapping = PictureMapping(
        transform: transform, visible: Rect(x: 0, y: 0, width: 32, height: 32), columns: 0..<96, rows: 0..<64,
        coversTarget: false)
      try canvas.draw(picture, mapping, opacity: opacity)
      let luma = plane(canvas.finish(), 0).joined()
      #expect(luma.allSatisfy { $0 >= 234 } && luma.contains { $0 >= 254 })
    }
  }

  // MARK: Sheets

  /// A turned picture that is all but nothing is read at no more points than one can see.
  @Test func aPictureThatGrowsFromNothingCostsNothing() throws {
    let bytes = [UInt8](repeating: 200, count: 4 * 500 * 500)
    let sheet = try Sheet(try VideoFrame.rgba(bytes, size: PixelSize(width: 500, height: 500)))
    let canvas = try canvas("yuv420p")
    try canvas.copy(try VideoFrame.solid(.black, size: size, pixelFormat: "yuv420p"))
    let (scale, part) = (0.00005, 0.00003)
    let mapping = PictureMapping(
      transform: TimelineModel.AffineTransform(scale, part, -part, scale, 40, 30),
      visible: Rect(x: 0, y: 0, width: 500, height: 500), columns: 39..<42, rows: 29..<32, coversTarget: false)
    canvas.draw(canvas.place(sheet, mapping), opacity: 1)
    #expect(plane(canvas.finish(), 0).joined().allSatisfy { $0 <= 20 })
  }

  @Test func aTranslucentColourIsBlended() throws {
    let color = Color(red: 255, green: 128, blue: 0, alpha: 128)
    let canvas = try canvas("yuv420p")
    try canvas.copy(try VideoFrame.solid(.white, size: size, pixelFormat: "yuv420p"))
    let mapping = PictureMapping(
      transform: .scale(96, 64), visible: Rect(x: 0, y: 0, width: 1, height: 1), columns: 0..<96, rows: 0..<64,
      coversTarget: true)
    canvas.draw(canvas.place(Sheet(color), mapping), opacity: 0.5)
    let result = canvas.finish()
    let solid = try VideoFrame.solid(
      Color(red: 255, green: 128, blue: 0), size: size, pixelFormat: "yuv420p")
    let share = 128.0 / 255 / 2
    for index in 0..<3 {
      let white = index == 0 ? 235.0 : 128
      let wanted = white * (1 - share) + plane(solid, index)[0][0] * share
      #expect(plane(result, index).joined().allSatisfy { abs($0 - wanted) <= 1 })
    }
  }

  @Test func whatIsTransparentDoesNotBleed() throws {
    // Green that nobody may see beside red that everybody may.
    let bytes = (0..<32 * 32).flatMap { $0 % 32 < 16 ? [200, 0, 0, 255] : [0, 255, 0, 0] as [UInt8] }
    let picture = try VideoFrame.rgba(bytes, size: PixelSize(width: 32, height: 32))
    let canvas = try canvas("yuv444p")
    try canvas.copy(try VideoFrame.solid(.black, size: size, pixelFormat: "yuv444p"))
    let mapping = PictureMapping(
      transform: TimelineModel.AffineTransform(1.5, 0, 0, 1.5, 10.3, 8.2),
      visible: Rect(x: 0, y: 0, width: 32, height: 32),
      columns: 0..<96, rows: 0..<64, coversTarget: false)
    canvas.draw(canvas.place(try Sheet(picture), mapping), opacity: 1)
    let result = canvas.finish()
    let red = plane(try VideoFrame.solid(Color(red: 200, green: 0, blue: 0), size: size, pixelFormat: "yuv444p"), 0)
    #expect(abs(plane(result, 0)[30][20] - red[0][0]) <= 1)
    #expect(plane(result, 0)[30].max()! <= red[0][0] + 1)
    #expect(plane(result, 1).joined().allSatisfy { $0 <= 129 })
  }
}
