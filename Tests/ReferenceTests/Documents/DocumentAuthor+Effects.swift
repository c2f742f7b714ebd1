import TimelineModel

extension DocumentAuthor {
  /// One or two effects with plain definitions.
  mutating func effects(from start: Rational, to end: Rational) -> Written {
    .list((0..<Int.random(in: 1...2, using: &random)).map { _ in effect(from: start, to: end) })
  }

  private mutating func effect(from start: Rational, to end: Rational) -> Written {
    canOvershoot = false
    defer { canOvershoot = true }
    let kinds: [(name: String, range: ClosedRange<Double>)] = [
      ("exposure", -1.5...0.8), ("contrast", 0.3...1.2), ("saturation", 0...1.3), ("temperature", 4000...9000),
      ("amount", 0...1), ("vignette", 0.1...0.6), ("blur", 1...3),
    ]
    if chance(0.1) { return key(from: start, to: end) }
    let kind = pick(kinds)
    if kind.name == "blur", chance(0.4) { return sharpening(from: start, to: end) }
    traits.insert(kind.name == "amount" ? "lut" : kind.name)
    var written = Written.mapping([:])
    if kind.name == "amount" { written["lut"] = "swap.cube" }
    written[kind.name] = value(from: start, to: end, changing: 0.3) { "\($0.number(kind.range))" }
    return written
  }

  /// Gentle, because it enlarges what eight bits round as well.
  private mutating func sharpening(from start: Rational, to end: Rational) -> Written {
    traits.insert("sharpen")
    return .mapping(["sharpen": value(from: start, to: end, changing: 0.3) { "\($0.number(0.2...1))" }])
  }

  /// Soft, so that what eight bits round makes little difference.
  private mutating func key(from start: Rational, to end: Rational) -> Written {
    traits.insert("chroma-key")
    return .mapping([
      "chroma-key": color(), "similarity": value(from: start, to: end, changing: 0.3) { "\($0.number(0.1...0.25))" },
      "softness": "\(number(0.3...0.8))",
    ])
  }

  /// The dodge and the burn divide by what eight bits may have rounded to almost nothing.
  mutating func blend() -> Written {
    let mode = pick(BlendMode.allCases.filter { $0 != .colorDodge && $0 != .colorBurn })
    traits.insert("blend")
    return .scalar(mode.rawValue)
  }

  /// Blend modes and effects of tracks and of the whole, where nothing is shown that any filter would spoil.
  mutating func addCanvasEffects(to document: inout Written) {
    guard fragileTracks.isEmpty, !copies else { return }
    if chance(0.08) {
      traits.insert("effects of the whole")
      document["effects"] = effects(from: .zero, to: end)
    }
    guard case .list(var tracks) = document["tracks"] else { return }
    for index in tracks.indices where tracks[index]["kind"] != "audio" {
      // Blending makes what eight bits rounded in between up to twice as large, so that it is one or the other.
      let isMisty = tracks[index].shows("mist.yaml")
      if chance(0.12), !isMisty {
        tracks[index]["blend"] = blend()
      } else if chance(0.08) {
        traits.insert("effects of a track")
        tracks[index]["effects"] = effects(from: .zero, to: end)
      }
    }
    document["tracks"] = .list(tracks)
  }
}

extension Written {
  /// Whether a segment of this track shows a clip.
  fileprivate func shows(_ clip: String) -> Bool {
    guard case .list(let segments) = self["segments"] else { return false }
    return segments.contains { $0["clip"] == .scalar(clip) }
  }
}
