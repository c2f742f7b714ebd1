import CFFmpeg
import TimelineModel

extension ColorFacts {
  init(
    matrix: AVColorSpace, range: AVColorRange, primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic
  ) {
    self.init(
      matrix: matrix == AVCOL_SPC_UNSPECIFIED ? nil : av_color_space_name(matrix).map { String(cString: $0) },
      isFullRange: range == AVCOL_RANGE_UNSPECIFIED ? nil : range == AVCOL_RANGE_JPEG,
      primaries: primaries == AVCOL_PRI_UNSPECIFIED
        ? nil : av_color_primaries_name(primaries).map { String(cString: $0) },
      transfer: transfer == AVCOL_TRC_UNSPECIFIED ? nil : av_color_transfer_name(transfer).map { String(cString: $0) })
  }

  /// Reads what a stream's parameters say.
  init(_ parameters: AVCodecParameters) {
    self.init(
      matrix: parameters.color_space, range: parameters.color_range, primaries: parameters.color_primaries,
      transfer: parameters.color_trc)
  }

  var libavMatrix: AVColorSpace { named(matrix, AVCOL_SPC_UNSPECIFIED, av_color_space_from_name) }
  var libavPrimaries: AVColorPrimaries { named(primaries, AVCOL_PRI_UNSPECIFIED, av_color_primaries_from_name) }
  var libavTransfer: AVColorTransferCharacteristic {
    named(transfer, AVCOL_TRC_UNSPECIFIED, av_color_transfer_from_name)
  }
  var libavRange: AVColorRange {
    isFullRange.map { $0 ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG } ?? AVCOL_RANGE_UNSPECIFIED
  }

  private func named<Value: RawRepresentable<UInt32>>(
    _ name: String?, _ unspecified: Value, _ lookUp: (UnsafePointer<CChar>?) -> Int32
  ) -> Value {
    guard let name else { return unspecified }
    let found = lookUp(name)
    return found < 0 ? unspecified : Value(rawValue: UInt32(found)) ?? unspecified
  }

  func apply(to frame: UnsafeMutablePointer<AVFrame>) {
    frame.pointee.colorspace = libavMatrix
    frame.pointee.color_range = libavRange
    frame.pointee.color_primaries = libavPrimaries
    frame.pointee.color_trc = libavTransfer
  }

  /// What this leaves unsaid, as `other` says it.
  func filled(from other: ColorFacts) -> ColorFacts {
    ColorFacts(
      matrix: matrix ?? other.matrix, isFullRange: isFullRange ?? other.isFullRange,
      primaries: primaries ?? other.primaries, transfer: transfer ?? other.transfer)
  }
}
