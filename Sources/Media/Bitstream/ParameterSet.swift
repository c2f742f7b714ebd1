/// One parameter set of H.264 or HEVC: a NAL unit that later ones refer to by its number.
struct ParameterSet: Hashable, Sendable {
  /// In the order in which they have to be sent.
  enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case video
    case sequence
    case picture
  }

  let kind: Kind
  let id: UInt32
  /// The unit with its header, without trailing zeros.
  let unit: [UInt8]

  /// Nil where the unit is not a parameter set.
  init?(_ unit: some BidirectionalCollection<UInt8>, codec: NALCodec) {
    guard let first = unit.first, let kind = Kind(codec.type(first), codec: codec) else { return nil }
    var unit = Array(unit)
    while unit.last == 0 { unit.removeLast() }
    // How important a set is as a reference is up to the writer, and copies of one set differ in it.
    if codec == .h264 { unit[0] |= 0x60 }
    self.kind = kind
    self.unit = unit
    id = ParameterSet.id(of: unit, kind: kind, codec: codec)
  }

  private static func id(of unit: [UInt8], kind: Kind, codec: NALCodec) -> UInt32 {
    switch (codec, kind) {
    case (.h264, .sequence): return H264SequenceFacts(unit).id
    case (.hevc, .sequence): return HEVCSequenceFacts(unit).id
    case (.h264, _):
      var bits = BitReader(unit, skipping: 1)
      return bits.exponential()
    case (.hevc, .picture):
      var bits = BitReader(unit, skipping: 2)
      return bits.exponential()
    case (.hevc, .video):
      var bits = BitReader(unit, skipping: 2)
      return bits.bits(4)
    }
  }
}

extension ParameterSet {
  /// Returns the kind and the number of the parameter set that this one refers to, or `nil` if it refers to none.
  func reference(in codec: NALCodec) -> (kind: Kind, id: UInt32)? {
    switch (codec, kind) {
    case (_, .picture):
      var bits = BitReader(unit, skipping: codec == .h264 ? 1 : 2)
      _ = bits.exponential()
      return (.sequence, bits.exponential())
    case (.hevc, .sequence):
      var bits = BitReader(unit, skipping: 2)
      return (.video, bits.bits(4))
    default: return nil
    }
  }

  /// Returns the number of the picture parameter set that a slice refers to.
  ///
  /// Sources: Rec. ITU-T H.264, 7.3.3; Rec. ITU-T H.265, 7.3.6.1.
  static func number(inSlice unit: some Collection<UInt8>, codec: NALCodec) -> UInt32 {
    var bits = BitReader(unit.prefix(longestBeginning), skipping: codec == .h264 ? 1 : 2)
    switch codec {
    case .h264: _ = (bits.exponential(), bits.exponential())
    case .hevc:
      bits.skip(1)
      if let first = unit.first, HEVCUnit.randomAccess.contains(codec.type(first)) { bits.skip(1) }
    }
    return bits.exponential()
  }

  /// An upper bound for the position of the number in a slice, in bytes.
  private static let longestBeginning = 32
}

extension ParameterSet.Kind {
  init?(_ type: UInt8, codec: NALCodec) {
    switch (codec, type) {
    case (.hevc, 32): self = .video
    case (.h264, 7), (.hevc, 33): self = .sequence
    case (.h264, 8), (.hevc, 34): self = .picture
    default: return nil
    }
  }

  func type(_ codec: NALCodec) -> UInt8 { codec == .h264 ? 6 + rawValue : 32 + rawValue }
}
