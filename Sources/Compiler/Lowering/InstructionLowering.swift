import Diagnostics
import Syntax
import TimelineModel

extension Lowering {
  /// The instructions as written, or those that follow from the tracks.
  mutating func lowerInstructions(_ tracks: [LaidTrack]) -> [Instruction] {
    guard let written = document.instructions else {
      let mattes = document.matteTracks
      let shown = tracks.filter { $0.kind.hasPicture && !mattes.contains($0.id.name) }
      let generator = InstructionGenerator(tracks: shown, mattes: trackMattes, canvas: canvas, end: end)
      if let instructions = generator.instructions() { return instructions }
      log.report(
        .limitExceeded, "so many tracks show something at the same times that they have more than a million layers",
        at: document.tracksSpan)
      return []
    }
    if written.value.isEmpty {
      log.report(.emptyRange, "there are instructions, but not one: nothing would be shown", at: written.span)
    }
    let instructions = written.value.compactMap { lowerInstruction($0, tracks) }
    instructionsAreKnown = document.instructionsAreReadable && instructions.count == written.value.count
    return instructions
  }

  private mutating func lowerInstruction(_ item: Located<InstructionItem>, _ tracks: [LaidTrack]) -> Instruction? {
    let clock = Clock.timeline(canvas)
    guard let over = item.value.over, let range = filledRange(over.value, on: clock) else {
      // The layers are looked at all the same, so that what is wrong with them is not hidden.
      _ = item.value.layers?.value.compactMap {
        lowerLayer($0, owner: CurveOwner(range: programme, hasOwnClock: false), tracks)
      }
      return nil
    }
    let written = TimelineRange(TimelineTime(range.start), TimelineTime(range.end))
    let lowered = snapped(written)
    guard leavesSomething(lowered, of: written, "this instruction", at: over.span) else { return nil }
    note("instruction", from: written, to: lowered)
    let owner = CurveOwner(range: lowered, written: written, hasOwnClock: false)
    return Instruction(
      range: lowered, layers: item.value.layers?.value.compactMap { lowerLayer($0, owner: owner, tracks) } ?? [],
      showsTitles: item.value.titles?.value ?? true, origin: Origin(item.span, [.over: over.span]))
  }

  private mutating func lowerLayer(
    _ written: Located<LayerItem>, owner: CurveOwner, _ tracks: [LaidTrack]
  ) -> Layer? {
    let item = written.value
    guard let content = lowerContent(item.content, owner: owner, tracks) else { return nil }
    let size = Point(canvas.size)
    let anchor = item.placement.anchor?.value ?? [0.5, 0.5]
    let transform = CanvasTransform(
      anchor: Point(x: anchor[0] * size.x, y: anchor[1] * size.y),
      scale: curve(item.placement.scale, base: Point(x: 1, y: 1), owner: owner),
      rotation: curve(item.placement.rotate, base: 0, owner: owner),
      position: item.placement.position == nil
        ? nil : positionCurve(item.placement.position, base: middle, owner: owner),
      matrix: item.matrix == nil ? nil : curve(item.matrix, base: .identity, owner: owner) { value, _ in value.value })
    var layer = Layer(
      content: content, opacity: curve(item.opacity, base: 1, owner: owner), transform: transform,
      crop: item.crop.map { rectCurve($0, in: canvasSize, asFractions: false, owner: owner) }, origin: Origin(written.span))
    layer.matte = matte(item.matte)
    layer.blend = item.blend?.value
    return layer
  }

  private mutating func lowerContent(
    _ content: LayerItem.Content, owner: CurveOwner, _ tracks: [LaidTrack]
  ) -> Layer.Content? {
    switch content {
    case .broken: return nil
    case .track(let name):
      guard let number = names.trackNumbers[name.value], tracks[number].kind.hasPicture else {
        reportUnknownTrack(name)
        return nil
      }
      return .track(tracks[number].id)
    case .mix(let first, let second, let amount, let mixture):
      let lowered = (lowerLayer(first, owner: owner, tracks), lowerLayer(second, owner: owner, tracks))
      let curve = curve(amount, base: 0.5, owner: owner)
      let mixture = self.mixture(mixture)
      guard let first = lowered.0, let second = lowered.1 else { return nil }
      return .mix(first, second, amount: curve, by: mixture)
    }
  }

  private mutating func mixture(_ item: MixtureItem) -> Mixture {
    switch item {
    case .even: return .even
    case .wipe(let wipe): return .wipe(wipe)
    case .through(let color): return .through(color)
    case .xfade(let kind):
      checkXfade(kind)
      return .xfade(kind.value)
    }
  }

  /// A transition has to be one that this libavfilter has and that needs nothing else.
  mutating func checkXfade(_ kind: Located<String>) {
    guard let known = catalog.xfadeKinds, !known.contains(kind.value) else { return }
    let near = nearestName(to: kind.value, in: known)
    log.report(
      .badValue, "libavfilter's xfade has no transition `\(kind.value)` that stands by itself", at: kind.span,
      notes: near == nil ? [Note("it has \(known.joined(separator: ", "))")] : [],
      fixIts: .didYouMean(near, at: kind.span))
  }

  mutating func reportUnknownTrack(_ name: Located<String>) {
    let isKnown = names.trackNumbers[name.value] != nil
    let near = isKnown ? nil : names.nearPictures.nearest(to: name.value)
    log.report(
      .layerUnknownTrack,
      isKnown
        ? "the track `\(name.value)` is only heard and has no picture to show" : "there is no track `\(name.value)`",
      at: name.span, fixIts: isKnown ? [] : .didYouMean(near, at: name.span))
  }
}
