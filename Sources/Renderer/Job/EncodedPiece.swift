import Media

/// A piece of picture after encoding.
struct EncodedPiece: Hashable, Sendable {
  var parameters: StreamParameters
  /// In decoding order; times count frames from the first of the piece.
  var packets: [EncodedPacket]
}
