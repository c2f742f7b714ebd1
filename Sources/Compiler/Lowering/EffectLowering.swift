import Checker
import Diagnostics
package import TimelineModel

extension Lowering {
  /// Effects of a segment, in the order in which they are written. Those that look at several frames need a source
  /// whose frames they can look at.
  mutating func segmentEffects(
    _ written: Located<[Located<EffectItem>]>?, on asset: Asset, owner: CurveOwner
  ) -> [Effect] {
    let effects = self.effects(written, on: changedSize(of: asset), owner: owner)
    let changing = effects.firstIndex { $0.numbers.values.contains { !$0.isConstant } } ?? effects.endIndex
    for effect in effects[changing...] where effect.hasMemory {
      log.report(
        .effectOrder, "\(effect.inWords) looks at several frames, and what changes in time comes before it",
        at: effect.origin.span, fixIts: [FixIt("write it first", [first(effect, among: effects)])])
    }
    return effects
  }

  private func first(_ effect: Effect, among effects: [Effect]) -> DocumentChange {
    .order(([effect] + effects.filter { $0 != effect }).compactMap(\.origin.span))
  }

  /// Effects of a track's canvas or of the whole picture.
  mutating func canvasEffects(
    _ written: Located<[Located<EffectItem>]>?, of what: String, owner: CurveOwner
  ) -> [Effect] {
    let effects = self.effects(written, on: canvasSize, owner: owner)
    for effect in effects where effect.hasMemory {
      log.report(
        .effectNeedsSource, "\(effect.inWords) looks at several frames of a source, and \(what) is none",
        at: effect.origin.span, fixIts: [FixIt("write it on the segments")])
    }
    return effects.filter { !$0.hasMemory }
  }

  /// What effects of a segment change: the upright picture of its source, in the source's own pixels. Nil where its size
  /// is not known.
  private func changedSize(of asset: Asset) -> PixelSize? {
    switch asset {
    case .broken: return nil
    case .color: return canvasSize
    case .media(let media):
      return catalog.facts(for: media)?.video?.uprightSize
    }
  }

  /// Reports what is wrong with the filters of a segment that has no place.
  mutating func checkFilters(of segment: ClipSegmentItem) {
    _ = effects(segment.sound?.value.effects)
    let owner = CurveOwner(range: TimelineRange(.zero, .zero), hasOwnClock: true)
    for written in segment.effects?.value ?? [] {
      if case .filter = written.value.content { _ = effect(written, on: nil, owner: owner) }
    }
  }

  private mutating func effects(
    _ written: Located<[Located<EffectItem>]>?, on size: PixelSize?, owner: CurveOwner
  ) -> [Effect] {
    written?.value.compactMap { effect($0, on: size, owner: owner) } ?? []
  }

  private mutating func effect(_ written: Located<EffectItem>, on size: PixelSize?, owner: CurveOwner) -> Effect? {
    let item = written.value
    let origin = Origin(written.span)
    var numbers: [String: Curve<Double>] = [:]
    func read(_ kind: EffectKind, _ lowering: inout Lowering) {
      for parameter in kind.parameters {
        numbers[parameter.name] = lowering.curve(
          item.numbers[parameter.name], base: parameter.standard, owner: owner)
      }
    }
    switch item.content {
    case .broken: return nil
    case .kind(let kind):
      read(kind, &self)
      return Effect(kind, numbers, origin: origin)
    case .lut(let path):
      read(.lut, &self)
      guard case .media(let file) = media(MediaReference(path.value), at: path.span) else { return nil }
      if let facts = catalog.facts(for: file), facts.video != nil || facts.audio != nil {
        log.report(.unreadableMedia, "`\(path.value)` is no table of colours", at: path.span)
        return nil
      }
      return Effect(.lut, numbers, subject: .file(file), origin: origin)
    case .chromaKey(let color):
      read(.chromaKey, &self)
      return Effect(.chromaKey, numbers, subject: .color(color.value), origin: origin)
    case .deinterlace(let order): return Effect(.deinterlace, subject: .fields(order), origin: origin)
    case .filter(let filter):
      let trials = catalog.filterTrials
      guard let call = call(filter, catalog.filters, { trials[FilterUse($0, on: size)] }) else { return nil }
      var alpha = FilterAlpha.takes
      if case .works(let known) = trials[FilterUse(call, on: size)] { alpha = known }
      return Effect(.filter, subject: .filter(call, alpha: alpha), origin: origin)
    }
  }

  // MARK: Filters

  /// The filters that effects name as they are to be called, and on what. What is wrong with the rest is left aside.
  mutating func filterUses() -> Set<FilterUse> {
    lowerAssets()
    lowerCanvas()
    var uses: Set<FilterUse> = []
    func add(_ written: Located<[Located<EffectItem>]>?, on size: PixelSize?) {
      for item in written?.value ?? [] {
        guard case .filter(let filter) = item.value.content, let call = filter.call(catalog.filters) else { continue }
        uses.insert(FilterUse(call, on: size))
      }
    }
    add(document.effects, on: canvasSize)
    for track in document.tracks {
      add(track.value.effects, on: canvasSize)
      for segment in track.value.segments {
        guard case .clip(let item) = segment.value.content, item.effects != nil else { continue }
        add(item.effects, on: changedSize(of: asset(of: item.clip)))
      }
    }
    return uses
  }

  /// Reports problems of all filters.
  ///
  /// Effects are lowered only for segments with a known range, which those of unprobed media do not have.
  mutating func checkFilters() {
    // What was not looked up is not looked into.
    if !catalog.filters.isEmpty {
      for item in document.filterItems { _ = call(item, catalog.filters, { _ in nil }) }
    }
    guard !catalog.soundFilters.isEmpty else { return }
    for item in document.soundEffectItems.compactMap(\.filterItem) {
      _ = call(item, catalog.soundFilters, { _ in nil })
    }
  }

  /// A filter with its options by name; nil where something is wrong with it, which is then reported.
  mutating func call(
    _ item: FilterItem, _ findings: [String: FilterFinding], _ trial: (FilterCall) -> FilterTrial?
  ) -> FilterCall? {
    switch findings[item.name.value] {
    case nil: return item.call(order: [])
    case .refused(let reason):
      log.report(.refusedFilter, "`\(item.name.value)` is no effect: \(reason)", at: item.name.span)
      return nil
    case .missing(let known):
      let near = nearestName(to: item.name.value, in: known)
      log.report(
        .missingFilter, "FFmpeg on this machine has no filter `\(item.name.value)`", at: item.name.span,
        fixIts: .didYouMean(near, at: item.name.span))
      return nil
    case .found(let facts):
      guard check(item, facts) else { return nil }
      let call = item.call(order: facts.order)
      switch trial(call) {
      case nil, .works: return call
      case .fails(let reason):
        log.report(.badOption, "`\(facts.name)` cannot be used so: \(reason)", at: item.name.span)
      case .refused(let reason):
        log.report(.badOption, "`\(facts.name)` cannot be tried: \(reason)", at: item.name.span)
      }
      return nil
    }
  }

  private mutating func check(_ item: FilterItem, _ facts: FilterFacts) -> Bool {
    var isSound = true
    for (option, name) in zip(item.options, item.names(order: facts.order)) {
      let span = option.name?.span ?? option.value.span
      guard let name else {
        log.report(.unknownOption, "the filter `\(facts.name)` has no more than \(facts.order.count) options", at: span)
        return false
      }
      guard let known = facts.options[name] else {
        let near = nearestName(to: name, in: facts.options.allowedNames)
        // In a text the fix would take the place of all of it.
        let isText = span == item.name.span
        log.report(
          .unknownOption, "the filter `\(facts.name)` has no option `\(name)`", at: span,
          fixIts: isText ? near.map { [FixIt("did you mean `\($0)`?")] } ?? [] : .didYouMean(near, at: span))
        isSound = false
        continue
      }
      if let objection = known.gate.objection(to: option.value.value, named: known.named) {
        report(objection, to: name, of: facts.name, known, facts.options, name: span, value: option.value.span)
        isSound = false
      } else if let function = option.value.value.refusedFunction {
        log.report(
          .refusedFilter, "`\(name)` of `\(facts.name)` asks for `\(function.name)`, which \(function.reason)",
          at: option.value.span)
        isSound = false
      } else if let complaint = known.complaint(about: option.value.value) {
        log.report(
          .badOption, "`\(option.value.value)` \(complaint)", at: option.value.span,
          notes: [Note("`\(name)`: \(known.help)")])
        isSound = false
      }
    }
    return isSound
  }
}

extension String {
  /// A function that it calls as an expression of libavutil, and that does not give the same every time.
  fileprivate var refusedFunction: (name: String, reason: String)? {
    let reasons = ["random": "goes by chance", "randomi": "goes by chance", "time": "looks at the clock"]
    return firstCall(of: Set(reasons.keys)).map { ($0, reasons[$0]!) }
  }
}

extension FilterItem {
  /// As it is to be called; nil where the filter is not known, or asked for what is not allowed. Nothing else is tried.
  func call(_ findings: [String: FilterFinding]) -> FilterCall? {
    guard case .found(let facts) = findings[name.value] else { return nil }
    let call = call(order: facts.order)
    let isAllowed = call.options.allSatisfy { option in
      guard let known = facts.options[option.key] else { return false }
      return known.gate.objection(to: option.value, named: known.named) == nil && option.value.refusedFunction == nil
    }
    return isAllowed ? call : nil
  }

  /// With names for what has none.
  func call(order: [String]) -> FilterCall {
    FilterCall(
      name.value,
      zip(options, names(order: order)).enumerated().map { index, option in
        FilterCall.Option(option.1 ?? "\(index)", option.0.value.value)
      })
  }

  /// The names of its options. A value without a name is for the option behind that of the value before it; nil where
  /// there is none.
  func names(order: [String]) -> [String?] {
    var next = 0
    return options.map { option in
      let name = option.name?.value ?? (next < order.count ? order[next] : nil)
      next = name.flatMap(order.firstIndex).map { $0 + 1 } ?? next + 1
      return name
    }
  }
}

extension Effect {
  fileprivate var inWords: String {
    if case .filter(let call, _) = subject { "the filter `\(call.name)`" } else { "`\(kind.rawValue)`" }
  }
}

extension TimelineDocument {
  /// Those of segments, of tracks and of the whole.
  private var effectItems: [EffectItem] {
    var items: [Located<EffectItem>] = effects?.value ?? []
    for track in tracks {
      items += track.value.effects?.value ?? []
      for segment in track.value.segments {
        if case .clip(let item) = segment.value.content { items += item.effects?.value ?? [] }
      }
    }
    return items.map(\.value)
  }

  /// Tables of colours that its effects name.
  package var lutReferences: [MediaReference] {
    var seen: Set<MediaReference> = []
    return effectItems.compactMap { item -> MediaReference? in
      guard case .lut(let path) = item.content else { return nil }
      return MediaReference(path.value)
    }.filter { seen.insert($0).inserted }
  }

  /// Filters that its effects name.
  var filterItems: [FilterItem] {
    effectItems.compactMap { item -> FilterItem? in
      guard case .filter(let filter) = item.content else { return nil }
      return filter
    }
  }
}
