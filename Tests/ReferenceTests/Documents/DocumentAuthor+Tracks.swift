import TimelineModel

extension DocumentAuthor {
  struct AuthoredTrack {
    var id: String
    var hasPicture: Bool
    var hasSound: Bool
    var written: Written
    var end: Rational

    var hasTransitions: Bool {
      guard case .list(let segments) = written["segments"] else { return false }
      return segments.contains { $0["transition"] != nil }
    }
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
    addMatte(to: &tracks)
    return tracks
  }

  private mutating func track(_ kind: String, id: String, canDissolve: Bool) -> AuthoredTrack {
    let wanted = seconds(frames: max(2, length - (chance(0.5) ? 0 : Int.random(in: 0...6, using: &random))))
    var segments: [Written] = []
    var cursor = Rational.zero
    // How long the segment before is, less what its own transition took; nil after a gap.
    var previous: Rational?
    var lastRoom = Room.none
    repeat {
      if chance(0.12), kind != "av" || !segments.isEmpty {
        let gap = seconds(frames: Int.random(in: 1...4, using: &random))
        segments.append(.mapping(["gap": .scalar(text(gap))]))
        cursor += gap
        previous = nil
        traits.insert("gaps")
      }
      var (segment, length, room) = segment(kind)
      // What its transition takes of the track, and of the segment.
      var (overlap, taken) = (Rational.zero, Rational.zero)
      if let before = previous, canDissolve || kind == "audio", chance(0.45) {
        let longest = Int((min(before, length) * rate.perSecond).floor ?? 0)
        if longest >= 1 {
          let frames = Int.random(in: 1...min(longest, 8), using: &random)
          let canPush = ![segment, segments[segments.count - 1]].contains(where: DocumentAuthor.isFragile)
          segment["transition"] = transition(frames: frames, kind, canPush: canPush)
          (overlap, taken) = (seconds(frames: frames), seconds(frames: frames))
          if chance(0.4), let head = useHandles(&segment, frames, after: lastRoom, room) {
            (overlap, taken) = (.zero, seconds(frames: frames - head))
          }
        }
      }
      if kind == "av", segment["transition"] == nil, let last = segments.last, previous != nil {
        cutSound(of: &segment, after: last, lastRoom, room, length: min(length, previous ?? length))
      }
      lastRoom = room
      segments.append(segment)
      cursor += length - overlap
      previous = length - taken
    } while cursor < wanted && segments.count < 8
    if segments.contains(where: DocumentAuthor.isFragile) { fragileTracks.insert(id) }
    return AuthoredTrack(
      id: id, hasPicture: kind != "audio", hasSound: kind != "video",
      written: .mapping(["id": .scalar(id), "kind": .scalar(kind), "segments": .list(segments)]), end: cursor)
  }

  /// Lets the transition of a segment take frames beyond the cut, if there are enough; so many of them before it.
  private mutating func useHandles(_ segment: inout Written, _ frames: Int, after last: Room, _ room: Room) -> Int? {
    let (align, head) = pick([("start", 0), ("centre", frames / 2), ("end", frames)])
    guard seconds(frames: head) <= room.before, seconds(frames: frames - head) <= last.after else { return nil }
    traits.insert("handles")
    segment["transition"]?["use"] = "handles"
    segment["transition"]?["align"] = .scalar(align)
    return head
  }

  /// Lets the sound of a segment begin elsewhere than its picture, if there is enough of it.
  private mutating func cutSound(
    of segment: inout Written, after last: Written, _ lastRoom: Room, _ room: Room, length: Rational
  ) {
    let heard: [Written?] = ["plain.mkv", "film.mkv", "inner.yaml"]
    guard heard.contains(segment["clip"]), heard.contains(last["clip"]), segment["sound"] == nil, chance(0.5),
      [segment, last].allSatisfy(\.playsItsSoundAsItIs)
    else { return }
    let frames = Int.random(in: 1...3, using: &random)
    let time = seconds(frames: frames)
    guard time < length else { return }
    if time <= room.before {
      traits.insert("sound that leads")
      segment["sound"] = .mapping(["lead": "\(frames)f"])
    } else if time <= lastRoom.after {
      traits.insert("sound that lags")
      segment["sound"] = .mapping(["lag": "\(frames)f"])
    }
  }

  /// Lets the picture of one track cut out another one.
  private mutating func addMatte(to tracks: inout [AuthoredTrack]) {
    let seen = tracks.indices.filter { tracks[$0].hasPicture && !fragileTracks.contains(tracks[$0].id) }
      .shuffled(using: &random)
    guard seen.count > 1, !copies, chance(0.15), !tracks[seen[1]].hasTransitions else { return }
    traits.insert("track matte")
    tracks[seen[0]].written["matte"] = .mapping([
      "track": .scalar(tracks[seen[1]].id), "channel": chance(0.5) ? "alpha" : nil,
      "invert": chance(0.4) ? "true" : nil,
    ])
    // What a matte leaves ends at the edges of the canvas, so that moving it would show where.
    fragileTracks.insert(tracks[seen[0]].id)
    matteTracks.insert(tracks[seen[1]].id)
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
      ["dissolve", "dissolve", "wipe", "clock", "iris", "fade", "xfade"] + (canPush ? moving + ["zoom"] : []))
    result[name] = "\(frames)f"
    traits.insert(name)
    if moving.contains(name) { result["direction"] = .scalar(pick(["left", "right", "up", "down"])) }
    if name == "wipe" {
      let (vertical, horizontal) = (pick(["up", "down"]), pick(["left", "right"]))
      result["direction"] = .scalar(pick([vertical, horizontal, "\(vertical)-\(horizontal)"]))
    }
    if ["wipe", "clock", "iris"].contains(name), chance(0.5) { result["soft"] = "\(number(0.05...1))" }
    if name == "xfade" { result["kind"] = xfade(canMove: canPush) }
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

  /// A transition of libavfilter's. But for the plain fade they all go through a chroma sample for every pixel.
  mutating func xfade(canMove: Bool) -> Written {
    let kind = canMove ? pick(["fade"] + ReferenceCrossing.softKinds + ReferenceCrossing.sharpKinds) : "fade"
    traits.insert("xfade \(kind)")
    return .scalar(kind)
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

extension Written {
  /// Only sound that runs forward at its own speed can be cut elsewhere than its picture.
  fileprivate var playsItsSoundAsItIs: Bool {
    ["reverse", "loop", "speed", "freeze"].allSatisfy { self[$0] == nil }
      && (self["source"] == nil || self["duration"] == nil)
  }
}
