import Planner
import TimelineModel

/// A one-track composition on a 320x180 canvas, to be changed by the test.
func composition(
  _ segments: [VideoSegment], rate: FrameRate = FrameRate(25), end: Rational? = nil, titles: [Title] = [],
  layers: [Layer] = [Layer(content: .track("main"))], more: [VideoTrack] = [], size: PixelSize = canvasSize
) -> Composition {
  let end = TimelineTime(end ?? segments.last?.range.end.seconds ?? .one)
  return Composition(
    canvas: Canvas(size: size, rate: rate), end: end,
    videoTracks: [VideoTrack(id: "main", segments: segments)] + more,
    instructions: [Instruction(range: TimelineRange(.zero, end), layers: layers)], titles: titles,
    output: OutputSettings(
      preset: "test", container: .mp4, video: VideoSettings(encoder: "libx264", pixelFormat: "yuv420p"), audio: nil))
}

let canvasSize = PixelSize(width: 320, height: 180)

func range(_ start: Rational, _ end: Rational) -> TimelineRange { TimelineRange(TimelineTime(start), TimelineTime(end)) }

func seconds(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational { Rational(numerator, denominator) }

/// A stretch of a movie, from `source` on at normal speed unless `sourceLength` says otherwise.
func movie(
  _ name: String, _ start: Rational, _ end: Rational, from source: Rational = .zero, sourceLength: Rational? = nil,
  placement: Placement = Placement(), opacity: Curve<Double> = Curve(1), fade: Fade = .none
) -> VideoSegment {
  let target = range(start, end)
  let length = sourceLength ?? target.duration
  let mapping = TimeMapping(source: SourceRange(start: SourceTime(source), duration: length), target: target)
  return VideoSegment(
    content: .movie(MediaReference(name), mapping), range: target, placement: placement, opacity: opacity, fade: fade)
}

func gap(_ start: Rational, _ end: Rational) -> VideoSegment { VideoSegment(content: .gap, range: range(start, end)) }

func facts(
  _ size: PixelSize = canvasSize, timing: FrameTiming = .regular(FrameRate(25), count: 250),
  pixelFormat: String = "yuv420p", hasAlpha: Bool = false, orientation: Orientation = .upright,
  color: ColorFacts = .canvas, start: Rational = .zero
) -> MediaFacts {
  MediaFacts(
    container: "mov",
    video: VideoFacts(
      stream: 0, codec: "h264", codedSize: size, orientation: orientation, pixelFormat: pixelFormat,
      hasAlpha: hasAlpha, color: color, start: start, timing: timing))
}

func catalog(_ media: [String: MediaFacts]) -> MediaCatalog {
  MediaCatalog(media: Dictionary(uniqueKeysWithValues: media.map { (MediaReference($0), .found($1)) }))
}

func plan(_ composition: Composition, _ media: [String: MediaFacts], scale: Rational = .one) -> PicturePlan {
  let target = RenderTarget(canvas: composition.canvas.size, settings: composition.output.video!, scale: scale)
  return PicturePlan(composition, catalog: catalog(media), target: target)
}

/// The frame of each movie that goes into output frame `index`.
func sourceFrames(_ plan: PicturePlan, at index: Int64) -> [Int64] {
  plan.recipe(for: index).sources.compactMap {
    if case .movie(_, let frame) = $0.content { frame } else { nil }
  }
}
