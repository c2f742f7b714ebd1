import CFFmpeg
package import TimelineModel

/// A picture as an ordinary display shows it: a byte each of red, green and blue, row after row without gaps.
package struct DisplayedPicture: Hashable, Sendable {
  package let size: PixelSize
  package let rgb: [UInt8]

  package init(_ frame: VideoFrame) throws(LibAVError) {
    let shown = try FrameConverter.convert(
      try frame.onOrdinaryDisplay(), to: "rgb24", color: ColorFacts(matrix: "gbr", isFullRange: true))
    let (width, height) = (frame.size.width * 3, frame.size.height)
    size = frame.size
    rgb = shown.withPlane(0) { bytes, stride in
      var rows: [UInt8] = []
      rows.reserveCapacity(width * height)
      for row in 0..<height { rows += bytes[row * stride..<row * stride + width] }
      return rows
    }
  }
}

extension VideoFrame {
  /// HDR as it looks on an ordinary canvas; anything else as it is.
  func onOrdinaryDisplay() throws(LibAVError) -> VideoFrame {
    var treatment = FrameTreatment()
    if color.light().transfer != .sdr { treatment.light = LightMapping(from: color.light(), onto: .bt709) }
    return try FrameTreater(treatment).treat(0, of: [self])
  }
}
