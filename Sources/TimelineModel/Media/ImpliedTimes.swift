/// How to find out when the frames of a stream are shown whose packets do not all say so: from their order, which is
/// that of decoding, and the times of decoding.
package struct ImpliedTimes: Hashable, Sendable, Codable {
  /// How many frames at most are decoded before one that is shown before them.
  package var depth: Int
  /// True where the times only number the packets: the first frame that is shown has the time of the first packet.
  /// Otherwise a frame is shown when the one is decoded that the decoder has to have before it can give it.
  package var numbersPackets: Bool
  /// How much later than that a frame is shown, in ticks, by the packets that say it.
  package var shift: Int64
  /// True where decoding times are missing or not to be trusted after a seek, so that frames can only be told by
  /// counting from the start.
  package var countsFromStart: Bool

  package init(depth: Int, numbersPackets: Bool, shift: Int64, countsFromStart: Bool) {
    self.depth = depth
    self.numbersPackets = numbersPackets
    self.shift = shift
    self.countsFromStart = countsFromStart
  }
}
