import Media
import Planner
import TimelineModel

/// Renders and encodes pieces of picture, one after another.
struct PieceEncoder {
  let setup: PictureSetup
  let renderer: FrameRenderer
  let cancellation: CancellationFlag
  let frameDone: () -> Void

  /// What the piece's frames are made of, one after another.
  func recipes(for piece: PicturePiece) throws(RenderFailure) -> [FrameRecipe] {
    var recipes: [FrameRecipe] = []
    for frame in piece.frames { recipes.append(try renderer.recipe(for: frame)) }
    return recipes
  }

  func encode(
    _ recipes: [FrameRecipe], _ settings: VideoSettings, _ pass: EncoderPass? = nil
  ) throws(RenderFailure) -> EncodedPiece {
    try encode(recipes, with: setup.encoder(settings, pass))
  }

  /// The first of two passes.
  func measure(_ recipes: [FrameRecipe], _ settings: VideoSettings) throws(RenderFailure) -> MeasuredPiece {
    let encoder = try setup.encoder(settings, .first)
    let piece = try encode(recipes, with: encoder)
    return MeasuredPiece(
      bits: piece.packets.reduce(0) { $0 + Int64($1.bytes.count) * 8 },
      statistics: try reporting(at: recipes[0].frame) { () throws(LibAVError) in try encoder.closeForStatistics() })
  }

  private func encode(_ recipes: [FrameRecipe], with encoder: VideoEncoder) throws(RenderFailure) -> EncodedPiece {
    let plan = renderer.plan
    let first = recipes[0].frame
    var packets: [EncodedPacket] = []
    for recipe in recipes {
      try cancellation.check()
      let frame = try renderer.frame(recipe)
      packets += try reporting(at: recipe.frame) { () throws(LibAVError) in
        try encoder.encode(frame, index: recipe.frame - first)
      }
      frameDone()
    }
    packets += try reporting(at: first) { () throws(LibAVError) in try encoder.finish() }
    guard packets.count == recipes.count else {
      throw RenderFailure(
        .encoder, "\(setup.settings.encoder) made \(packets.count) packets of \(recipes.count) frames",
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
