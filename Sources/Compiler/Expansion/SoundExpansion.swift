import TimelineModel

extension Composition {
  /// The key `mix`, where something is done to the whole sound.
  var mixSection: [(String, YAMLValue)] {
    var entries: [(String, YAMLValue)] = []
    if !mastering.effects.isEmpty { entries.append(("effects", effects(mastering.effects))) }
    if let loudness = mastering.loudness {
      entries.append(
        (
          "loudness",
          .inline([("target", .number(loudness.integrated)), ("true-peak", .number(loudness.truePeak))])
        ))
    }
    return entries.isEmpty ? [] : [("mix", .mapping(entries))]
  }

  /// The key `sound` of a track or a segment.
  func sound(_ list: [SoundEffect]) -> [(String, YAMLValue)] {
    list.isEmpty ? [] : [("sound", .mapping([("effects", effects(list))]))]
  }

  private func effects(_ list: [SoundEffect]) -> YAMLValue {
    .list(list.map { .inline([entry($0)]) })
  }

  private func entry(_ effect: SoundEffect) -> (String, YAMLValue) {
    switch effect {
    case .pan(let pan): return ("pan", .number(pan))
    case .call(let call): return ("filter", value(call))
    case .denoise(let denoise):
      return ("denoise", .inline([("reduction", .number(denoise.reduction)), ("noise", .number(denoise.noise))]))
    case .filter(let filter):
      switch filter.shape {
      case .highPass, .lowPass: return (filter.shape.rawValue, .number(filter.frequency))
      case .peak, .lowShelf, .highShelf:
        return (
          "equalizer",
          .inline([
            ("shape", .word(filter.shape.rawValue)), ("frequency", .number(filter.frequency)),
            ("gain", .number(filter.gain)), ("q", .number(filter.quality)),
          ])
        )
      }
    case .compressor(let compressor):
      return (
        "compressor",
        .inline([
          ("threshold", .number(compressor.threshold)), ("ratio", .number(compressor.ratio)),
          ("attack", seconds(compressor.attack)), ("release", seconds(compressor.release)),
          ("makeup", .number(compressor.makeup)),
        ])
      )
    case .gate(let gate):
      return (
        "gate",
        .inline([
          ("threshold", .number(gate.threshold)), ("floor", .number(gate.floor)), ("attack", seconds(gate.attack)),
          ("hold", seconds(gate.hold)), ("release", seconds(gate.release)),
        ])
      )
    }
  }

  private func seconds(_ time: Double) -> YAMLValue { .word("\(time.plain)s") }
}
