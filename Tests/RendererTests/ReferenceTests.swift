import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Transformed pictures against a slow and plain renderer that works in floating point straight from the definition:
/// each target pixel is the mean of the source, bilinearly read, under a grid of points.
@Suite struct ReferenceTests {
  private let studio: Studio
  private let picture: [[Double]]
  private let size = PixelSize(width: 480, height: 270)

  init() throws {
    studio = try Studio()
    let size = size
    picture = (0..<size.height).map { y in (0..<size.width).map { x in texture(Double(x), Double(y)) } }
    let gray = picture.flatMap { row in
      row.flatMap { level -> [UInt8] in
        let byte = UInt8((level * 255).rounded())
        return [byte, byte, byte, 255]
      }
    }
    try studio.addPNG("texture.png", try VideoFrame.rgba(gray, size: size))
  }

  @Test(arguments: [
    ("turned", Placement(rotation: Curve(20))),
    (
      "turned and small",
      Placement(scale: Curve(Point(x: 0.6, y: 0.6)), rotation: Curve(-33), position: Curve(Point(x: 120.3, y: 81.7)))
    ),
    (
      "small between pixels",
      Placement(scale: Curve(Point(x: 0.37, y: 0.37)), position: Curve(Point(x: 100.3, y: 50.6)))
    ),
    ("turned and large", Placement(scale: Curve(Point(x: 1.5, y: 1.5)), rotation: Curve(45))),
    ("large", Placement(scale: Curve(Point(x: 2.3, y: 2.3)), position: Curve(Point(x: 90, y: 90)))),
    ("shifted by half a pixel", Placement(position: Curve(Point(x: 170.5, y: 97.25)))),
    (
      "past the edge",
      Placement(scale: Curve(Point(x: 0.8, y: 0.8)), rotation: Curve(10), position: Curve(Point(x: 300, y: 10)))
    ),
    ("skewed", Placement(matrix: Curve(AffineTransform(0.9, 0.2, -0.3, 0.7, 60, 10)))),
    ("mirrored and turned", Placement(matrix: Curve(AffineTransform(-0.7, 0.2, 0.2, 0.7, 250, 0)))),
    ("turned by almost three quarters", Placement(rotation: Curve(268))),
    ("cropped", Placement(crop: Curve(Rect(x: 0.25, y: 0.2, width: 0.5, height: 0.6)), rotation: Curve(12))),
  ])
  func transforms(_ name: String, _ placement: Placement) throws {
    let segment = VideoSegment(
      content: .still(MediaReference("texture.png")), range: range(0.s, 1.s), placement: placement)
    let expected = reference(placement)
    for usesKernels in [true, false] {
      let frame = try studio.renderer(composition([segment]), usesKernels: usesKernels).frame(0)
      let luma = Planes(frame).luma
      var squares = 0.0
      for y in 0..<180 { for x in 0..<320 { squares += pow(Double(luma[y][x]) - expected[y][x], 2) } }
      let psnr = 10 * log10(255 * 255 / (squares / (320 * 180)))
      print("PSNR \(name), \(usesKernels ? "kernels" : "graph"): \((psnr * 10).rounded() / 10) dB")
      #expect(psnr > 45)
    }
  }

  /// Luma on a black canvas.
  private func reference(_ placement: Placement) -> [[Double]] {
    let crop = placement.crop.base
    let visible = Rect(
      x: crop.x * Double(size.width), y: crop.y * Double(size.height), width: crop.width * Double(size.width),
      height: crop.height * Double(size.height))
    let inverse = AffineTransform.translation(-visible.x, -visible.y)
      .then(placement.transform(at: .zero, croppedSize: Point(x: visible.width, y: visible.height), canvas: canvasSize))
      .inverse!
    let grid = 4
    return (0..<180).map { y in
      (0..<320).map { x in
        var sum = 0.0
        for i in 0..<grid * grid {
          let point = inverse.apply(
            Point(
              x: Double(x) + (Double(i % grid) + 0.5) / Double(grid),
              y: Double(y) + (Double(i / grid) + 0.5) / Double(grid)))
          let inside =
            point.x >= visible.x && point.x < visible.x + visible.width && point.y >= visible.y
            && point.y < visible.y + visible.height
          sum += inside ? 16 + 219 * sample(point.x - 0.5, point.y - 0.5) : 16
        }
        return sum / Double(grid * grid)
      }
    }
  }

  private func sample(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (fx, fy) = (x - Double(left), y - Double(top))
    func at(_ x: Int, _ y: Int) -> Double { picture[min(max(y, 0), size.height - 1)][min(max(x, 0), size.width - 1)] }
    return (at(left, top) * (1 - fx) + at(left + 1, top) * fx) * (1 - fy)
      + (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy
  }

  @Test(arguments: [(90.0, [2, 0, 3, 1]), (180.0, [3, 2, 1, 0]), (270.0, [1, 3, 0, 2])])
  func quarterTurnsTakeTheCornersAlong(_ degrees: Double, _ corners: [Int]) throws {
    // A square whose quarters are of four grays: top left, top right, bottom left, bottom right.
    let levels: [UInt8] = [40, 100, 160, 220]
    let bytes = (0..<100 * 100).flatMap { pixel -> [UInt8] in
      let level = levels[(pixel / 100 < 50 ? 0 : 2) + (pixel % 100 < 50 ? 0 : 1)]
      return [level, level, level, 255]
    }
    try studio.addPNG("quarters.png", try VideoFrame.rgba(bytes, size: PixelSize(width: 100, height: 100)))
    let placement = Placement(fit: .none, rotation: Curve(degrees))
    let segment = VideoSegment(
      content: .still(MediaReference("quarters.png")), range: range(0.s, 1.s), placement: placement)
    let luma = Planes(try studio.renderer(composition([segment])).frame(0)).luma
    // Right up to the edges: the square lies at (110, 40) and its halves meet at (160, 90).
    for (index, (x, y)) in [(110, 40), (160, 40), (110, 90), (160, 90)].enumerated() {
      let level = levels[corners[index]]
      let wanted = yuv(Color(red: level, green: level, blue: level))[0]
      for (dx, dy) in [(0, 0), (49, 0), (0, 49), (49, 49)] {
        #expect(abs(luma[y + dy][x + dx] - wanted) <= 1)
      }
    }
    #expect(luma[39][160] == 16 && luma[140][160] == 16 && luma[90][109] == 16 && luma[90][210] == 16)
  }
}

/// Waves and discs: edges, slopes and detail, but nothing finer than a picture from a lens has.
private func texture(_ x: Double, _ y: Double) -> Double {
  var level = 0.5 + 0.12 * sin(x / 9 + y / 31) + 0.1 * sin(y / 7 - x / 40) + 0.06 * sin((x + y) / 3.1)
  for (cx, cy, radius, gain) in [(120.0, 80.0, 50.0, 0.2), (330, 160, 80, -0.2), (230, 60, 30, 0.15)] {
    let distance = ((x - cx) * (x - cx) + (y - cy) * (y - cy)).squareRoot()
    level += gain / (1 + exp((distance - radius) / 1.2))
  }
  return min(max(level, 0), 1)
}
