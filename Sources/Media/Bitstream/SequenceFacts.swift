/// What the sequence parameter set of H.264 says of a stream, as far as a container repeats it.
struct H264SequenceFacts: Hashable, Sendable {
  var profile: UInt8
  /// The constraint flags; each is a promise to decoders.
  var constraints: UInt8
  var level: UInt8
  var id: UInt32
  var format = SampleFormat()
  /// Whether frames with the quantiser 0 are lossless.
  var bypassesTransform = false

  /// Baseline, Main and Extended know only 4:2:0 in eight bits and do not say so.
  static func saysFormat(_ profile: UInt8) -> Bool { ![66, 77, 88].contains(profile) }

  init(_ unit: [UInt8]) {
    var bits = BitReader(unit, skipping: 1)
    profile = UInt8(bits.bits(8))
    constraints = UInt8(bits.bits(8))
    level = UInt8(bits.bits(8))
    id = bits.exponential()
    guard H264SequenceFacts.saysFormat(profile) else { return }
    format.readChroma(&bits)
    format.readDepths(&bits)
    bypassesTransform = bits.bit() == 1
  }
}

/// What the sequence parameter set of HEVC says of a stream, likewise.
struct HEVCSequenceFacts: Hashable, Sendable {
  var temporalLayers: UInt8
  var isTemporallyNested: Bool
  /// Profile, compatibility, constraints and level: twelve bytes as they stand in the set.
  var profileAndLevel: [UInt8]
  var id: UInt32
  var format = SampleFormat()

  init(_ unit: [UInt8]) {
    var bits = BitReader(unit, skipping: 2)
    bits.skip(4)
    let more = bits.bits(3)
    temporalLayers = UInt8(more) + 1
    isTemporallyNested = bits.bit() == 1
    profileAndLevel = (0..<12).map { _ in UInt8(bits.bits(8)) }
    HEVCSequenceFacts.skipLayers(more, in: &bits)
    id = bits.exponential()
    format.readChroma(&bits)
    _ = (bits.exponential(), bits.exponential())
    if bits.bit() == 1 { for _ in 0..<4 { _ = bits.exponential() } }
    format.readDepths(&bits)
  }

  /// Profiles and levels of the lower temporal layers.
  private static func skipLayers(_ count: UInt32, in bits: inout BitReader) {
    guard count > 0 else { return }
    let saysProfileAndLevel = (0..<count).map { _ in (profile: bits.bit() == 1, level: bits.bit() == 1) }
    bits.skip(2 * (8 - Int(count)))
    for layer in saysProfileAndLevel {
      if layer.profile { bits.skip(88) }
      if layer.level { bits.skip(8) }
    }
  }
}

extension HEVCSequenceFacts {
  /// Returns the facts of a stream with both parameter sets: the higher tier, level and number of layers, and the
  /// compatibility and constraint flags that both set.
  ///
  /// Source: Rec. ITU-T H.265, 7.3.3 (`profile_tier_level`).
  func joined(with other: HEVCSequenceFacts) -> HEVCSequenceFacts {
    let (a, b) = (profileAndLevel, other.profileAndLevel)
    var result = self
    result.temporalLayers = max(temporalLayers, other.temporalLayers)
    result.isTemporallyNested = isTemporallyNested && other.isTemporallyNested
    for place in 1...10 { result.profileAndLevel[place] = a[place] & b[place] }
    let profiles = [a[0] & 0x1F, b[0] & 0x1F]
    let profile = profiles.filter(result.promises).max() ?? profiles.max()!
    result.profileAndLevel[0] = a[0] & 0xC0 | (a[0] | b[0]) & 0x20 | profile
    result.profileAndLevel[11] = max(a[11], b[11])
    return result
  }

  /// Whether the compatibility flag of a profile is set.
  /// - Parameter profile: `general_profile_idc`.
  private func promises(_ profile: UInt8) -> Bool {
    profileAndLevel[1 + Int(profile) / 8] & (0x80 >> (profile % 8)) != 0
  }
}

/// How samples are stored.
struct SampleFormat: Hashable, Sendable {
  /// 1 is 4:2:0; two bits.
  var chroma: UInt8 = 1
  /// Bits per sample above eight; three bits.
  var lumaBits: UInt8 = 0
  var chromaBits: UInt8 = 0

  /// Both codecs write it alike, but for what HEVC writes in between.
  fileprivate mutating func readChroma(_ bits: inout BitReader) {
    chroma = UInt8(bits.exponential() & 3)
    if chroma == 3 { bits.skip(1) }
  }

  fileprivate mutating func readDepths(_ bits: inout BitReader) {
    lumaBits = UInt8(bits.exponential() & 7)
    chromaBits = UInt8(bits.exponential() & 7)
  }
}
