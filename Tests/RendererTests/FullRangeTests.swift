import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Formats of JPEG get full range, whichever way a picture takes to the canvas.
@Suite struct FullRangeTests {
  private static let color = Color(red: 210, green: 90, blue: 40)

  @Test(arguments: [Placement(), Placement(scale: Curve(Point(x: 0.9, y: 0.9)))], [true, false])
  func fullRangeIsFullHoweverThePictureIsDrawn(placement: Placement, usesKernels: Bool) throws {
    let studio = try Studio()
    let bytes = [UInt8](
      (0..<canvasSize.width * canvasSize.height).flatMap { _ in
        [Self.color.red, Self.color.green, Self.color.blue, 255]
      })
    try studio.addPNG("alpha.png", try VideoFrame.rgba(bytes, size: canvasSize))
    try CommandLineTool.ffmpeg("-i", studio.folder.path("alpha.png"), "-pix_fmt", "rgb24", studio.folder.path("a.png"))
    studio.add("a.png")
    let still = VideoSegment(
      content: .still(MediaReference("a.png")), range: range(0.s, 1.s), placement: placement)
    let fill = VideoSegment(content: .color(Self.color), range: range(0.s, 1.s), placement: placement)
    for segment in [still, fill] {
      var cut = composition([segment])
      cut.output.video!.pixelFormat = "yuvj420p"
      let seen = Planes(try studio.renderer(cut, usesKernels: usesKernels).frame(0)).color(atX: 160, y: 90)
      let limited = yuv(Self.color)
      let full = [(limited[0] - 16) * 255 / 219] + limited[1...].map { 128 + ($0 - 128) * 255 / 224 }
      #expect(near(seen, full, within: 2), "\(seen), not \(full)")
    }
  }
}
