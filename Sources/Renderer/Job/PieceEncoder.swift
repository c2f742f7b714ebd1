import Media
import Planner
import TimelineModel

/// Renders and encodes pieces of picture, one after another.
struct PieceEncoder {
  let setup: PictureSetup
  let renderer: FrameRenderer
  /// Whether a thread of its own makes frames while others are encoded, for which a processor should be free.
  let readsAhead: Bool
  let cancellation: CancellationFlag
  let frameDone: () -> Void

  /// How the piece's frames are made, one after another.
  func makings(of piece: PicturePiece) throws(RenderFailure) -> [FrameMaking] {
    var makings: [FrameMaking] = []
    for frame in piece.frames { makings.append(try renderer.making(of: frame)) }
    return makings
  }

  func encode(
    _ makings: [FrameMaking], _ settings: VideoSettings, _ pass: EncoderPass? = nil
  ) throws(RenderFailure) -> EncodedPiece {
    try encode(makings, with: setup.encoder(settings, pass))
  }

  /// The first of two passes.
  func measure(_ makings: [FrameMaking], _ settings: VideoSettings) throws(RenderFailure) -> MeasuredPiece {
    let encoder = try setup.encoder(settings, .first)
    let piece = try encode(makings, with: encoder)
    return MeasuredPiece(
      bits: piece.packets.reduce(0) { $0 + Int64($1.bytes.count) * 8 },
      statistics: try reporting(at: makings[0].frame) { () throws(LibAVError) in try encoder.closeForStatistics() })
  }

  private func encode(_ makings: [FrameMaking], with encoder: VideoEncoder) throws(RenderFailure) -> EncodedPiece {
    let plan = renderer.plan
    let first = makings[0].frame
    var packets: [EncodedPacket] = []
    let ahead = readsAhead ? FramesAhead(makings, renderer: renderer) : nil
    defer { ahead?.stop() }
    for (index, making) in makings.enumerated() {
      try cancellation.check()
      let frame = if let ahead { try ahead.next() } else { try renderer.frame(index, of: makings) }
      packets += try reporting(at: making.frame) { () throws(LibAVError) in
        try encoder.encode(frame, index: making.frame - first)
      }
      frameDone()
    }
    packets += try reporting(at: first) { () throws(LibAVError) in try encoder.finish() }
    guard packets.count == makings.count else {
      throw RenderFailure(
        .encoder, "\(setup.settings.encoder) made \(packets.count) packets of \(makings.count) frames",
        at: TimelineTime(plan.rate.seconds(ofFrame: first)))
    }
    return EncodedPiece(parameters: encoder.parameters, packets: packets)
  }

  private func reporting<Value>(
    at frame: Int64, _ body: () throws(LibAVError) -> Value
  ) throws(RenderFailure) -> Value {
    do {
      return try body()
    } catch {
      let time = TimelineTime(renderer.plan.rate.seconds(ofFrame: frame))
      throw RenderFailure(
        .encoder, "cannot encode with \(setup.settings.encoder)", at: time,
        span: renderer.plan.composition.output.origin.span, detail: "\(error)")
    }
  }
}
