package import Media
package import TimelineModel

/// A number from 0 to 65535 as a picture: six by three black and white blocks, the last two of them for checking. It
/// can be read again after scaling and lossy coding.
package enum Barcode {
  private static let columns = 6
  private static let rows = 3

  package static func frame(_ number: Int, size: PixelSize, pixelFormat: String = "yuv420p") throws -> VideoFrame {
    let cells = cells(of: number)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * 4)
    let lines = (0..<rows).map { row in
      (0..<columns).flatMap { column in
        let width = size.width * (column + 1) / columns - size.width * column / columns
        let level: UInt8 = cells[row * columns + column] ? 235 : 16
        return [[UInt8]](repeating: [level, level, level, 255], count: width).joined()
      }
    }
    for y in 0..<size.height { bytes += lines[y * rows / size.height] }
    let picture = try VideoFrame.rgba(bytes, size: size)
    return pixelFormat == "rgba" ? picture : try FrameConverter.convert(picture, to: pixelFormat, color: .bt709)
  }

  /// The number in a picture; nil where there is none that checks.
  package static func read(_ frame: VideoFrame) -> Int? {
    guard let gray = try? FrameConverter.convert(frame, to: "gray") else { return nil }
    let size = gray.size
    let cells = gray.withPlane(0) { bytes, stride -> [Bool]? in
      var cells: [Bool] = []
      for cell in 0..<columns * rows {
        let (column, row) = (cell % columns, cell / columns)
        // The middle of the block, away from what blurs its edges.
        let xs = (size.width * (4 * column + 1) / (4 * columns))..<(size.width * (4 * column + 3) / (4 * columns))
        let ys = (size.height * (4 * row + 1) / (4 * rows))..<(size.height * (4 * row + 3) / (4 * rows))
        var (sum, count) = (0, 0)
        for y in Swift.stride(from: ys.lowerBound, to: ys.upperBound, by: 3) {
          for x in Swift.stride(from: xs.lowerBound, to: xs.upperBound, by: 3) {
            sum += Int(bytes[y * stride + x])
            count += 1
          }
        }
        let mean = sum / max(1, count)
        if (100...155).contains(mean) { return nil }
        cells.append(mean > 127)
      }
      return cells
    }
    guard let cells else { return nil }
    let number = (0..<16).reduce(0) { $0 | (cells[$1] ? 1 << $1 : 0) }
    return cells == self.cells(of: number) ? number : nil
  }

  private static func cells(of number: Int) -> [Bool] {
    let bits = (0..<16).map { number >> $0 & 1 == 1 }
    let parity = bits.reduce(false) { $0 != $1 }
    return bits + [parity, !parity]
  }
}
