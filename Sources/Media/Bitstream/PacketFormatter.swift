import CFFmpeg

/// Brings a stream's packets into the form that a joined track has: units with lengths of four bytes, no delimiters or
/// filler, and parameter sets where the track keeps them.
package struct PacketFormatter: Sendable {
  private let sets: ParameterSets?
  private let known: Set<ParameterSet>
  /// What goes before every key frame.
  private let prefix: [UInt8]

  init(codec: String, extradata: [UInt8], delivery: JoinPlan.Delivery) throws(LibAVError) {
    sets = try NALCodec(codec).map { codec throws(LibAVError) in try ParameterSets(codec: codec, extradata: extradata) }
    known = Set(sets?.sets ?? [])
    prefix = delivery == .inBand ? (sets?.units ?? []).flatMap(PacketFormatter.prefixed) : []
  }

  /// The packet of an encoder whose headers this was made for.
  package func format(_ packet: EncodedPacket) throws(LibAVError) -> EncodedPacket {
    var formatted = packet
    formatted.bytes = try packet.bytes.withUnsafeBufferPointer { bytes throws(LibAVError) in
      try payload(of: bytes, isKey: packet.isKey)
    }
    return formatted
  }

  /// Returns the bytes of a packet in the form of the track.
  /// - Parameter beginsRun: Whether the packet is the first of a copied range. In HEVC a CRA picture then becomes a BLA
  ///   picture, and the picture does not make decoders discard the pictures before it that have not been output.
  /// - Throws: `LibAVError` if the packet is damaged, or contains parameter sets that the headers do not.
  func payload(
    of bytes: UnsafeBufferPointer<UInt8>, isKey: Bool, beginsRun: Bool = false
  ) throws(LibAVError) -> [UInt8] {
    guard let sets else { return Array(bytes) }
    var payload = isKey ? prefix : []
    payload.reserveCapacity(payload.count + bytes.count + 64)
    var offset = 0
    while let unit = sets.framing.next(in: bytes, from: &offset) {
      let type = sets.codec.type(bytes[unit.lowerBound])
      if sets.codec.isPadding(type) { continue }
      if let set = ParameterSet(bytes[unit], codec: sets.codec) {
        guard known.contains(set) else {
          throw PacketFormatter.failure("a packet brings parameter sets that are not in the stream's headers")
        }
        continue
      }
      payload += PacketFormatter.length(unit.count)
      let start = payload.count
      payload += bytes[unit]
      guard beginsRun, sets.codec == .hevc else { continue }
      if type == HEVCUnit.cleanRandomAccess { payload[start] = payload[start] & 0x81 | HEVCUnit.blaWithLeadingPictures << 1 }
      // no_output_of_prior_pics_flag, behind a header of two bytes and a bit (Rec. ITU-T H.265, 7.3.6.1).
      if HEVCUnit.randomAccess.contains(type), unit.count > 2 { payload[start + 2] &= 0xBF }
    }
    guard offset == bytes.count else { throw PacketFormatter.failure("a packet is damaged") }
    return payload
  }

  private static func prefixed(_ unit: [UInt8]) -> [UInt8] { length(unit.count) + unit }

  private static func length(_ count: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
  }

  private static func failure(_ text: String) -> LibAVError {
    LibAVError(call: "copy", code: cff_error_invalid_data, text: text)
  }
}
