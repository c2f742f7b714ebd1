/// What an encoder made of one frame of picture or sound, as a plain value.
///
/// Times are counted in frames for pictures and in samples for sound. Sound begins at minus the encoder's priming, so
/// that sample 0 is presented at time 0.
package struct EncodedPacket: Hashable, Sendable {
  package var bytes: [UInt8]
  package var pts: Int64
  package var dts: Int64
  package var duration: Int64
  package var isKey: Bool
  /// What Matroska keeps beside the packet, such as the alpha of VP9, behind eight bytes that say what it is.
  package var addition: [UInt8]

  package init(bytes: [UInt8], pts: Int64, dts: Int64, duration: Int64, isKey: Bool, addition: [UInt8] = []) {
    self.bytes = bytes
    self.pts = pts
    self.dts = dts
    self.duration = duration
    self.isKey = isKey
    self.addition = addition
  }
}
