import Diagnostics
import TimelineModel

extension PicturePlan {
  /// The shots as a person reads them: what shows, and what is to be done for it.
  package var text: String {
    shots.map { shot in
      let (start, end) = (rate.seconds(ofFrame: shot.frames.lowerBound), rate.seconds(ofFrame: shot.frames.upperBound))
      let head =
        "shot: frames \(shot.frames.lowerBound) to \(shot.frames.upperBound - 1), \(start.inWords) to \(end.inWords)"
      let layers = shot.layers.flatMap { $0.lines(indent: 2, composition) }
      let lines = [head] + layers + [shot.work.line].compactMap(\.self)
      return lines.joined(separator: "\n")
    }.joined(separator: "\n") + "\n"
  }
}

extension ShotLayer {
  fileprivate func lines(indent: Int, _ composition: Composition) -> [String] {
    let margin = String(repeating: " ", count: indent)
    switch self {
    case .title(let index): return ["\(margin)title \(index + 1) \(composition.titles[index].name)"]
    case .segment(let segment, let track, let layer):
      let factors = [layer.opacity.note, segment.opacity.note, track.opacity.note].compactMap(\.self)
      let moves =
        segment.placement.isFittedOnly && segment.placement.crop == Curve(.unit) && layer.isPlain ? "" : ", placed"
      let fades = segment.fade == .none && track.fade == .none ? "" : ", fades"
      let opacity = factors.isEmpty ? "" : ", opacity \(factors.joined(separator: " × "))"
      let effects = (segment.effects + track.effects).map { ", \($0.kind.rawValue)" }.joined()
      let blend = layer.blend ?? segment.blend
      let blended = blend == .normal ? "" : ", blended by \(blend.rawValue)"
      return ["\(margin)\(segment.content.words)\(effects)\(opacity)\(fades)\(moves)\(blended)"]
    case .mix(let first, let second, let amount, let mixture, _):
      let sides = [first, second].map { $0?.lines(indent: indent + 2, composition) ?? ["\(margin)  nothing"] }
      return ["\(margin)mix\(mixture.words)\(amount.note.map { ", amount \($0)" } ?? "")"] + sides[0] + sides[1]
    case .matted(let content, let matte, let kind, _):
      let cut = matte?.lines(indent: indent + 2, composition) ?? ["\(margin)  nothing"]
      return content.lines(indent: indent, composition) + [
        "\(margin)cut out by the \(kind.isInverted ? "inverted " : "")\(kind.channel.rawValue) of"
      ] + cut
    }
  }
}

extension Mixture {
  /// After the word `mix`.
  fileprivate var words: String {
    switch self {
    case .even: ""
    case .wipe(let wipe): " by a wipe, \(wipe)"
    case .through(let color): " through \(color)"
    case .xfade(let kind): " by xfade \(kind)"
    }
  }
}

extension Layer {
  fileprivate var isPlain: Bool { transform == .identity && crop == nil }
}

extension VideoSegment.Content {
  fileprivate var words: String {
    switch self {
    case .gap: "nothing"
    case .color(let color): "\(color)"
    case .still(let media): "\(media)"
    case .movie(let media, let mapping):
      "\(media) from \(mapping.source.start.seconds.inWords)"
        + (mapping.isFrozen ? " standing still" : mapping.manner)
    }
  }
}

extension TimeMapping {
  fileprivate var manner: String {
    let back = isReversed ? " backward" : ""
    let speed = stretches[0].speed
    return switch course {
    case .steady: speed == .one ? back : "\(back) at \(speed)"
    case .looped: speed == .one ? "\(back) in a loop" : "\(back) in a loop at \(speed)"
    case .paced: "\(back) at changing speeds"
    }
  }
}

extension Curve<Double> {
  /// Its value, or from which to which it runs; nil for 1.
  fileprivate var note: String? {
    guard let piece = pieces.last else { return base == 1 ? nil : base.plain }
    return "\(piece.from.plain) to \(piece.to.plain)" + (pieces.count > 1 ? " …" : "")
  }
}

extension ShotWork {
  fileprivate var line: String? {
    switch self {
    case .unknown: nil
    case .encode(let reason): "  encode: \(reason.page.id): \(reason.message)"
    case .untouched(let frames): "  untouched: \(frames.words)"
    case .copy(let frames): "  copy: \(frames.words)"
    }
  }
}

extension CopiedFrames {
  fileprivate var words: String { "frames \(frames.lowerBound) to \(frames.upperBound - 1) of \(media)" }
}
