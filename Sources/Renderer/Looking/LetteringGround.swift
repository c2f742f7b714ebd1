import Media
import Planner
import TimelineModel

/// What lies behind letters, at times four of which are in a second.
struct LetteringGround {
  private let lettering: Lettering
  private let title: Title
  private let rate: FrameRate
  private let mask: FrameRenderer
  private let ground: FrameRenderer

  /// - Parameter ground: the composition without its letters.
  init(
    _ lettering: Lettering, of composition: Composition, ground: Composition, on target: RenderTarget,
    in folder: MediaFolder
  ) {
    self.lettering = lettering
    title = composition.titles[lettering.title]
    rate = composition.canvas.rate
    let frames = rate.frames(in: title.range)
    func renderer(_ composition: Composition) -> FrameRenderer {
      FrameRenderer(
        PicturePlan(composition, catalog: folder.catalog, target: target, frames: frames, level: .full), folder: folder)
    }
    mask = renderer(composition.mask(of: lettering, folder.catalog))
    self.ground = renderer(ground)
  }

  /// The time at which the letters are hardest to read; nil where they never stand out in full.
  func worst(
    within frames: Range<Int64>, _ cancellation: CancellationFlag
  ) throws(RenderFailure) -> PictureFindings.TextOnPicture? {
    let shown = rate.frames(in: title.range).clamped(to: 0..<mask.plan.composition.frameCount).clamped(to: frames)
    let step = max(1, (rate.perSecond / Rational(4)).rounded ?? 1)
    let moments = stride(from: shown.lowerBound, to: shown.upperBound, by: Int(step)).map { frame in
      (frame: frame, strength: strength(at: frame))
    }
    guard let strongest = moments.map(\.strength).max(), strongest > 0 else { return nil }
    var worst: PictureFindings.TextOnPicture?
    // While it fades in or out, a text is not to be read yet, or any more.
    for moment in moments where moment.strength >= 0.99 * strongest {
      try cancellation.check()
      let letters = try mask.displayed(try mask.frame(moment.frame), at: moment.frame)
      let behind = try ground.displayed(try ground.frame(moment.frame), at: moment.frame)
      guard let (color, contrast) = nearest(letters, behind, moment.strength) else { continue }
      guard contrast < worst?.contrast ?? .infinity else { continue }
      worst = PictureFindings.TextOnPicture(
        span: lettering.span, time: TimelineTime(rate.seconds(ofFrame: moment.frame)), color: lettering.color,
        ground: color, contrast: contrast)
    }
    return worst
  }

  private func strength(at frame: Int64) -> Double {
    title.layer.strength(
      at: TimelineTime(rate.seconds(ofFrame: frame)), of: lettering.path[...], in: title.range)
  }

  /// The quarter of the pixels behind the letters that differs least from them: its mean, and the contrast that its last
  /// pixel has. A pixel counts by how much of it letters cover.
  private func nearest(
    _ letters: DisplayedPicture, _ behind: DisplayedPicture, _ strength: Double
  ) -> (Color, contrast: Double)? {
    let opacity = Double(lettering.color.alpha) / 255 * strength
    var pixels: [(color: Color, weight: Int, contrast: Double)] = []
    for pixel in 0..<letters.size.width * letters.size.height where letters.rgb[3 * pixel + 1] >= 16 {
      let color = behind.color(pixel)
      pixels.append(
        (color, Int(letters.rgb[3 * pixel + 1]), lettering.color.mixed(over: color, opacity).contrast(with: color)))
    }
    guard !pixels.isEmpty else { return nil }
    pixels.sort { $0.contrast < $1.contrast }
    let quarter = pixels.reduce(0) { $0 + $1.weight } / 4
    var (sum, weight) = (SIMD3<Int>.zero, 0)
    for pixel in pixels {
      sum &+= SIMD3(Int(pixel.color.red), Int(pixel.color.green), Int(pixel.color.blue)) &* pixel.weight
      weight += pixel.weight
      guard weight >= quarter else { continue }
      let mean = (sum &+ weight / 2) / weight
      return (Color(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z)), pixel.contrast)
    }
    return nil
  }
}

extension DisplayedPicture {
  fileprivate func color(_ pixel: Int) -> Color {
    Color(red: rgb[3 * pixel], green: rgb[3 * pixel + 1], blue: rgb[3 * pixel + 2])
  }
}

extension Color {
  /// What it looks like over another colour, with this opacity in place of its own.
  fileprivate func mixed(over ground: Color, _ opacity: Double) -> Color {
    func mix(_ front: UInt8, _ back: UInt8) -> UInt8 {
      UInt8((Double(back) + (Double(front) - Double(back)) * opacity).rounded())
    }
    return Color(red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue))
  }
}
