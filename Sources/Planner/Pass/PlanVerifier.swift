import Diagnostics
import TimelineModel

/// Holds every pass to its promise, in debug builds: the shots tile the programme, and they show what they showed.
struct PlanVerifier {
  let scene: Scene
  let frames: Range<Int64>

  /// What is wrong with `after`, which a pass made of `before`; nil where all is well.
  func complaint(_ before: [Shot], _ after: [Shot]) -> String? {
    tilingComplaint(after) ?? copyComplaint(after) ?? pictureComplaint(before, after)
  }

  private func tilingComplaint(_ shots: [Shot]) -> String? {
    var end = frames.lowerBound
    for shot in shots {
      if shot.frames.isEmpty { return "a shot at frame \(shot.frames.lowerBound) holds nothing" }
      if shot.frames.lowerBound != end { return "frame \(end) is followed by frame \(shot.frames.lowerBound)" }
      end = shot.frames.upperBound
    }
    return end == frames.upperBound ? nil : "the shots end with frame \(end) of \(frames.upperBound)"
  }

  /// What is copied is exactly as many frames, and their numbers are those that composing would ask for.
  private func copyComplaint(_ shots: [Shot]) -> String? {
    for shot in shots {
      guard case .copy(let copied) = shot.work else { continue }
      if copied.frames.count != shot.frames.count { return "frames \(shot.frames) copy \(copied.frames)" }
      for (frame, source) in [
        (shot.frames.lowerBound, copied.frames.lowerBound), (shot.frames.upperBound - 1, copied.frames.upperBound - 1),
      ] {
        let recipe = scene.recipe(for: frame, in: shot)
        guard recipe.graph.filters.isEmpty, recipe.sources.map(\.content) == [.movie(copied.media, frame: source)]
        else { return "frame \(frame) is not frame \(source) of \(copied.media)" }
      }
    }
    return nil
  }

  /// The recipes at the borders of shots, of some hundred at most: these are where a pass can go wrong.
  private func pictureComplaint(_ before: [Shot], _ after: [Shot]) -> String? {
    let borders = Set((before + after).flatMap { [$0.frames.lowerBound, $0.frames.upperBound - 1] }).sorted()
    let step = max(1, borders.count / 128)
    for index in stride(from: 0, to: borders.count, by: step) {
      let frame = borders[index]
      guard let old = before.holding(frame), let new = after.holding(frame) else { return "no shot has frame \(frame)" }
      let recipes = [old, new].map { scene.recipe(for: frame, in: $0) }
      guard recipes[0].sources.map(\.content) == recipes[1].sources.map(\.content),
        recipes[0].graph == recipes[1].graph
      else { return "frame \(frame) is made differently" }
    }
    return nil
  }
}

extension [Shot] {
  func holding(_ frame: Int64) -> Shot? {
    let index = leadingCount { $0.frames.lowerBound <= frame } - 1
    return index >= 0 && self[index].frames.contains(frame) ? self[index] : nil
  }
}
