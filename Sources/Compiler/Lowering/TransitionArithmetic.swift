import Diagnostics
package import TimelineModel

/// How the length and the frames of a transition come about, for `plan`.
package struct TransitionArithmetic: Hashable, Sendable {
  package var track: TrackID
  package var range: TimelineRange
  /// Its kind, and the sum.
  package var text: String
}

extension LaidTrack {
  var transitions: [TransitionArithmetic] {
    segments.indices.dropFirst().compactMap { index in
      segments[index].transition.map { transition in
        TransitionArithmetic(
          track: id, range: TimelineRange(start: segments[index].seen.start, duration: transition.duration),
          text: "\(transition.kind.words), \(transition.sum(from: segments[index - 1], to: segments[index]))")
      }
    }
  }
}

extension LaidTransition {
  fileprivate func sum(from before: LaidSegment, to after: LaidSegment) -> String {
    guard overlap == .zero else {
      let (one, two) = (before.range.duration, after.range.duration)
      return "overlap: \(one.inWords) + \(two.inWords) - \(overlap.inWords) = \((one + two - overlap).inWords)"
    }
    let sides = [
      tail > .zero ? "\(tail.inWords) of \(before.words) after it" : nil,
      head > .zero ? "\(head.inWords) of \(after.words) before it" : nil,
    ]
    return "handles: cut at \(after.range.start.inWords), \(sides.compactMap(\.self).joined(separator: ", "))"
  }
}

extension LaidSegment {
  fileprivate var words: String {
    switch asset {
    case .media(let media): media.path
    case .color(let color): "\(color)"
    case .broken: "a clip"
    }
  }
}
