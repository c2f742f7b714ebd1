import Planner
import TimelineModel

/// How many pieces of picture are worked on at once, so that the frames that they hold fit into memory.
enum FramesInFlight {
  /// Bytes that the frames of all pieces under way may have together.
  static let limit = 4 << 30
  /// What a piece holds at a time: what is read and drawn, and what an encoder looks ahead and refers to.
  private static let framesOfPiece = 32
  /// At most, in eight bits and with all chroma or in ten bits without.
  private static let bytesOfPixel = 3

  /// As many as are wanted, or fewer; one in any case.
  static func threads(_ wanted: Int, for target: RenderTarget) -> Int {
    let bytes = target.size.width * target.size.height * bytesOfPixel * framesOfPiece
    return max(1, min(wanted, limit / max(1, bytes)))
  }
}
