import CFFmpeg
import TimelineModel

/// Makes one moment of a frame whose lines show two.
enum Deinterlacer {
  /// `frames[index]`: the lines of one of its fields as they are, and those between made of that field and of what the
  /// neighbours show there.
  static func frame(
    _ index: Int, of frames: [VideoFrame], fields: FieldOrder, isLater: Bool
  ) throws(LibAVError) -> VideoFrame {
    let frame = frames[index]
    let options = [
      Filter.Option("mode", "send_field"), Filter.Option("deint", "all"),
      Filter.Option("parity", fields == .bottom ? "bff" : "tff"),
    ]
    let input = GraphInput(label: "in", size: frame.size, pixelFormat: frame.pixelFormat, color: frame.color)
    let graph = try FilterGraph(
      GraphDescription(
        inputs: [input],
        filters: [
          Filter("bwdif", options, from: ["in"], to: ["one"]),
          Filter("format", [Filter.Option("pix_fmts", frame.pixelFormat)], from: ["one"], to: ["out"]),
        ], output: "out"))
    return try graph.frame(2 * index + (isLater ? 1 : 0), of: frames)
  }
}
