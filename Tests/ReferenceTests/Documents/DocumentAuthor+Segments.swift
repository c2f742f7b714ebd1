import TimelineModel

/// How much there is of a source before and after what a segment uses, in timeline seconds.
struct Room {
  var before: Rational
  var after: Rational

  static let none = Room(before: .zero, after: .zero)
  static let endless = Room(before: Rational(1000), after: Rational(1000))
}

extension DocumentAuthor {
  /// What a segment may show or play.
  private struct Clip {
    var name: String
    /// Of the part that segments are taken from; nil for what has no length of its own.
    var length: Rational?
    var size: PixelSize
    var hasSound = false
    /// Any filter would spoil it.
    var isFragile = false
    /// A pixel of the upright picture is one that is stored.
    /// Around what a segment uses of it.
    var room = Room.endless
    /// There is sound before there is a picture.
    var beginsWithSound = false
    /// So many pictures in a second, where the name is a pattern for files.
    var imageRate: Int?

    var written: Written {
      imageRate.map { .mapping(["images": .scalar(name), "rate": .scalar("\($0)")]) } ?? .scalar(name)
    }
  }

  /// Footage that may be copied comes first.
  private static let movies: [Clip] = [
    Clip(name: "copied.mp4", length: Rational(2), size: PixelSize(width: 96, height: 54)),
    Clip(name: "ntsc.mp4", length: Rational(2), size: PixelSize(width: 128, height: 72)),
    Clip(name: "plain.mkv", length: Rational(2), size: PixelSize(width: 96, height: 54), hasSound: true),
    Clip(name: "film.mkv", length: Rational(19, 10), size: PixelSize(width: 128, height: 72), hasSound: true),
    Clip(name: "noise.mkv", length: Rational(2), size: PixelSize(width: 96, height: 54), isFragile: true),
    Clip(name: "tape.mkv", length: Rational(9, 5), size: PixelSize(width: 64, height: 48)),
    Clip(name: "deep.mkv", length: Rational(8, 5), size: PixelSize(width: 80, height: 80)),
    Clip(name: "dusk.mkv", length: Rational(2), size: PixelSize(width: 80, height: 60)),
    Clip(name: "stage.mkv", length: Rational(2), size: PixelSize(width: 96, height: 54)),
    Clip(name: "cloud.mkv", length: Rational(2), size: PixelSize(width: 64, height: 64)),
    Clip(name: "uneven.mkv", length: Rational(17, 10), size: PixelSize(width: 96, height: 54)),
    Clip(name: "shaky.mkv", length: Rational(2), size: PixelSize(width: 96, height: 54)),
    Clip(name: "telecine.mp4", length: Rational(2), size: PixelSize(width: 96, height: 54)),
    Clip(name: "left-out.mkv", length: Rational(19, 10), size: PixelSize(width: 96, height: 54)),
    Clip(
      name: "late.mkv", length: Rational(9, 5), size: PixelSize(width: 96, height: 54), hasSound: true,
      beginsWithSound: true),
    Clip(name: "wide.mkv", length: Rational(2), size: PixelSize(width: 96, height: 54)),
    Clip(name: "narrow.mkv", length: Rational(2), size: PixelSize(width: 96, height: 108)),
    Clip(name: "phone.mp4", length: Rational(2), size: PixelSize(width: 54, height: 96)),
    Clip(name: "mirror.mp4", length: Rational(2), size: PixelSize(width: 54, height: 96)),
    Clip(name: "row_%02d.png", length: Rational(5, 3), size: PixelSize(width: 72, height: 54), imageRate: 12),
    Clip(name: "inner.yaml", length: Rational(7, 4), size: PixelSize(width: 80, height: 60), hasSound: true),
    Clip(name: "mist.yaml", length: Rational(7, 4), size: PixelSize(width: 72, height: 54), hasSound: true),
  ]

  private static let stills: [Clip] = [
    Clip(name: "photo.png", size: PixelSize(width: 100, height: 75)),
    Clip(name: "badge.png", size: PixelSize(width: 40, height: 60)),
  ]

  private static let sounds: [Clip] = [
    ("music.wav", Rational(5, 2)), ("voice.wav", Rational(7, 5)), ("disc.wav", Rational(11, 5)),
    ("cinema.wav", Rational(9, 5)), ("hall.wav", Rational(17, 10)), ("phone.wav", Rational(8, 5)),
    ("studio.wav", Rational(3, 2)), ("plain.mkv", Rational(2)), ("film.mkv", Rational(19, 10)),
  ].map { Clip(name: $0.0, length: $0.1, size: PixelSize(width: 1, height: 1), hasSound: true) }

  /// True where any filter would spoil what a segment shows, or where moving it would show the edges of the canvas that
  /// a matte cuts it out on.
  static func isFragile(_ segment: Written) -> Bool {
    segment["matte"] != nil || movies.contains { $0.isFragile && segment["clip"] == .scalar($0.name) }
  }

  /// With how long it lasts and what its source has around it.
  mutating func segment(_ kind: String) -> (Written, length: Rational, room: Room) {
    // Mostly on the canvas's grid, now and then beside it.
    var wanted = seconds(frames: Int.random(in: 1...max(2, length), using: &random))
    if chance(0.15) {
      wanted += Rational(Int64.random(in: 1...40, using: &random), 1000)
      traits.insert("cuts between frames")
    }
    var (written, lasts, clip) = content(kind, wanted)
    if kind != "audio" {
      if clip.isFragile {
        // A picture of the canvas's size that lies as it is goes through unchanged.
      } else if !copies || chance(0.3) {
        place(&written, clip.size, lasts)
      }
      if chance(copies ? 0.03 : 0.08), !clip.isFragile {
        traits.insert("matte")
        written["matte"] = matte()
      }
      if chance(copies ? 0.1 : 0.3) {
        traits.insert("opacity")
        written["opacity"] = opacity(from: .zero, to: lasts)
      }
    }
    if kind != "audio", !clip.isFragile, chance(copies ? 0.05 : 0.15) {
      written["effects"] = effects(from: .zero, to: lasts)
    }
    if chance(0.15) {
      traits.insert("fade")
      written["fade"] = fade(within: lasts)
    }
    if kind != "video", chance(0.3) { written["volume"] = volume(from: .zero, to: lasts) }
    if kind != "video", chance(0.15) { written["sound"] = .mapping(["effects": soundEffects()]) }
    return (written, lasts, clip.room)
  }

  mutating func matte() -> Written {
    .mapping([
      "image": .scalar(pick(["photo.png", "badge.png"])),
      "fit": .scalar(pick(["contain", "cover", "stretch", "none"])),
      "channel": chance(0.5) ? "alpha" : nil, "invert": chance(0.4) ? "true" : nil,
    ])
  }

  private mutating func content(_ kind: String, _ wanted: Rational) -> (Written, Rational, Clip) {
    let still = Double.random(in: 0..<1, using: &random)
    if kind != "audio", still < 0.12 {
      traits.insert("colours")
      let color = chance(0.3) ? clearColor() : color()
      let written = Written.mapping(["clip": .mapping(["color": color]), "duration": .scalar(text(wanted))])
      return (written, wanted, Clip(name: "color", size: size))
    }
    if kind != "audio", still < 0.22 {
      let clip = pick(DocumentAuthor.stills)
      traits.insert(clip.name)
      return (.mapping(["clip": .scalar(clip.name), "duration": .scalar(text(wanted))]), wanted, clip)
    }
    let clip = kind == "audio" ? pick(DocumentAuthor.sounds) : movie()
    traits.insert(clip.name)
    return moving(clip, kind, wanted)
  }

  private mutating func movie() -> Clip {
    if copies, chance(0.8) { return DocumentAuthor.movies[size.width == 96 ? 0 : 1] }
    let clip = pick(DocumentAuthor.movies)
    let isSafe = clip.size == size && pixelFormat == "yuv420p"
    return clip.isFragile && !isSafe ? DocumentAuthor.movies[2] : clip
  }

  private mutating func moving(_ clip: Clip, _ kind: String, _ wanted: Rational) -> (Written, Rational, Clip) {
    let available = clip.length ?? .one
    var speed = Rational.one
    if chance(kind == "audio" ? 0.15 : 0.3) {
      speed = pick([Rational(2), Rational(1, 2), Rational(3, 2), Rational(3, 4), Rational(1, 3), Rational(5, 4)])
      traits.insert("speed")
    }
    var used = wanted * speed
    if used > available { used = available / Rational(2) }
    let room = available - used
    let steps = Int64.random(in: 0...16, using: &random)
    let start = chance(0.3) ? .zero : room * Rational(steps, 16)
    let lasts = used / speed
    var written = Written.mapping([
      "clip": clip.written, "source": .scalar("\(text(start))..+\(text(used))"),
    ])
    if speed != .one {
      if chance(0.5) { written["speed"] = "\(speed)" } else { written["duration"] = .scalar(text(lasts)) }
      // Speed that keeps the pitch is not defined to the sample.
      if kind != "video", !chance(0.05) {
        written["pitch"] = "follow"
        traits.insert("pitch that follows")
      }
    }
    var shown = clip
    shown.room = .none
    guard !clip.isFragile, !clip.beginsWithSound else { return (written, lasts, shown) }
    if kind == "video", chance(0.06) {
      traits.insert("freeze")
      return (
        .mapping(["clip": clip.written, "freeze": .scalar(text(start)), "duration": .scalar(text(wanted))]), wanted,
        shown
      )
    }
    let plain = written
    let lasting = take(another: &written, kind, lasts: lasts, isSteady: speed == .one)
    // What runs plainly goes on plainly.
    if written == plain { shown.room = Room(before: start / speed, after: (room - start) / speed) }
    return (written, lasting, shown)
  }

  /// Another course through what a segment uses now and then; how long it lasts then.
  private mutating func take(
    another written: inout Written, _ kind: String, lasts: Rational, isSteady: Bool
  ) -> Rational {
    if kind != "audio", chance(0.15) { written["frames"] = "blend" }
    if chance(0.12) {
      written["reverse"] = "true"
      traits.insert("reverse")
    }
    guard isSteady else { return lasts }
    if chance(0.1) {
      let passes = pick([Rational(3, 2), Rational(2), Rational(7, 3), Rational(1, 2)])
      written["loop"] = "true"
      written["duration"] = .scalar(text(lasts * passes))
      traits.insert("loop")
      return lasts * passes
    }
    // Its sound keeps its pitch, which is not defined to the sample.
    if kind == "video", chance(0.15) {
      let (first, last) = (pick([Rational(1), Rational(1, 2), Rational(3, 4)]), pick([Rational(1, 4), Rational(1)]))
      let ramp = Written.mapping([
        "over": .scalar("0s..\(text(lasts / Rational(2)))"), "from": .scalar("\(first)"), "to": .scalar("\(last)"),
      ])
      written["speed"] = .list([ramp])
      written["duration"] = .scalar(text(lasts))
      traits.insert("speed ramp")
    }
    return lasts
  }
}
