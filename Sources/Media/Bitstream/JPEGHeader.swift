/// The frame header of a JPEG, and which of the tables that it needs are in the same file (ITU-T T.81, annex B).
///
/// A picture of Motion JPEG may lack tables that an earlier picture contains. Decoders then use the earlier tables, or
/// after a seek none, without an error.
struct JPEGHeader {
  /// Whether all, some or none of the tables that a picture needs precede its first scan.
  enum Tables { case all, some, none }

  /// The frame header with its marker. It contains the size, and the subsampling of each component.
  private(set) var frame: [UInt8] = []
  private(set) var quantization = Tables.all
  /// The Huffman tables that the first scan needs.
  private(set) var huffman = Tables.all

  /// Reads up to the first scan; nil if there is none, or no frame header.
  init?(_ packet: UnsafeBufferPointer<UInt8>) {
    var (place, brought): (Int, (quantization: Set<UInt8>, huffman: Set<UInt8>)) = (2, ([], []))
    while place + 4 <= packet.count, packet[place] == 0xFF {
      let (marker, length) = (packet[place + 1], Int(packet[place + 2]) << 8 | Int(packet[place + 3]))
      if marker == 0xFF {
        place += 1
        continue
      }
      let content = packet[min(place + 4, packet.count)..<min(max(place + 2 + length, place + 4), packet.count)]
      switch marker {
      case 0xDB: brought.quantization.formUnion(JPEGHeader.quantizationTables(in: content))
      case 0xC4: brought.huffman.formUnion(JPEGHeader.huffmanTables(in: content))
      case 0xDA:
        guard !frame.isEmpty else { return nil }
        huffman = JPEGHeader.compare(brought.huffman, with: tablesOfScan(content))
        quantization = JPEGHeader.compare(brought.quantization, with: tablesOfFrame)
        return
      case 0xC0...0xCF where ![0xC8, 0xCC].contains(marker): frame = Array(packet[place..<content.endIndex])
      default: break
      }
      guard length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  /// Whether decoding can begin with the picture.
  /// - Parameter streamHasHuffmanTables: Whether the stream contains Huffman tables. In a stream without any, decoders
  ///   use the typical ones of annex K.
  func isComplete(streamHasHuffmanTables: Bool) -> Bool {
    quantization == .all && (huffman == .all || huffman == .none && !streamHasHuffmanTables)
  }

  private static func compare(_ brought: Set<UInt8>, with needed: Set<UInt8>) -> Tables {
    if brought.isSuperset(of: needed) { return .all }
    return brought.isDisjoint(with: needed) ? .none : .some
  }

  /// The numbers of the tables in a segment `DQT`, which have values of one or of two bytes.
  private static func quantizationTables(in segment: Slice<UnsafeBufferPointer<UInt8>>) -> Set<UInt8> {
    var (tables, rest): (Set<UInt8>, Slice<UnsafeBufferPointer<UInt8>>) = ([], segment)
    while let first = rest.first {
      let size = first >> 4 == 0 ? 64 : 128
      guard rest.count > size else { break }
      tables.insert(first & 15)
      rest = rest.dropFirst(1 + size)
    }
    return tables
  }

  /// The classes and numbers of the tables in a segment `DHT`, each in a byte.
  private static func huffmanTables(in segment: Slice<UnsafeBufferPointer<UInt8>>) -> Set<UInt8> {
    var (tables, rest): (Set<UInt8>, Slice<UnsafeBufferPointer<UInt8>>) = ([], segment)
    while let first = rest.first, rest.count >= 17 {
      let count = rest.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
      guard rest.count >= 17 + count else { break }
      tables.insert(first)
      rest = rest.dropFirst(17 + count)
    }
    return tables
  }

  /// The quantization tables that the components name. A lossless frame uses none.
  private var tablesOfFrame: Set<UInt8> {
    guard frame[1] != 0xC3, frame.count > 9 else { return [] }
    return Set(stride(from: 12, to: min(frame.count, 10 + 3 * Int(frame[9])), by: 3).map { frame[$0] & 15 })
  }

  /// The Huffman tables that a scan of the frame names. An arithmetic frame uses none, a progressive scan begins with
  /// those of class 0, and a lossless one has no others.
  private func tablesOfScan(_ header: Slice<UnsafeBufferPointer<UInt8>>) -> Set<UInt8> {
    guard let count = header.first, frame[1] < 0xC9 else { return [] }
    let names = stride(from: 2, to: min(header.count, 1 + 2 * Int(count)), by: 2).map { header[header.startIndex + $0] }
    let isSequential = frame[1] < 0xC2
    return Set(names.flatMap { isSequential ? [$0 >> 4, 0x10 | $0 & 15] : [$0 >> 4] })
  }
}
