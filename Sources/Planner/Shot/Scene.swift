import TimelineModel

/// What stands where at one moment.
struct Scene: Sendable {
  let composition: Composition
  let catalog: MediaCatalog
  let target: RenderTarget

  /// What shows where nothing lies: as it is where frames keep how clear it is, else over black.
  var background: Color {
    let own = composition.canvas.background
    return target.keepsAlpha(of: own) ? own : own.dimmed(by: Double(own.alpha) / 255)
  }

  /// Where on the timeline a segment has something to show.
  func presence(of segment: VideoSegment) -> TimelineRange {
    guard case .movie(let media, let mapping) = segment.content, let facts = catalog.facts(for: media) else {
      return segment.range
    }
    return facts.picturePresence(in: mapping, canvasFrame: composition.canvas.rate.frameDuration)
  }

  /// Front to back, without what an opaque layer hides as long as nothing moves.
  func uncovered(_ layers: [ShotLayer], at time: TimelineTime) -> [ShotLayer] {
    let hiding = layers.firstIndex { hides($0, at: time) }
    return hiding.map { Array(layers[...$0]) } ?? layers
  }

  private func hides(_ layer: ShotLayer, at time: TimelineTime) -> Bool {
    if isSteady(layer, at: time) { return place(layer, at: time)?.hidesAll == true }
    // Two pictures that hide everything do so in any mixture.
    guard case .mix(let first?, let second?, _, let mixture, let look) = layer, mixture.isOpaque,
      look.opacity == Curve(1), look.crop == nil,
      look.transform == .identity
    else { return false }
    return hides(first, at: time) && hides(second, at: time)
  }

  private func isSteady(_ layer: ShotLayer, at time: TimelineTime) -> Bool {
    switch layer {
    case .title: return false
    case .segment(let segment, let track, let look):
      return look.isSteady(at: time) && segment.opacity.isSteady(at: time) && segment.placement.isSteady(at: time)
        && segment.fade.isSteady(at: time, in: segment.range) && track.opacity.isSteady(at: time)
        && track.fade.isSteady(at: time, in: track.range)
    case .mix(let first, let second, let amount, _, let look):
      return look.isSteady(at: time) && amount.isSteady(at: time)
        && [first, second].allSatisfy { $0.map { isSteady($0, at: time) } ?? true }
    case .matted(let content, let matte, _, let look):
      return look.isSteady(at: time) && isSteady(content, at: time) && matte.map { isSteady($0, at: time) } ?? true
    }
  }

  // MARK: Placing

  /// A layer's canvas, cut and taken to the next one out.
  private struct Stage {
    var crop: Rect?
    var transform: AffineTransform
  }

  /// What shows of a segment or a mixture; titles are placed by themselves.
  func place(_ layer: ShotLayer, at time: TimelineTime) -> PlacedLayer? {
    place(layer, at: time, within: [], blend: nil)
  }

  /// What is written further out says how all within it is blended.
  private func place(
    _ shot: ShotLayer, at time: TimelineTime, within outer: [Stage], blend: BlendMode?
  ) -> PlacedLayer? {
    guard let layer = shot.look else { return nil }
    let blend = blend ?? layer.blend
    let opacity = layer.opacity.share(at: time)
    guard opacity > 0 else { return nil }
    let stage = Stage(crop: layer.crop?.part(of: canvas, at: time), transform: transform(of: layer, at: time))
    switch shot {
    case .title: return nil
    case .segment(let segment, let track, _):
      let dimmed =
        opacity * segment.opacity.share(at: time) * segment.fade.value(at: time, in: segment.range)
        * track.opacity(at: time)
      return place(
        segment, of: track, at: time, opacity: dimmed, through: [stage] + outer, blend: blend ?? segment.blend)
    case .matted(let content, let matte, let kind, _):
      let sides = stages(from: stage, to: outer)
      return place(content, at: time, within: sides, blend: blend).flatMap { content in
        let cut = PlacedMatte(
          layer: matte.flatMap { place($0, at: time, within: sides, blend: .normal) }, isAlpha: kind.channel == .alpha,
          isInverted: kind.isInverted)
        return cut.hidesAll ? nil : .matted(content, by: cut, opacity: opacity)
      }
    case .mix(let first, let second, let amount, let mixture, _):
      let sides = stages(from: stage, to: outer)
      let share = amount.share(at: time)
      func side(_ layer: ShotLayer?) -> PlacedLayer? {
        layer.flatMap { place($0, at: time, within: sides, blend: blend) }
      }
      switch mixture {
      case .even:
        return .mixture(side(first), side(second), amount: share, opacity: opacity)
      case .wipe(let wipe):
        guard let mask = mask(wipe, share, through: sides) else { return nil }
        return .mixture(side(first), side(second), amount: share, by: .wipe(mask), opacity: opacity)
      case .xfade(let kind) where 0 < share && share < 1 && !(kind == "fade" && isPlain(first, second, blend)):
        return xfade(kind, share, first, second, at: time, opacity: opacity, through: sides, blend: blend)
      case .xfade: return .mixture(side(first), side(second), amount: share, opacity: opacity)
      case .through(let color):
        let fill = VideoSegment(content: .color(color), range: composition.range)
        let middle = picture(
          fill, of: TrackLook.plain, at: time, opacity: 1, through: sides,
          blend: blend ?? commonBlend(first, second) ?? .normal)
        return share < 0.5
          ? .mixture(side(first), middle, amount: share * 2, opacity: opacity)
          : .mixture(middle, side(second), amount: share * 2 - 1, opacity: opacity)
      }
    }
  }

  /// Where a layer's canvas goes. A whole one that is only moved lies on whole pixels of the target, and on whole samples
  /// of chroma, so that of two that lie edge to edge no pixel has a part of both and of what is behind them.
  private func transform(of layer: Layer, at time: TimelineTime) -> AffineTransform {
    let own = layer.transform.value(at: time)
    guard layer.crop?.value(at: time) == canvas, (own.a, own.b, own.c, own.d) == (1, 0, 0, 1) else { return own }
    let (chroma, scale) = (ChromaSubsampling(pixelFormat: target.pixelFormat), target.fromCanvas)
    /// Two places that are whole steps apart stay so, however they are rounded.
    func nearest(_ place: Double, _ scale: Double, _ step: Int) -> Double {
      (place * scale / Double(step) + 0.5 + 1e-6).rounded(.down) * Double(step) / scale
    }
    return .translation(nearest(own.tx, scale.a, chroma.horizontal), nearest(own.ty, scale.d, chroma.vertical))
  }

  /// What is mixed or cut out are canvases: nothing beyond their edges can be moved into view.
  private func stages(from stage: Stage, to outer: [Stage]) -> [Stage] {
    var stage = stage
    if stage.transform != .identity { stage.crop = stage.crop.map { $0.intersection(canvas) } ?? canvas }
    return (stage.transform, stage.crop) == (.identity, nil) ? outer : [stage] + outer
  }

  /// A wipe over a canvas that goes through `stages`; nil where one of them flattens it.
  private func mask(_ wipe: Wipe, _ progress: Double, through stages: [Stage]) -> WipeMask? {
    let toTarget = stages.reduce(AffineTransform.identity) { $0.then($1.transform) }.then(target.fromCanvas)
    return toTarget.inverse.map { WipeMask(wipe, progress: progress, canvas: target.canvas, toCanvas: $0) }
  }

  /// What `xfade` makes of two canvases is a picture of its own, which then goes through `stages`.
  private func xfade(
    _ kind: String, _ progress: Double, _ first: ShotLayer?, _ second: ShotLayer?, at time: TimelineTime,
    opacity: Double, through stages: [Stage], blend: BlendMode?
  ) -> PlacedLayer? {
    // There is nothing below a side that it could be blended with.
    let sides = [first, second].map { layer in layer.flatMap { place($0, at: time, within: [], blend: .normal) } }
    guard let toCanvas = target.fromCanvas.inverse, sides.contains(where: { $0 != nil }) else { return nil }
    var picture = SourcePicture(Crossing(kind: kind, progress: progress, sides: sides), on: target)
    picture.blend = blend ?? commonBlend(first, second) ?? .normal
    let placing = Placing(
      whole: target.size, by: toCanvas, snaps: stages.allSatisfy { $0.transform == .identity })
    return put(picture, placing, opacity: opacity, through: stages)
  }

  /// True where nothing is blended, so that mixing two canvases is mixing what is drawn of each.
  private func isPlain(_ first: ShotLayer?, _ second: ShotLayer?, _ mode: BlendMode?) -> Bool {
    (mode ?? .normal) == .normal
      && [first, second].compactMap(\.self).allSatisfy { mode != nil || blend(of: $0) == .normal }
  }

  /// How all of what they show is blended; nil where they do not agree.
  private func commonBlend(_ layers: ShotLayer?...) -> BlendMode? {
    let modes = Set(layers.compactMap(\.self).map(blend))
    return modes.count == 1 ? modes.first! : nil
  }

  private func blend(of layer: ShotLayer) -> BlendMode? {
    if let written = layer.look?.blend { return written }
    switch layer {
    case .title: return nil
    case .segment(let segment, _, _): return segment.blend
    case .matted(let content, _, _, _): return blend(of: content)
    case .mix(let first, let second, _, _, _): return commonBlend(first, second)
    }
  }

  private var canvas: Rect {
    Rect(x: 0, y: 0, width: Double(target.canvas.width), height: Double(target.canvas.height))
  }

  private func place(
    _ segment: VideoSegment, of track: TrackLook, at time: TimelineTime, opacity: Double, through stages: [Stage],
    blend mode: BlendMode
  ) -> PlacedLayer? {
    guard opacity > 0, segment.sampling == .blend, case .movie(let media, let mapping) = segment.content,
      presence(of: segment).contains(time), let blend = catalog.facts(for: media)?.blend(at: time, in: mapping)
    else { return picture(segment, of: track, at: time, opacity: opacity, through: stages, blend: mode) }
    let sides = [blend.first, blend.second].map {
      picture(segment, of: track, at: time, frame: $0, opacity: 1, through: stages, blend: mode)
    }
    return .mixture(sides[0], sides[1], amount: blend.amount, by: .even, opacity: opacity)
  }

  /// `frame` is that of a movie that shows; nil is the one that stands at `time`.
  private func picture(
    _ segment: VideoSegment, of track: TrackLook, at time: TimelineTime, frame: Int64? = nil, opacity: Double,
    through stages: [Stage], blend: BlendMode
  ) -> PlacedLayer? {
    // A translucent colour is an opaque one that is dimmed, which rounds once less.
    var opacity = opacity
    if case .color(let color) = segment.content { opacity *= Double(color.alpha) / 255 }
    guard opacity > 0, let (source, orientation, shown) = changedSource(of: segment, at: time, frame: frame) else {
      return nil
    }
    let size = orientation.swapsAxes ? source.size.swapped : source.size
    let (width, height) = (Double(size.width), Double(size.height))
    let crop = segment.placement.crop.part(of: .unit, at: time)
    guard crop.width > 0, crop.height > 0 else { return nil }
    let visible = crop.scaled(width, height)
    let (displayX, displayY) = (Double(shown.width) / width, Double(shown.height) / height)
    let croppedSize = Point(x: visible.width * displayX, y: visible.height * displayY)
    let transform = AffineTransform.translation(-visible.x, -visible.y).then(.scale(displayX, displayY))
      .then(segment.placement.transform(at: time, croppedSize: croppedSize, canvas: target.canvas))
    let placing = Placing(
      orientation: orientation, size: size, visible: visible, transform: transform, clip: nil,
      snaps: segment.placement.isFittedOnly && stages.allSatisfy { $0.transform == .identity })
    var (shownPicture, laid) = (source, placing)
    if !track.effects.isEmpty {
      guard
        let canvas = lay(
          source, placing, snaps: segment.placement.isFittedOnly, through: track.effects, at: time)
      else { return nil }
      (shownPicture, laid) = canvas
    }
    shownPicture.blend = blend
    return put(shownPicture, laid, opacity: opacity, through: stages)
  }

  /// Takes a picture that is placed on its canvas through `stages`, and onto the target.
  private func put(
    _ picture: SourcePicture, _ placing: Placing, opacity: Double, through stages: [Stage]
  ) -> PlacedLayer? {
    let blend = picture.blend
    var (picture, placing) = (picture, placing)
    for stage in stages {
      if let crop = stage.crop { placing.crop(to: crop) }
      if !placing.canMove(by: stage.transform) {
        guard let sheet = lay(picture, placing) else { return nil }
        (picture, placing) = sheet
        picture.blend = blend
      }
      placing.move(by: stage.transform)
    }
    placing.move(by: target.fromCanvas)
    return LayerGeometry(placing, on: target.bounds).map { .picture(picture, $0, opacity: opacity) }
  }

  /// The part of a placed picture that its clip leaves, as a picture of its own.
  private func lay(_ picture: SourcePicture, _ placing: Placing) -> (SourcePicture, Placing)? {
    // It is going to be turned, which would make its edges softer than they are; so it is drawn twice as large.
    let fromCanvas = target.fromCanvas.then(.scale(2, 2))
    guard let clip = placing.clip, let toCanvas = fromCanvas.inverse else { return nil }
    let image = fromCanvas.bounds(of: placing.transform.bounds(of: placing.visible))
    let shown = image.cut(to: fromCanvas.bounds(of: clip))
    var inner = placing
    inner.move(by: fromCanvas)
    // What is cut between pixels is drawn a little further, and cut when the sheet is laid.
    let rect = shown.wholePixels ?? PixelRect(around: shown).expanded(by: 2)
    if shown.wholePixels == nil { inner.clip = nil }
    guard !rect.isEmpty, let geometry = LayerGeometry(inner, on: rect) else { return nil }
    let place = AffineTransform.translation(Double(rect.x), Double(rect.y)).then(toCanvas)
    var sheet = Placing(whole: rect.size, by: place, snaps: false)
    sheet.visible = Rect(
      x: shown.x - Double(rect.x), y: shown.y - Double(rect.y), width: shown.width, height: shown.height)
    return (SourcePicture(sheet: picture, geometry, on: rect, of: target), sheet)
  }

  /// The picture a segment shows, how it is turned upright, and its upright size in square pixels.
  func source(
    of segment: VideoSegment, at time: TimelineTime, frame: Int64?
  ) -> (SourcePicture, Orientation, PixelSize)? {
    switch segment.content {
    case .gap: return nil
    case .color(let color):
      let picture = SourcePicture(color: color.withoutAlpha, size: target.canvas, on: target, origin: segment.origin)
      return (picture, .upright, target.canvas)
    case .still(let media): return image(media, of: segment)
    case .movie(let media, let mapping):
      guard let facts = catalog.facts(for: media), let video = facts.video, presence(of: segment).contains(time) else {
        return nil
      }
      let frame = frame ?? facts.frame(at: time, in: mapping)
      if !facts.images.isEmpty { return image(facts.images[Int(frame)].read(as: media.reading), of: segment) }
      let source = PictureSource(.movie(media, frame: frame), origin: segment.origin)
      return (
        SourcePicture(source, facts: video, canvas: target.color.canvasLight), video.orientation, video.displaySize
      )
    }
  }

  private func image(
    _ media: MediaReference, of segment: VideoSegment
  ) -> (SourcePicture, Orientation, PixelSize)? {
    guard let video = catalog.facts(for: media)?.video else { return nil }
    let source = PictureSource(.still(media), origin: segment.origin)
    return (SourcePicture(source, facts: video, canvas: target.color.canvasLight), video.orientation, video.displaySize)
  }
}

extension Rect {
  /// Where it reaches beyond `clip`, it ends there; everywhere else its own edges, which are soft already, stay whole.
  fileprivate func cut(to clip: Rect) -> Rect {
    func start(_ own: Double, _ clip: Double) -> Double {
      let isWhole = abs(clip - clip.rounded()) < sliver
      return clip > (isWhole ? own - sliver : own + sliver) ? clip : own.rounded(.down) - 1
    }
    let (left, top) = (start(x, clip.x), start(y, clip.y))
    // An end is a start seen from the other side.
    let (right, bottom) = (-start(-maxX, -clip.maxX), -start(-maxY, -clip.maxY))
    return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }
}

extension PixelSize {
  var swapped: PixelSize { PixelSize(width: height, height: width) }
  var rect: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }
}
