/// A function that reads bytes of a file: fewer than it is asked for at the end.
typealias ByteReading = (_ position: Int64, _ count: Int) throws(LibAVError) -> [UInt8]

extension Int64 {
  /// A number whose first byte is its highest, of at most eight bytes.
  init(bigEndian bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Int64($1) } }

  /// A number whose first byte is its lowest, of at most eight bytes.
  init(littleEndian bytes: some BidirectionalCollection<UInt8>) { self.init(bigEndian: bytes.reversed()) }
}
