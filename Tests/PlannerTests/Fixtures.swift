import Planner
import TestSupport
import TimelineModel

func plan(
  _ composition: Composition, _ media: [String: MediaFacts], scale: Rational = .one, frames: Range<Int64>? = nil
) -> PicturePlan {
  let target = RenderTarget(composition.canvas, settings: composition.output.video!, scale: scale)
  return PicturePlan(composition, catalog: catalog(media), target: target, frames: frames)
}

/// The frame of each movie that goes into output frame `index`.
func sourceFrames(_ plan: PicturePlan, at index: Int64) -> [Int64] {
  plan.recipe(for: index).sources.compactMap {
    if case .movie(_, let frame) = $0.content { frame } else { nil }
  }
}
