import TimelineModel

extension DocumentAuthor {
  /// A value that may change between two times: a constant, one ramp, a list or keys.
  mutating func value(
    from start: Rational, to end: Rational, changing: Double = 0.5, _ make: (inout DocumentAuthor) -> Written
  ) -> Written {
    guard chance(changing) else { return make(&self) }
    traits.insert("changing values")
    switch Int.random(in: 0...3, using: &random) {
    case 0 where canRepeat && chance(0.4): return repeated(from: start, to: end, make)
    case 0: return ramp(over: chance(0.5) ? nil : stretch(start, end, 0, 16), make)
    case 1:
      let middle = Int64.random(in: 4...12, using: &random)
      return [
        ramp(over: stretch(start, end, 0, middle - 2), make), ramp(over: stretch(start, end, middle, 16), make),
      ]
    case 2:
      let middle = Int64.random(in: 2...10, using: &random)
      return [
        .mapping(["at": .scalar(text(start)), "set": make(&self)]),
        ramp(over: stretch(start, end, middle, middle + 5), make),
      ]
    default:
      let times = (0..<Int.random(in: 2...4, using: &random)).map { _ in Int64.random(in: 0...16, using: &random) }
      let keys = Set(times).sorted().map {
        Written.Entry(key: text(point(start, end, $0)), value: make(&self))
      }
      return .mapping(["keys": .mapping(keys), "ease": chance(0.5) ? ease() : nil])
    }
  }

  private mutating func ramp(over range: String?, _ make: (inout DocumentAuthor) -> Written) -> Written {
    .mapping([
      "from": make(&self), "to": make(&self), "over": range.map { .scalar($0) }, "ease": chance(0.5) ? ease() : nil,
      "after": chance(0.15) ? "reset" : nil,
    ])
  }

  private mutating func repeated(
    from start: Rational, to end: Rational, _ make: (inout DocumentAuthor) -> Written
  ) -> Written {
    traits.insert("values that repeat")
    var written = ramp(over: stretch(start, end, 1, Int64.random(in: 2...4, using: &random)), make)
    written["repeat"] = .scalar(pick(["true", "2"]))
    if chance(0.5) { written["autoreverse"] = "true" }
    return written
  }

  private mutating func ease() -> Written {
    let eases: [Written] = ["linear", "in", "out", "in-out", ["0.9", "0.1", "0.1", "0.9"]]
    return pick(canOvershoot ? eases + [["0.2", "-0.3", "0.7", "1.2"]] : eases)
  }

  private func point(_ start: Rational, _ end: Rational, _ sixteenths: Int64) -> Rational {
    start + (end - start) * Rational(sixteenths, 16)
  }

  private func stretch(_ start: Rational, _ end: Rational, _ first: Int64, _ last: Int64) -> String {
    "\(text(point(start, end, first)))..\(text(point(start, end, min(last, 16))))"
  }

  mutating func opacity(from start: Rational, to end: Rational) -> Written {
    value(from: start, to: end) { "\($0.number(0...1))" }
  }

  mutating func volume(from start: Rational, to end: Rational) -> Written {
    traits.insert("volume")
    canOvershoot = false
    defer { canOvershoot = true }
    return value(from: start, to: end) {
      $0.chance(0.2) ? .scalar($0.pick(["-6dB", "-12dB", "3dB"])) : "\($0.number(0...1.6))"
    }
  }
}

// MARK: Sound

extension DocumentAuthor {
  mutating func soundEffects() -> Written {
    traits.insert("sound effects")
    return .list((0..<Int.random(in: 1...3, using: &random)).map { _ in soundEffect() })
  }

  /// What makes nothing much louder, since a render's little errors would grow with it.
  private mutating func soundEffect() -> Written {
    switch Int.random(in: 0...6, using: &random) {
    case 6:
      let call = pick(["volume=volume=0.75:precision=double", "adelay=delays=50:all=1", "adelay=delays=500:all=1"])
      return .mapping(["filter": .scalar(call)])
    case 0: return .mapping(["high-pass": .scalar("\(Int.random(in: 50...600, using: &random))Hz")])
    case 1: return .mapping(["low-pass": .scalar(pick(["400", "1.2kHz", "3kHz"]))])
    case 2:
      let shape = pick(["peak", "low-shelf", "high-shelf"])
      return .mapping([
        "equalizer": .mapping([
          "shape": shape == "peak" ? nil : .scalar(shape),
          "frequency": .scalar("\(Int.random(in: 200...2500, using: &random))"),
          "gain": .scalar(pick(["-9dB", "-3dB", "3dB"])), "q": chance(0.5) ? "\(number(0.5...4))" : nil,
        ])
      ])
    case 3:
      return .mapping([
        "compressor": .mapping([
          "threshold": .scalar(pick(["-24dB", "0.1"])), "ratio": .scalar(pick(["2", "8"])),
          "attack": .scalar(pick(["5ms", "20ms"])), "release": .scalar(pick(["50ms", "0.3s"])),
        ])
      ])
    case 4:
      // Slow, so that it makes no difference which of two samples opens it.
      return .mapping([
        "gate": .mapping([
          "threshold": .scalar(pick(["-20dB", "-12dB"])), "floor": "\(number(0...0.5))", "attack": "100ms",
          "hold": "100ms", "release": "200ms",
        ])
      ])
    default: return .mapping(["pan": "\(number(-1...1))"])
    }
  }
}

// MARK: Placing

extension DocumentAuthor {
  mutating func place(_ segment: inout Written, _ picture: PixelSize, _ length: Rational) {
    guard chance(0.6) else { return }
    if chance(0.4) {
      let fit = pick(["contain", "cover", "stretch", "none"])
      traits.insert("fit \(fit)")
      segment["fit"] = .scalar(fit)
    }
    if chance(0.15) {
      traits.insert("view")
      segment["view"] = crop(of: picture, from: .zero, to: length)
      return segment["fit"] = nil
    }
    if chance(0.3) {
      traits.insert("crop")
      segment["crop"] = crop(of: picture, from: .zero, to: length)
    }
    move(&segment, from: .zero, to: length)
  }

  /// Scale, rotation and position or a matrix.
  mutating func move(_ item: inout Written, from start: Rational, to end: Rational) {
    if chance(0.12) {
      traits.insert("matrix")
      item["matrix"] = value(from: start, to: end) { author in
        let parts: [ClosedRange<Double>] = [0.5...1.2, -0.3...0.3, -0.3...0.3, 0.5...1.2, -20...20, -20...20]
        return .list(parts.map { "\(author.number($0))" })
      }
      return
    }
    if chance(0.4) {
      traits.insert("scale")
      item["scale"] = value(from: start, to: end) { author in
        author.chance(0.3)
          ? ["\(author.number(0.4...1.4))", "\(author.number(0.4...1.4))"] : "\(author.number(0.4...1.4))"
      }
    }
    if chance(0.3) {
      traits.insert("rotate")
      item["rotate"] = value(from: start, to: end) { author in
        author.chance(0.3) ? .scalar(author.pick(["90", "180", "-90", "270"])) : "\(author.number(-180...180))"
      }
    }
    if chance(0.35) {
      traits.insert("position")
      item["position"] = value(from: start, to: end) { author in
        author.chance(0.5)
          ? ["\(author.number(10...90))%", "\(author.number(10...90))%"]
          : ["\(Int.random(in: 0...author.size.width, using: &author.random))", "\(author.number(5...50))"]
      }
    }
    if item["scale"] != nil || item["rotate"] != nil, chance(0.3) {
      item["anchor"] = ["\(number(0...1))", "\(number(0...1))"]
    }
  }

  mutating func crop(of picture: PixelSize, from start: Rational, to end: Rational) -> Written {
    guard chance(0.25) else { return crop(of: picture) }
    return value(from: start, to: end) { $0.crop(of: picture) }
  }

  private mutating func crop(of picture: PixelSize) -> Written {
    let width = Int.random(in: picture.width * 2 / 5...picture.width, using: &random)
    let height = Int.random(in: picture.height * 2 / 5...picture.height, using: &random)
    let x = Int.random(in: 0...picture.width - width, using: &random)
    let y = Int.random(in: 0...picture.height - height, using: &random)
    guard chance(0.3) else { return ["\(x)", "\(y)", "\(width)", "\(height)"] }
    traits.insert("cuts between pixels")
    let part = Double(Int.random(in: 1...99, using: &random)) / 100
    return ["\(Double(x) + part)", "\(Double(y) + part)", "\(Double(width) - part)", "\(Double(height) - part)"]
  }
}
