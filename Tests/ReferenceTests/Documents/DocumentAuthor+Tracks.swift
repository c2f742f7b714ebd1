import TimelineModel

extension DocumentAuthor {
  struct AuthoredTrack {
    var id: String
    var hasPicture: Bool
    var hasSound: Bool
    var written: Written
    var end: Rational
  }

  /// Front to back. The end of the programme is known afterwards.
  mutating func tracks(canDissolve: Bool) -> [AuthoredTrack] {
    var kinds = (0..<Int.random(in: 1...4, using: &random)).map { _ in pick(["video", "video", "av", "audio"]) }
    if !kinds.contains(where: { $0 != "audio" }) { kinds[0] = pick(["video", "av"]) }
    traits.insert("\(kinds.count { $0 != "audio" }) with pictures")
    var tracks = kinds.enumerated().map { track($0.element, id: "t\($0.offset + 1)", canDissolve: canDissolve) }
    end = tracks.filter(\.hasPicture).map(\.end).max() ?? .zero
    for index in tracks.indices { addValues(to: &tracks[index]) }
    addDuck(to: &tracks)
    return tracks
  }

  private mutating func track(_ kind: String, id: String, canDissolve: Bool) -> AuthoredTrack {
    let wanted = seconds(frames: max(2, length - (chance(0.5) ? 0 : Int.random(in: 0...6, using: &random))))
    var segments: [Written] = []
    var cursor = Rational.zero
    // How long the segment before is, less what its own transition took; nil after a gap.
    var previous: Rational?
    repeat {
      if chance(0.12), kind != "av" || !segments.isEmpty {
        let gap = seconds(frames: Int.random(in: 1...4, using: &random))
        segments.append(.mapping(["gap": .scalar(text(gap))]))
        cursor += gap
        previous = nil
        traits.insert("gaps")
      }
      var (segment, length) = segment(kind)
      var taken = Rational.zero
      if let before = previous, canDissolve || kind == "audio", chance(0.45) {
        let longest = Int((min(before, length) * rate.perSecond).floor ?? 0)
        if longest >= 1 {
          let frames = Int.random(in: 1...min(longest, 8), using: &random)
          let canPush = ![segment, segments[segments.count - 1]].contains(where: DocumentAuthor.isFragile)
          segment["transition"] = transition(frames: frames, kind, canPush: canPush)
          if ["push", "slide", "reveal"].contains(where: { segment["transition"]?[$0] != nil }),
            !DocumentAuthor.hasCutsBetweenPixels
          {
            // A push cuts what reaches beyond the canvas, and moves the cut between pixels.
            for key in ["fit", "scale", "rotate", "position", "anchor", "matrix"] {
              segment[key] = nil
              segments[segments.count - 1][key] = nil
            }
          }
          taken = seconds(frames: frames)
        }
      }
      segments.append(segment)
      cursor += length - taken
      previous = length - taken
    } while cursor < wanted && segments.count < 8
    if segments.contains(where: DocumentAuthor.isFragile) { fragileTracks.insert(id) }
    return AuthoredTrack(
      id: id, hasPicture: kind != "audio", hasSound: kind != "video",
      written: .mapping(["id": .scalar(id), "kind": .scalar(kind), "segments": .list(segments)]), end: cursor)
  }

  private mutating func addDuck(to tracks: inout [AuthoredTrack]) {
    let heard = tracks.indices.filter { tracks[$0].hasSound }.shuffled(using: &random)
    guard heard.count > 1, chance(0.4) else { return }
    traits.insert("duck")
    tracks[heard[0]].written["duck"] = .mapping([
      "under": .scalar(tracks[heard[1]].id), "to": chance(0.7) ? "\(number(0...1))" : nil,
      "attack": chance(0.8) ? .scalar(pick(["0s", "40ms", "1/9s"])) : nil,
      "release": chance(0.8) ? .scalar(pick(["0s", "60ms", "1/7s"])) : nil,
    ])
    if chance(0.4) {
      traits.insert("duck by level")
      tracks[heard[0]].written["duck"]?["by"] = "level"
      tracks[heard[0]].written["duck"]?["threshold"] = .scalar(pick(["-15dB", "-12dB", "0.05"]))
    }
  }

  /// Some kinds move pictures between pixels.
  private mutating func transition(frames: Int, _ kind: String, canPush: Bool) -> Written {
    var result = Written.mapping([:])
    let moving = ["push", "slide", "reveal"]
    let name = pick(
      ["dissolve", "dissolve", "wipe", "clock", "iris", "fade"] + (canPush ? moving + ["zoom"] : []))
    result[name] = "\(frames)f"
    traits.insert(name)
    if moving.contains(name) { result["direction"] = .scalar(pick(["left", "right", "up", "down"])) }
    if name == "wipe" {
      let (vertical, horizontal) = (pick(["up", "down"]), pick(["left", "right"]))
      result["direction"] = .scalar(pick([vertical, horizontal, "\(vertical)-\(horizontal)"]))
    }
    if ["wipe", "clock", "iris"].contains(name), chance(0.5) { result["soft"] = "\(number(0.05...1))" }
    if name == "fade", chance(0.7) { result["through"] = color() }
    if kind != "video" {
      if chance(0.15) {
        result["sound"] = "sum"
      } else if chance(0.3) {
        result["curve"] = "equal-power"
      }
    }
    return result
  }

  private mutating func addValues(to track: inout AuthoredTrack) {
    if track.hasPicture, chance(0.15) {
      traits.insert("track opacity")
      track.written["opacity"] = opacity(from: .zero, to: end)
    }
    if track.hasSound, chance(0.3) { track.written["volume"] = volume(from: .zero, to: end) }
    if track.hasSound, chance(0.15) { track.written["sound"] = .mapping(["effects": soundEffects()]) }
    if chance(0.12) {
      traits.insert("track fade")
      track.written["fade"] = fade(within: track.end)
    }
  }

  mutating func fade(within length: Rational) -> Written {
    let first = length * Rational(Int64.random(in: 1...5, using: &random), 10)
    let last = length * Rational(Int64.random(in: 1...5, using: &random), 10)
    switch Int.random(in: 0...2, using: &random) {
    case 0: return .mapping(["in": .scalar(text(first))])
    case 1: return .mapping(["out": .scalar(text(last))])
    default: return .mapping(["in": .scalar(text(first)), "out": .scalar(text(last))])
    }
  }
}
