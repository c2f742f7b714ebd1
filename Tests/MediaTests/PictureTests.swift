import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct PictureTests {
  private let size = PixelSize(width: 64, height: 48)

  private func pixel(_ frame: VideoFrame, x: Int = 10, y: Int = 10, channels: Int = 4) -> [UInt8] {
    frame.withPlane(0) { bytes, stride in Array(bytes[y * stride + x * channels..<y * stride + (x + 1) * channels]) }
  }

  @Test func fillsWithAColour() throws {
    let color = Color(red: 200, green: 30, blue: 90, alpha: 128)
    #expect(pixel(try .solid(color, size: size, pixelFormat: "rgba")) == [200, 30, 90, 128])
    let red = try VideoFrame.solid(Color(red: 255, green: 0, blue: 0), size: size, pixelFormat: "yuv444p")
    // BT.709, limited range.
    #expect(abs(Int(red.withPlane(0) { bytes, _ in bytes[0] }) - 63) <= 1)
    #expect(abs(Int(red.withPlane(1) { bytes, _ in bytes[0] }) - 102) <= 1)
    #expect(abs(Int(red.withPlane(2) { bytes, _ in bytes[0] }) - 240) <= 1)
    #expect(red.color == .bt709)
    let white = try VideoFrame.solid(.white, size: size, pixelFormat: "yuv420p")
    #expect(white.withPlane(0) { bytes, _ in bytes[0] } == 235)
  }

  @Test func goesToYUVAndBack() throws {
    for color in [Color.white, .black, Color(red: 10, green: 200, blue: 90), Color(red: 255, green: 0, blue: 255)] {
      let back = try FrameConverter.convert(.solid(color, size: size, pixelFormat: "yuv444p"), to: "rgb24")
      let found = pixel(back, channels: 3)
      for (a, b) in zip(found, [color.red, color.green, color.blue]) { #expect(abs(Int(a) - Int(b)) <= 2) }
    }
  }

  @Test(arguments: ["rgba", "bgra", "gbrap", "yuva420p", "yuva444p", "yuva444p10le", "yuva444p12le", "rgba64le"])
  func whiteFillsSixteenBits(format: String) throws {
    let rgb = ColorFacts(matrix: "gbr", isFullRange: true)
    let white = try VideoFrame.solid(.white, size: size, pixelFormat: format)
    let wide = try FrameConverter.convert(white, to: "rgba64le", color: rgb)
    #expect(pixel(wide, channels: 8) == [UInt8](repeating: 255, count: 8))
    let half = try VideoFrame.solid(
      Color(red: 128, green: 128, blue: 128, alpha: 128), size: size, pixelFormat: format)
    let middle = pixel(try FrameConverter.convert(half, to: "rgba64le", color: rgb), channels: 8)
    for channel in 0..<4 {
      let value = Int(middle[2 * channel]) + 256 * Int(middle[2 * channel + 1])
      #expect(abs(value - 128 * 257) < 300, "channel \(channel): \(value)")
    }
  }

  /// Between samples of chroma lies what is linear between them, from which nothing overshoots.
  @Test(arguments: ["yuv420p", "yuv422p", "yuva420p"], ["rgb24", "rgba", "rgb48le", "rgba64le"])
  func readsChromaLinearly(stored: String, wanted: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("edges.mkv")
    let (u, v) = ("if(mod(floor(X/3)+floor(Y/2),2),80,180)", "if(mod(floor(X/4)+floor(Y/3),2),100,160)")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "color=gray:s=64x48:r=25:d=0.04,format=\(stored),geq=lum=120:cb='\(u)':cr='\(v)'",
      "-c:v", "ffv1", "-colorspace", "bt709", "-color_range", "tv", path)
    let frame = try FrameReader(path: path, facts: #require(try facts(path).video)).frame(0)
    let rgb = try FrameConverter.convert(frame, to: wanted, color: ColorFacts(matrix: "gbr", isFullRange: true))
    let rows = stored.contains("420") ? 24 : 48
    func chroma(_ plane: Int, _ x: Int, _ y: Int) -> Double {
      let (column, row) = ((Double(x) - 0.5) / 2, (Double(y) + 0.5) * Double(rows) / 48 - 0.5)
      let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
      var sum = 0.0
      for (x, y) in [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)] {
        let share: Double = (1 - abs(column - Double(x))) * (1 - abs(row - Double(y)))
        let (x, y) = (min(max(x, 0), 31), min(max(y, 0), rows - 1))
        sum += share * Double(frame.withPlane(plane) { bytes, stride in bytes[y * stride + x] })
      }
      return (sum - 128) / 224
    }
    let channels = wanted.hasPrefix("rgba") ? 4 : 3
    for y in 0..<48 {
      for x in 0..<64 {
        let luma = (120.0 - 16) / 219
        let (red, blue) = (luma + 1.5748 * chroma(2, x, y), luma + 1.8556 * chroma(1, x, y))
        let green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152
        let found = rgb.withPlane(0) { bytes, stride in
          (0..<3).map { channel in
            let index = x * channels + channel
            return wanted.contains("le") ? bytes[y * stride + 2 * index + 1] : bytes[y * stride + index]
          }
        }
        for (a, b) in zip(found, [red, green, blue]) {
          #expect(abs(Double(a) - b * 255) <= 2, "\(x) \(y): \(found)")
        }
      }
    }
  }

  @Test func heedsTheMatrixOfASource() throws {
    let folder = try TemporaryFolder()
    for (matrix, number) in [("smpte170m", "601"), ("bt709", "709")] {
      let path = folder.path("\(number).mp4")
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i",
        "color=c=0x14C85A:s=64x48:d=0.2:r=25,format=rgb24,scale=out_color_matrix=bt\(number):out_range=tv,format=yuv444p",
        "-c:v", "libx264", "-qp", "0", "-colorspace", matrix, "-color_range", "tv", path)
      let video = try #require(try facts(path).video)
      #expect(video.color.matrix == matrix)
      let rgb = try FrameConverter.convert(FrameReader(path: path, facts: video).frame(0), to: "rgb24")
      for (a, b) in zip(pixel(rgb, channels: 3), [0x14, 0xC8, 0x5A]) { #expect(abs(Int(a) - b) <= 3) }
    }
  }

  @Test(arguments: ["yuv420p", "rgba", "yuva420p", "yuv420p10le", "gray"])
  func writesPNG(format: String) throws {
    let folder = try TemporaryFolder()
    let color = format == "gray" ? Color(red: 100, green: 100, blue: 100) : Color(red: 200, green: 100, blue: 50)
    try TestPicture.writePNG(.solid(color, size: size, pixelFormat: format), to: folder.path("a.png"))
    let video = try #require(try facts(folder.path("a.png")).video)
    #expect(video.timing == .still)
    #expect(video.hasAlpha == ["rgba", "yuva420p"].contains(format))
    let back = try FrameReader(path: folder.path("a.png"), facts: video).frame(0)
    #expect(back.size == size)
    let channels = back.pixelFormat == "rgba" ? 4 : 3
    for (a, b) in zip(pixel(back, channels: channels), [color.red, color.green, color.blue]) {
      #expect(abs(Int(a) - Int(b)) <= 2)
    }
  }

  @Test func barcodesSurviveScaling() throws {
    for number in [0, 1, 1234, 40000, 65535] {
      let frame = try Barcode.frame(number, size: PixelSize(width: 320, height: 180))
      #expect(Barcode.read(frame) == number)
      let small = try FrameConverter.convert(frame, to: "yuv420p", size: PixelSize(width: 90, height: 62))
      #expect(Barcode.read(small) == number)
    }
    #expect(Barcode.read(try .solid(.black, size: size, pixelFormat: "yuv420p")) == nil)
  }
}
