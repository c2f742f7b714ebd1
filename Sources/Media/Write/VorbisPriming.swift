/// What Vorbis puts ahead of the first sample: half of its short block, with which it always begins. The encoder tells
/// only once it has made a packet, but its header has it from the start.
enum VorbisPriming {
  /// The size of short blocks, as a power of two, is in the low half of a byte of the first header.
  private static let mark: [UInt8] = [1] + Array("vorbis".utf8)
  private static let blockSizes = 28

  static func samples(in extradata: [UInt8]) -> Int? {
    guard let header = extradata.firstRange(of: mark), header.lowerBound + blockSizes < extradata.count else {
      return nil
    }
    return (1 << Int(extradata[header.lowerBound + blockSizes] & 0x0F)) / 2
  }
}
