/// What is done to a source's frame before anything is drawn of it, so that it means what the canvas's pixels mean.
package struct FrameTreatment: Hashable, Sendable {
  /// The fields that are made into one moment; progressive where there is nothing to do.
  package var fields = FieldOrder.progressive
  /// True where each field makes a picture of its own.
  package var showsBothFields = false
  /// True for gray in limited range, which `scale` takes for full.
  package var isLimitedGray = false
  package var alphaForm = AlphaForm.straight
  /// Nil where the colours need no more than another matrix or range, which `scale` sees to.
  package var light: LightMapping?

  package init() {}

  package static let none = FrameTreatment()

  /// What treated frames are: planar with a chroma sample for every pixel, or RGB where there is alpha.
  package func pixelFormat(of own: String, hasAlpha: Bool) -> String {
    if hasAlpha, alphaForm == .premultiplied || light != nil { return "rgba64le" }
    if light != nil { return "yuv444p10le" }
    return isLimitedGray ? "yuv420p" : own
  }
}

/// From the light of one kind of picture to the light of another.
package struct LightMapping: Hashable, Sendable {
  package var source: PictureLight
  package var target: PictureLight

  package init(from source: PictureLight, to target: PictureLight) {
    self.source = source
    self.target = target
  }

  /// What brings a picture onto a canvas; nil where their light is of one kind.
  package init?(from source: PictureLight, onto canvas: PictureLight) {
    if source.primaries == canvas.primaries, source.transfer == canvas.transfer { return nil }
    self.init(from: source, to: canvas)
  }

  /// True where highlights have to be held back.
  package var compresses: Bool { source.peak > target.peak }

  /// How the numbers of such a canvas are coded.
  package var targetFacts: ColorFacts {
    switch target.transfer {
    case .sdr: .bt709
    case .pq: ColorMeaning.pq.facts
    case .hlg: ColorMeaning.hlg.facts
    }
  }

}

/// What light the numbers of a picture stand for.
package struct PictureLight: Hashable, Sendable {
  package var primaries: Primaries
  package var transfer: Transfer
  /// The brightest that a pixel becomes, in cd/m².
  package var peak: Double

  package enum Primaries: String, Hashable, Sendable { case bt709, p3, bt2020 }
  /// `sdr` is a display of gamma 2.4 whose white has 203 cd/m², as BT.2408 lays SDR and HDR side by side.
  package enum Transfer: String, Hashable, Sendable { case sdr, pq, hlg }

  package static let referenceWhite = 203.0
  /// What HLG displays and most graders of PQ have.
  package static let usualPeak = 1000.0

  package init(_ primaries: Primaries, _ transfer: Transfer, peak: Double? = nil) {
    self.primaries = primaries
    self.transfer = transfer
    self.peak =
      switch transfer {
      case .sdr: PictureLight.referenceWhite
      case .hlg: PictureLight.usualPeak
      case .pq: min(max(peak ?? PictureLight.usualPeak, PictureLight.referenceWhite), 10_000)
      }
  }

  package static let bt709 = PictureLight(.bt709, .sdr)

  /// The shares of red, green and blue in the luma of a canvas of this light.
  package var lumaWeights: SIMD3<Float> {
    transfer == .sdr ? SIMD3(0.2126, 0.7152, 0.0722) : SIMD3(0.2627, 0.6780, 0.0593)
  }
}

extension ColorFacts {
  /// The light that such colours stand for. The primaries of BT.601 are so near BT.709's that they are taken for them,
  /// as nearly every camera and player does; a stream that does not say is BT.709.
  package func light(peak: Double? = nil) -> PictureLight {
    let kind: PictureLight.Transfer =
      switch transfer {
      case "smpte2084": .pq
      case "arib-std-b67": .hlg
      default: .sdr
      }
    switch primaries {
    case "bt2020": return PictureLight(.bt2020, kind, peak: peak)
    case "smpte432": return PictureLight(.p3, kind, peak: peak)
    case nil: return PictureLight(kind == .sdr ? .bt709 : .bt2020, kind, peak: peak)
    default: return PictureLight(.bt709, kind, peak: peak)
    }
  }
}
