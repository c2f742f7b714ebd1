import Media

/// A piece of picture after encoding.
struct EncodedPiece: Hashable, Sendable {
  var parameters: StreamParameters
  /// In decoding order; times count frames from the first of the piece.
  var packets: [EncodedPacket]
}

extension EncodedPiece {
  /// How many packets a decoder has to hold back, as found in the packets.
  var reorderDepth: Int {
    Int(packets.enumerated().map { Int64($0.offset) - $0.element.pts }.max() ?? 0)
  }
}
