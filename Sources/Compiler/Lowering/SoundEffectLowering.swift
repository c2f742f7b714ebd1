import Checker
import Diagnostics
import TimelineModel

extension Lowering {
  /// Effects in the order in which they are applied.
  mutating func effects(_ written: Located<[Located<SoundEffectItem>]>?) -> [SoundEffect] {
    (written?.value ?? []).compactMap { effect($0) }
  }

  mutating func lowerMastering() -> Mastering {
    guard let section = document.mixSection else { return .none }
    let loudness = section.value.loudness?.value
    return Mastering(
      effects: effects(section.value.effects),
      loudness: loudness?.target.map {
        LoudnessTarget(integrated: $0.value, truePeak: loudness?.truePeak?.value ?? -1)
      },
      origin: Origin(section.span))
  }

  /// The filters that effects of sound name as they are to be called, and on what.
  mutating func soundFilterUses() -> Set<SoundFilterUse> {
    lowerAssets()
    lowerCanvas()
    let calls = document.soundEffectItems.compactMap { $0.filterItem?.call(catalog.soundFilters) }
    return Set(calls.map { SoundFilterUse($0, on: canvas) })
  }

  private mutating func effect(_ written: Located<SoundEffectItem>) -> SoundEffect? {
    switch written.value {
    case .broken: return nil
    case .pan(let pan): return .pan(pan.value)
    case .call(let item):
      let (trials, canvas) = (catalog.soundFilterTrials, canvas)
      return call(item, catalog.soundFilters, { trials[SoundFilterUse($0, on: canvas)] }).map { .call($0) }
    case .denoise(let item):
      if case .missing = catalog.soundFilters["afftdn"] {
        log.report(.missingFilter, "FFmpeg on this machine has no filter `afftdn`", at: item.span)
        return nil
      }
      let isIn = [
        check(item.value.reduction, in: 1...1000, "a reduction"), check(item.value.noise, in: 0.0001...0.1, "a noise"),
      ].allSatisfy(\.self)
      guard isIn else { return nil }
      return .denoise(
        .init(
          reduction: item.value.reduction?.value ?? gain(decibels: 12),
          noise: item.value.noise?.value ?? gain(decibels: -50)))
    case .filter(let shape, let frequency, let gain, let quality):
      guard let frequency, checkFrequency(frequency) else { return nil }
      let isIn = [check(gain, in: 0.001...32, "a gain"), check(quality, in: 0.1...10, "a q")].allSatisfy(\.self)
      guard isIn else { return nil }
      return .filter(
        .init(
          shape, frequency: frequency.value, gain: gain?.value ?? 1,
          quality: quality?.value ?? (shape == .peak ? 1 : 0.5.squareRoot())))
    case .compressor(let item):
      let times = (time(item.attack, unless: 0.01), time(item.release, unless: 0.2))
      let isIn = [
        check(item.threshold, in: 0.00001...1, "a threshold"), check(item.ratio, in: 1...100, "a ratio"),
        check(item.makeup, in: 0...32, "a makeup gain"),
      ].allSatisfy(\.self)
      guard isIn, let attack = times.0, let release = times.1 else { return nil }
      return .compressor(
        .init(
          threshold: item.threshold?.value ?? gain(decibels: -20), ratio: item.ratio?.value ?? 4, attack: attack,
          release: release, makeup: item.makeup?.value ?? 1))
    case .gate(let item):
      let times = (
        time(item.attack, unless: 0.002), time(item.hold, unless: 0.05), time(item.release, unless: 0.1)
      )
      let isIn = [check(item.threshold, in: 0.00001...1, "a threshold"), check(item.floor, in: 0...1, "a floor")]
        .allSatisfy(\.self)
      guard isIn, let attack = times.0, let hold = times.1, let release = times.2 else { return nil }
      return .gate(
        .init(
          threshold: item.threshold?.value ?? gain(decibels: -40), floor: item.floor?.value ?? 0, attack: attack,
          hold: hold, release: release))
    }
  }

  private mutating func checkFrequency(_ frequency: Located<Double>) -> Bool {
    let highest = Double(canvas.sampleRate) / 2
    guard frequency.value >= 10, frequency.value < highest else {
      log.report(
        .badValue,
        "a frequency has to lie between 10 Hz and half the sample rate, which is \(highest.plain) Hz; this one is \(frequency.value.plain) Hz",
        at: frequency.span)
      return false
    }
    return true
  }

  private mutating func check(_ value: Located<Double>?, in range: ClosedRange<Double>, _ noun: String) -> Bool {
    guard let value, !range.contains(value.value) else { return true }
    log.report(
      .badValue,
      "\(noun) has to lie between \(range.lowerBound.plain) and \(range.upperBound.plain); this one is \(value.value.plain)",
      at: value.span)
    return false
  }

  /// What an effect remembers fades within the time that it is given to hear itself in, so no time is long.
  private mutating func time(_ written: Located<TimeExpression>?, unless standard: Double) -> Double? {
    guard let written else { return standard }
    guard let length = seconds(written, on: .length(canvas.rate)) else { return nil }
    if length >= .zero, length <= Rational(2) { return length.approximate }
    log.report(
      .badTime, "the times of an effect lie between 0 s and 2 s; this one is \(length.inWords)", at: written.span)
    return nil
  }
}

extension TimelineDocument {
  /// What is done to the sound of segments, of tracks and of the whole.
  var soundEffectItems: [SoundEffectItem] {
    var items = mixSection?.value.effects?.value ?? []
    for track in tracks {
      items += track.value.sound?.value.effects?.value ?? []
      for segment in track.value.segments {
        if case .clip(let item) = segment.value.content { items += item.sound?.value.effects?.value ?? [] }
      }
    }
    return items.map(\.value)
  }
}
