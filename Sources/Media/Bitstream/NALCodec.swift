/// The two codecs that are made of NAL units, and what their unit types mean.
enum NALCodec: Hashable, Sendable {
  case h264
  case hevc

  /// Nil for every other codec; the name is libav's.
  init?(_ name: String) {
    switch name {
    case "h264": self = .h264
    case "hevc": self = .hevc
    default: return nil
    }
  }

  /// The type in a unit's first byte.
  func type(_ first: UInt8) -> UInt8 {
    switch self {
    case .h264: first & 0x1F
    case .hevc: first >> 1 & 0x3F
    }
  }

  /// Coded slices of the picture itself.
  func isSlice(_ type: UInt8) -> Bool {
    switch self {
    case .h264: (1...5).contains(type)
    case .hevc: type < 32
    }
  }

  /// Access unit delimiters and filler, which no container of samples needs.
  func isPadding(_ type: UInt8) -> Bool {
    switch self {
    case .h264: type == 9 || type == 12
    case .hevc: type == 35 || type == 38
    }
  }
}

/// The NAL unit types of HEVC that are told apart by name.
enum HEVCUnit {
  static let blaWithLeadingPictures: UInt8 = 16
  static let cleanRandomAccess: UInt8 = 21
  /// The types of random access pictures (IRAP).
  static let randomAccess: ClosedRange<UInt8> = 16...23
  static let supplementalInformation: UInt8 = 39
}
