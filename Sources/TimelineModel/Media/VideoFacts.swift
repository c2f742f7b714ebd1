import Diagnostics

/// What is known about a picture stream.
package struct VideoFacts: Hashable, Sendable, Codable {
  package var stream: Int
  package var codec: String
  /// libav's name for the codec's profile, such as `Constrained Baseline`; nil where it is not known.
  package var profile: String?
  /// The codec's own number for its level: 40 is H.264's level 4.
  package var level: Int?
  /// The size of the coded picture, before orientation and pixel aspect.
  package var codedSize: PixelSize
  /// Width of a pixel over its height.
  package var pixelAspect: Rational
  package var orientation: Orientation
  /// libav's name, such as `yuv420p`.
  package var pixelFormat: String
  package var hasAlpha: Bool
  /// What the colours of a picture with alpha are; files do not say.
  package var alphaForm = AlphaForm.straight
  package var fields = FieldOrder.progressive
  /// True where what counts as a frame is a field, of which there are two in each that is coded.
  package private(set) var showsBothFields = false
  package var color: ColorFacts
  /// The brightest that the picture becomes, in cd/m², where an HDR stream says.
  package var peakLuminance: Double?
  /// The losses of the stream; nil if nobody has looked for them.
  package var losses: PacketLosses?
  /// Whether parts of the stream have different codec headers in the container; `nil` means no.
  package var hasSeveralHeaders: Bool?
  /// Whether the container flags every picture as a keyframe although its codec predicts pictures; `nil` means no.
  package var hasDoubtfulKeys: Bool?
  /// Whether the container's index lists other packets than there are; `nil` means no.
  package var hasWrongIndex: Bool?
  /// Whether the first packet says something without which later ones are decoded to something else; `nil` if it does
  /// not.
  package var needsFirstPacket: Bool?
  /// How to tell when frames are shown whose packets do not say; nil where all do.
  package var impliedTimes: ImpliedTimes?
  /// The container time of the first frame, in seconds.
  package var start: Rational
  /// By how many seconds frames are shown later than the packets say that libavformat gives; `nil` means none.
  package var delay: Rational?
  package var timing: FrameTiming

  package init(
    stream: Int, codec: String, profile: String? = nil, level: Int? = nil, codedSize: PixelSize,
    pixelAspect: Rational = .one,
    orientation: Orientation = .upright, pixelFormat: String = "yuv420p", hasAlpha: Bool = false,
    color: ColorFacts = ColorFacts(), start: Rational = .zero, timing: FrameTiming
  ) {
    self.stream = stream
    self.codec = codec
    self.profile = profile
    self.level = level
    self.codedSize = codedSize
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.pixelFormat = pixelFormat
    self.hasAlpha = hasAlpha
    self.color = color
    self.start = start
    self.timing = timing
  }

  /// Counts the fields of interlaced frames one by one.
  mutating func showBothFields() {
    guard fields != .progressive, !showsBothFields, case .regular(let rate, let count) = timing else { return }
    showsBothFields = true
    timing = .regular(FrameRate(rate.perSecond * Rational(2)) ?? rate, count: 2 * count)
  }

  /// How many frames that are coded stand in a second.
  package var codedRate: FrameRate? {
    guard showsBothFields, let rate = timing.rate else { return timing.rate }
    return FrameRate(rate.perSecond / Rational(2))
  }

  /// The duration of the first coded frame in seconds; nil for stills.
  var firstFrameDuration: Rational? {
    if let codedRate { return codedRate.frameDuration }
    return timing == .still ? nil : timing.end(ofFrame: 0)
  }

  /// How long the picture lasts, to the end of its last frame; nil for stills.
  package var duration: Rational? { timing.duration }

  /// Whether decoding has to begin at the start of the file, because no place is known at which it can begin otherwise.
  package var isReadFromStart: Bool {
    hasDoubtfulKeys == true || hasWrongIndex == true || needsFirstPacket == true
  }

  /// The size in square pixels, turned upright.
  package var displaySize: PixelSize {
    let wide = pixelAspect >= .one
    let width = wide ? scaled(codedSize.width, by: pixelAspect) : codedSize.width
    let height = wide ? codedSize.height : scaled(codedSize.height, by: .one / pixelAspect)
    return upright(PixelSize(width: width, height: height))
  }

  /// The size of the coded picture, turned upright.
  package var uprightSize: PixelSize { upright(codedSize) }

  private func upright(_ size: PixelSize) -> PixelSize {
    orientation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  private func scaled(_ length: Int, by factor: Rational) -> Int {
    Int((Rational(length) * factor).rounded ?? Int64(length))
  }
}

/// When the frames of a stream stand, counted from its first one.
package enum FrameTiming: Hashable, Sendable, Codable {
  /// Frame n stands at n / rate; `count` frames in all.
  case regular(FrameRate, count: Int64)
  /// Frame n stands at `places[n]` / rate until the next one, the last until `end`; in seconds, the first at place 0.
  /// Places may be without a frame.
  case sparse(FrameRate, places: [Int64], end: Rational)
  /// Frame n stands at `times[n]` until the next one, the last until `end`; in seconds, the first at 0.
  case irregular(times: [Rational], end: Rational)
  /// One picture, for as long as anyone looks.
  case still

  /// The number of frames per second; nil if they do not stand on a regular grid.
  package var rate: FrameRate? {
    switch self {
    case .regular(let rate, _), .sparse(let rate, _, _): rate
    case .irregular, .still: nil
    }
  }

  package var duration: Rational? {
    switch self {
    case .regular(let rate, let count): rate.seconds(ofFrame: count)
    case .sparse(_, _, let end), .irregular(_, let end): end
    case .still: nil
    }
  }

  package var frameCount: Int64? {
    switch self {
    case .regular(_, let count): count
    case .sparse(_, let places, _): Int64(places.count)
    case .irregular(let times, _): Int64(times.count)
    case .still: 1
    }
  }

  /// The frame whose interval holds `seconds`, the first or last one beyond the ends.
  package func frame(at seconds: Rational) -> Int64 {
    switch self {
    case .regular(let rate, let count):
      return min(max(rate.frame(at: seconds) ?? 0, 0), max(count - 1, 0))
    case .sparse(let rate, let places, _):
      let place = rate.frame(at: seconds) ?? 0
      return Int64(max(0, places.leadingCount { $0 <= place } - 1))
    case .irregular(let times, _):
      return Int64(max(0, times.leadingCount { $0 <= seconds } - 1))
    case .still: return 0
    }
  }

  /// The frame that shows at `seconds` when time runs backward: each then holds the end of its interval and not its
  /// start.
  package func frame(before seconds: Rational) -> Int64 {
    let frame = frame(at: seconds)
    return frame > 0 && self.seconds(ofFrame: frame) == seconds ? frame - 1 : frame
  }

  /// Where frame `index` stands, in seconds from the first one.
  package func seconds(ofFrame index: Int64) -> Rational {
    switch self {
    case .regular(let rate, _): rate.seconds(ofFrame: index)
    case .sparse(let rate, let places, _):
      places.isEmpty ? .zero : rate.seconds(ofFrame: places[Int(min(max(index, 0), Int64(places.count - 1)))])
    case .irregular(let times, _): times.isEmpty ? .zero : times[Int(min(max(index, 0), Int64(times.count - 1)))]
    case .still: .zero
    }
  }
}

extension FrameTiming {
  /// Where frame `index` gives way to the next, or the picture ends.
  package func end(ofFrame index: Int64) -> Rational {
    switch self {
    case .sparse(_, let places, let end) where index >= Int64(places.count) - 1: end
    case .irregular(let times, let end) where index >= Int64(times.count) - 1: end
    default: seconds(ofFrame: index + 1)
    }
  }
}

/// How the coded picture has to be turned to stand upright: first mirrored left to right, then turned clockwise.
package struct Orientation: Hashable, Sendable, Codable {
  package var quarterTurns: Int
  package var isMirrored: Bool
  package init(quarterTurns: Int, isMirrored: Bool = false) {
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    self.isMirrored = isMirrored
  }
  package static let upright = Orientation(quarterTurns: 0)
  package var swapsAxes: Bool { quarterTurns % 2 == 1 }
}

/// How a stream's numbers mean colours, in libav's names; nil where the stream does not say.
package struct ColorFacts: Hashable, Sendable, Codable {
  package var matrix: String?
  package var isFullRange: Bool?
  package var primaries: String?
  package var transfer: String?
  package init(
    matrix: String? = nil, isFullRange: Bool? = nil, primaries: String? = nil, transfer: String? = nil
  ) {
    self.matrix = matrix
    self.isFullRange = isFullRange
    self.primaries = primaries
    self.transfer = transfer
  }
  /// True if both name a matrix, or a range, and not the same.
  package func isCodedOtherwise(than other: ColorFacts) -> Bool {
    ColorFacts.differ(matrix, other.matrix) || ColorFacts.differ(isFullRange, other.isFullRange)
  }

  /// True if both say something of one thing, and not the same.
  package func contradicts(_ other: ColorFacts) -> Bool {
    isCodedOtherwise(than: other) || ColorFacts.differ(primaries, other.primaries)
      || ColorFacts.differ(transfer, other.transfer)
  }

  private static func differ<Value: Equatable>(_ one: Value?, _ two: Value?) -> Bool {
    one != nil && two != nil && one != two
  }

  /// What is not said, as it is likely: pictures of standard definition in BT.601, all others in BT.709.
  package func resolved(pixelFormat: String, height: Int) -> ColorFacts {
    let isPacked = ["rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "x2", "pal8", "mono"].contains(
      where: pixelFormat.hasPrefix)
    if isPacked { return self }
    var result = self
    result.matrix = matrix ?? (height <= 576 ? "smpte170m" : "bt709")
    result.isFullRange = isFullRange ?? PixelFormatName.isFullRange(pixelFormat)
    return result
  }

  /// BT.709 in limited range: high definition video's own, and the canvas's.
  package static let bt709 = ColorFacts(matrix: "bt709", isFullRange: false, primaries: "bt709", transfer: "bt709")
}
