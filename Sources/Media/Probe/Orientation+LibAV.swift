import CFFmpeg
import TimelineModel

extension Orientation {
  /// Reads a display matrix, which takes coded pixels to displayed ones; angles between quarter turns are rounded.
  init(displayMatrix m: UnsafePointer<Int32>) {
    let (a, b, c, d) = (Double(m[0]), Double(m[1]), Double(m[3]), Double(m[4]))
    let isMirrored = a * d - b * c < 0
    // Mirroring negates x, and with it the column that the turn is read from.
    let (cosine, sine) = isMirrored ? (-a, -b) : (a, b)
    let turns =
      cosine.magnitude >= sine.magnitude ? (cosine >= 0 ? 0 : 2) : (sine >= 0 ? 1 : 3)
    self.init(quarterTurns: turns, isMirrored: isMirrored)
  }

  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    var size = 0
    guard let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else { return nil }
    self = data.withMemoryRebound(to: Int32.self, capacity: 9) { Orientation(displayMatrix: $0) }
  }

  /// Pictures carry theirs in EXIF, which the decoder hands on with the frame.
  init?(_ frame: VideoFrame) {
    guard let side = av_frame_get_side_data(frame.pointer, AV_FRAME_DATA_DISPLAYMATRIX), side.pointee.size >= 36 else {
      return nil
    }
    self = side.pointee.data.withMemoryRebound(to: Int32.self, capacity: 9) { Orientation(displayMatrix: $0) }
  }
}
