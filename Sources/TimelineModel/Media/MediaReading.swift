/// What a document says of how a file is to be understood, where the file says nothing or something wrong. Nil leaves
/// it to the file.
package struct MediaReading: Hashable, Sendable {
  package var alpha: AlphaForm?
  package var fields: FieldOrder?
  package var color: ColorMeaning?
  package var isFullRange: Bool?
  /// Whether each field of an interlaced frame becomes a picture, rather than only the earlier one. No document says
  /// so: it follows from the canvas's rate.
  package private(set) var showsBothFields = false

  package init(
    alpha: AlphaForm? = nil, fields: FieldOrder? = nil, color: ColorMeaning? = nil, isFullRange: Bool? = nil
  ) {
    self.alpha = alpha
    self.fields = fields
    self.color = color
    self.isFullRange = isFullRange
  }

  /// The same with a picture for each field or for each frame.
  package func showingBothFields(_ showsBothFields: Bool) -> MediaReading {
    var reading = self
    reading.showsBothFields = showsBothFields
    return reading
  }

  /// As the file says itself.
  package static let asWritten = MediaReading()
}

/// What the colours of a picture with alpha are.
package enum AlphaForm: String, Hashable, Sendable, Codable, CaseIterable {
  /// As they are where the picture is opaque.
  case straight
  /// Multiplied by alpha already.
  case premultiplied
}

/// Which moments a frame's lines show.
package enum FieldOrder: String, Hashable, Sendable, Codable, CaseIterable {
  /// One and the same.
  case progressive
  /// Every other line a later one: the upper field is the earlier.
  case top
  /// The lower field is the earlier.
  case bottom
}

/// How colours may be coded, by names that people know.
package enum ColorMeaning: String, Hashable, Sendable, Codable, CaseIterable {
  case bt601, bt709, bt2020
  case pq = "bt2020-pq"
  case hlg = "bt2020-hlg"

  /// In limited range.
  package var facts: ColorFacts {
    switch self {
    case .bt601:
      ColorFacts(matrix: "smpte170m", isFullRange: false, primaries: "smpte170m", transfer: "smpte170m")
    case .bt709: .bt709
    case .bt2020:
      ColorFacts(matrix: "bt2020nc", isFullRange: false, primaries: "bt2020", transfer: "bt2020-10")
    case .pq: ColorFacts(matrix: "bt2020nc", isFullRange: false, primaries: "bt2020", transfer: "smpte2084")
    case .hlg: ColorFacts(matrix: "bt2020nc", isFullRange: false, primaries: "bt2020", transfer: "arib-std-b67")
    }
  }

  /// What a canvas can have.
  package static let canvases: [ColorMeaning] = [.bt709, .pq, .hlg]

  /// As people write it.
  package var inWords: String {
    switch self {
    case .bt601: "BT.601"
    case .bt709: "BT.709"
    case .bt2020: "BT.2020"
    case .pq: "BT.2020 with PQ"
    case .hlg: "BT.2020 with HLG"
    }
  }

  /// True where there is more light than a display of 203 cd/m² shows.
  package var isHDR: Bool { self == .pq || self == .hlg }

  /// The light of a canvas of this kind. One of PQ holds all that PQ can say.
  package var canvasLight: PictureLight { facts.light(peak: 10_000) }
}

extension MediaFacts {
  /// What is known of the file once it is read as a document says.
  package func read(as reading: MediaReading) -> MediaFacts {
    guard reading != .asWritten else { return self }
    var facts = self
    if let alpha = reading.alpha { facts.video?.alphaForm = alpha }
    if let fields = reading.fields { facts.video?.fields = fields }
    if let color = reading.color, let own = facts.video?.color {
      facts.video?.color = color.facts
      facts.video?.color.isFullRange = own.isFullRange
    }
    if let isFullRange = reading.isFullRange, let pixelFormat = facts.video?.pixelFormat {
      facts.video?.color.isFullRange = isFullRange
      if !isFullRange { facts.video?.pixelFormat = PixelFormatName.withoutRange(pixelFormat) }
    }
    if reading.showsBothFields { facts.video?.showBothFields() }
    return facts
  }
}
