import CFFmpeg

/// Writes the boxes in which MP4 and Matroska keep parameter sets: avcC and hvcC, for packets whose units have lengths
/// of four bytes.
enum DecoderConfiguration {
  /// Returns an avcC with the parameter sets `sets`. Its profile and level cover `others` too, which are in the packets.
  /// - Throws: `LibAVError` if an avcC cannot contain the sets, or if chroma formats or bit depths differ.
  static func avc(_ sets: [ParameterSet], besides others: [ParameterSet] = []) throws(LibAVError) -> [UInt8] {
    let sequences = sets.filter { $0.kind == .sequence }
    let pictures = sets.filter { $0.kind == .picture }
    let facts = (sequences + others.filter { $0.kind == .sequence }).map { H264SequenceFacts($0.unit) }
    guard let first = facts.first, sequences.count < 32, pictures.count < 256 else {
      throw failure("an avcC holds 1 to 31 sequence parameter sets, not \(sequences.count)")
    }
    guard facts.allSatisfy({ $0.format == first.format }) else {
      throw failure("the parts differ in chroma format or bits per sample")
    }
    let profile = facts.map(\.profile).max()!
    var bytes = [1, profile, facts.reduce(0xFF) { $0 & $1.constraints }, facts.map(\.level).max()!, 0xFF]
    bytes += [0xE0 | UInt8(sequences.count)] + sequences.flatMap { prefixed($0.unit) }
    bytes += [UInt8(pictures.count)] + pictures.flatMap { prefixed($0.unit) }
    if H264SequenceFacts.saysFormat(profile) {
      bytes += [
        0xFC | first.format.chroma, 0xF8 | first.format.lumaBits, 0xF8 | first.format.chromaBits, 0,
      ]
    }
    return bytes
  }

  /// Returns an hvcC with the parameter sets `sets`. Its profile, level and layers cover `others` too, which are in the
  /// packets.
  /// - Throws: `LibAVError` if there is no sequence parameter set.
  static func hevc(_ sets: ParameterSets, besides others: [ParameterSet] = []) throws(LibAVError) -> [UInt8] {
    let sequences = (sets.sets + others).filter { $0.kind == .sequence }
    guard let first = sequences.first else { throw failure("the headers hold no sequence parameter set") }
    let facts = sequences.dropFirst().reduce(HEVCSequenceFacts(first.unit)) { facts, other in
      facts.joined(with: HEVCSequenceFacts(other.unit))
    }
    var bytes: [UInt8] = [1] + facts.profileAndLevel
    // Nothing is promised about spatial segments, parallelism and the frame rate.
    bytes += [0xF0, 0, 0xFC, 0xFC | facts.format.chroma]
    bytes += [0xF8 | facts.format.lumaBits, 0xF8 | facts.format.chromaBits, 0, 0]
    bytes.append((facts.temporalLayers & 7) << 3 | (facts.isTemporallyNested ? 4 : 0) | 3)
    var arrays = ParameterSet.Kind.allCases.map { kind in
      (type: kind.type(.hevc), units: sets.sets.filter { $0.kind == kind }.map(\.unit))
    }
    arrays.append((HEVCUnit.supplementalInformation, sets.others))
    arrays.removeAll { $0.units.isEmpty }
    bytes.append(UInt8(arrays.count))
    for (type, units) in arrays {
      bytes += [type, UInt8(units.count >> 8), UInt8(units.count & 0xFF)] + units.flatMap(prefixed)
    }
    return bytes
  }

  private static func prefixed(_ unit: [UInt8]) -> [UInt8] {
    [UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)] + unit
  }

  private static func failure(_ text: String) -> LibAVError {
    LibAVError(call: "parameter sets", code: cff_error_invalid_argument, text: text)
  }
}
