import Diagnostics
import Syntax
import TimelineModel

extension Lowering {
  /// Size and rate as written, or those of the first moving clip of the lowest video or av track.
  mutating func lowerCanvas() {
    lowerSizeAndRate()
    if let size = document.canvas?.value.size, size.value.width * size.value.height > options.mostPixels {
      log.report(
        .limitExceeded,
        "a canvas has at most \(options.mostPixels) pixels (`--max-pixels`); this one has \(size.value.width * size.value.height)",
        at: size.span)
    }
    if let start = document.canvas?.value.start {
      canvas.start = seconds(start, on: Clock(rate: canvas.rate)) ?? .zero
      canvas.startDropsFrames = start.value.terms.contains { term in
        if case .timecode(let timecode) = term.value { timecode.dropsFrames } else { false }
      }
    }
  }

  private mutating func lowerSizeAndRate() {
    let written = document.canvas?.value
    let model = written?.size == nil || written?.rate == nil ? firstMovingClip() : nil
    canvasSize = written?.size?.value ?? model.map(evenSize)
    guard let size = canvasSize, let rate = written?.rate?.value ?? model?.timing.rate?.usual
    else {
      // Without a picture nobody sees the canvas; only its rate is used, to count frames.
      if document.tracks.contains(where: { $0.value.kind?.value.hasPicture ?? true }) { reportUnknownCanvas(model) }
      canvas.size = written?.size?.value ?? canvas.size
      canvas.rate = written?.rate?.value ?? canvas.rate
      canvas.background = written?.background?.value ?? canvas.background
      canvas.sampleRate = written?.sampleRate?.value ?? canvas.sampleRate
      canvas.channels = written?.channels?.value ?? canvas.channels
      canvas.color = written?.colorSpace?.value ?? canvas.color
      return
    }
    canvas = Canvas(
      size: size, rate: rate, background: written?.background?.value ?? .black,
      sampleRate: written?.sampleRate?.value ?? 48000, channels: written?.channels?.value ?? 2,
      color: written?.colorSpace?.value ?? .bt709,
      origin: Origin(
        document.canvas?.span,
        [.size: written?.size?.span, .rate: written?.rate?.span, .background: written?.background?.span]))
  }

  private func firstMovingClip() -> VideoFacts? {
    for track in document.tracks.reversed() where track.value.kind?.value.hasPicture ?? false {
      for segment in track.value.segments {
        guard case .clip(let item) = segment.value.content, let media = reference(item.clip.value),
          let video = catalog.facts(for: media)?.video, video.timing != .still
        else { continue }
        return video
      }
    }
    return nil
  }

  private func reference(_ clip: ClipItem) -> MediaReference? {
    switch clip {
    case .inline(let asset): return asset.reference
    case .named(let name):
      if let asset = assets[name.value] { if case .media(let media) = asset { return media } else { return nil } }
      return MediaReference(name.value)
    }
  }

  /// Chroma is stored for pairs of pixels, so both sides have to be even.
  private func evenSize(_ facts: VideoFacts) -> PixelSize {
    let size = facts.displaySize
    return PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
  }

  private mutating func reportUnknownCanvas(_ model: VideoFacts?) {
    lengthsAreKnown = false
    // A clip that is missing has its own diagnostic; without it there might be a canvas.
    let somethingIsMissing = document.mediaReferences.contains {
      catalog.media[$0] != nil && catalog.facts(for: $0) == nil
    }
    let isReadable = document.tracksAreReadable && document.tracks.allSatisfy(\.value.isReadable)
    guard !somethingIsMissing, isReadable, document.canvas?.value.isReadable != false,
      !(options.isOffline && !document.mediaReferences.isEmpty), !document.tracks.isEmpty
    else { return }
    let why =
      model == nil
      ? "no clip has a size and a rate to take it from" : "the rate of the first clip varies"
    let canvas = "{ size: \(model.map(evenSize) ?? PixelSize(width: 1920, height: 1080)), rate: 30 }"
    let changes =
      (document.canvas == nil ? document.tracksSpan : nil).map { span in
        [DocumentChange.set(key: "canvas", to: canvas, in: .around(span))]
      } ?? []
    log.report(
      .canvasUnknown, "the canvas is not given, and \(why)", at: document.canvas?.span ?? document.tracksSpan,
      fixIts: [FixIt("add `canvas: \(canvas)`", changes)])
  }
}
