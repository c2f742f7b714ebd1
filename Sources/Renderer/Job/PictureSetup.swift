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
      settings: settings, parameterSetID: parameterSetID, target: plan.target, rate: plan.rate,
      media: media)
  }

  func encoder() throws(RenderFailure) -> VideoEncoder {
    do {
      return try VideoEncoder(settings, size: plan.target.size, rate: plan.rate, parameterSetID: parameterSetID)
    } catch {
      throw RenderFailure(
        .encoder, "cannot encode with \(settings.encoder)", span: plan.composition.output.origin.span,
        detail: "\(error)")
    }
  }
}
