package import Media

/// The packets of one piece of sound.
package struct EncodedSound: Hashable, Sendable {
  package var parameters: StreamParameters
  /// Timed by the samples from the piece's first one, or from the programme's where it says so.
  package var packets: [EncodedPacket]
  package var peak: MixPeak

  package init(parameters: StreamParameters, packets: [EncodedPacket], peak: MixPeak) {
    self.parameters = parameters
    self.packets = packets
    self.peak = peak
  }

  /// The same with every packet so many samples later.
  func shifted(by samples: Int64) -> EncodedSound {
    var result = self
    for index in result.packets.indices {
      result.packets[index].pts += samples
      result.packets[index].dts += samples
    }
    return result
  }
}
