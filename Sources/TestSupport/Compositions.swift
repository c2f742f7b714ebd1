import Media
package import TimelineModel

/// A one-track composition on a 320x180 canvas, to be changed by the test.
package func composition(
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

/// A title that is one text.
package func textTitle(
  _ text: String, _ range: TimelineRange, style: TextStyle, position: Curve<Point> = Curve(Point(x: 160, y: 90)),
  scale: Curve<Point> = Curve(Point(x: 1, y: 1)), rotation: Curve<Double> = Curve(0),
  opacity: Curve<Double> = Curve(1), fade: Fade = .none
) -> Title {
  Title(
    range: range,
    layer: TitleLayer(
      content: .text(TitleText(text, style: style)), position: position.map { RelativePoint($0) }, scale: scale,
      rotation: rotation, opacity: opacity, fade: fade))
}

package let canvasSize = PixelSize(width: 320, height: 180)

package func range(_ start: Rational, _ end: Rational) -> TimelineRange {
  TimelineRange(TimelineTime(start), TimelineTime(end))
}

package func seconds(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational { Rational(numerator, denominator) }

/// A stretch of a movie, from `source` on at normal speed unless `sourceLength` says otherwise.
package func movie(
  _ name: String, _ start: Rational, _ end: Rational, from source: Rational = .zero, sourceLength: Rational? = nil,
  placement: Placement = Placement(), opacity: Curve<Double> = Curve(1), fade: Fade = .none
) -> VideoSegment {
  let target = range(start, end)
  let length = sourceLength ?? target.duration
  let mapping = TimeMapping(source: SourceRange(start: SourceTime(source), duration: length), target: target)
  return VideoSegment(
    content: .movie(MediaReference(name), mapping), range: target, placement: placement, opacity: opacity, fade: fade)
}

package func gap(_ start: Rational, _ end: Rational) -> VideoSegment {
  VideoSegment(content: .gap, range: range(start, end))
}

package func facts(
  _ size: PixelSize = canvasSize, timing: FrameTiming = .regular(FrameRate(25), count: 250),
  pixelFormat: String = "yuv420p", hasAlpha: Bool = false, orientation: Orientation = .upright,
  color: ColorFacts = .bt709, start: Rational = .zero
) -> MediaFacts {
  MediaFacts(
    container: "mov",
    video: VideoFacts(
      stream: 0, codec: "h264", codedSize: size, orientation: orientation, pixelFormat: pixelFormat,
      hasAlpha: hasAlpha, color: color, start: start, timing: timing))
}

package func catalog(_ media: [String: MediaFacts]) -> MediaCatalog {
  MediaCatalog(media: Dictionary(uniqueKeysWithValues: media.map { (MediaReference($0), .found($1)) }))
}

extension Int {
  /// So many seconds.
  package var s: Rational { Rational(self) }
}
