import Planner
import Renderer
import TimelineModel

/// For each shot, what the frame in its middle is made of and how it is drawn.
func graphText(_ renderer: FrameRenderer) throws(RenderFailure) -> String {
  let rate = renderer.plan.rate
  var parts: [String] = []
  for shot in renderer.plan.shots {
    let (start, end) = (rate.seconds(ofFrame: shot.frames.lowerBound), rate.seconds(ofFrame: shot.frames.upperBound))
    let head =
      "shot: frames \(shot.frames.lowerBound) to \(shot.frames.upperBound - 1), \(start.inWords) to \(end.inWords)"
    parts.append(head + "\n" + (try renderer.making(of: (shot.frames.lowerBound + shot.frames.upperBound) / 2).text))
  }
  return parts.joined(separator: "\n")
}
