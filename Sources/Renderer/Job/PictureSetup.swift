import Media
import Planner
import Store
import TimelineModel

/// What pieces of picture are made with.
struct PictureSetup: Sendable {
  let plan: PicturePlan
  let settings: VideoSettings
  /// The number that the codec's parameter sets are to have; nil leaves it to the encoder.
  let parameterSetID: Int?
  let media: MediaFingerprints
  let store: ArtifactStore?
  let sources: SourceWatch?
  let tokens: (any JobTokens)?

  var work: PictureWork {
    PictureWork(
      parameterSetID: parameterSetID, target: plan.target, rate: plan.rate, media: media)
  }

  /// Whether the encoder can learn in a first pass how to spend its bits in a second.
  var isTwoPass: Bool { EncoderPass.isKnown(to: settings.encoder) }

  func encoder(_ settings: VideoSettings, _ pass: EncoderPass?) throws(RenderFailure) -> VideoEncoder {
    do {
      return try VideoEncoder(
        settings, size: plan.target.size, rate: plan.rate, color: plan.target.color.facts,
        parameterSetID: parameterSetID, pass: pass)
    } catch {
      throw RenderFailure(
        .encoder, "cannot encode with \(settings.encoder)", span: plan.composition.output.origin.span,
        detail: "\(error)")
    }
  }
}
