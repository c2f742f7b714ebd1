import CFFmpeg

/// The parameter sets that a stream's headers hold, each once, and how its packets are framed.
struct ParameterSets: Hashable, Sendable {
  let codec: NALCodec
  let framing: NALFraming
  private(set) var sets: [ParameterSet] = []
  /// Other units of the headers that hold for the whole stream, such as the mastering display of HEVC.
  private(set) var others: [[UInt8]] = []

  /// `extradata` is an avcC, an hvcC, or units behind start codes.
  init(codec: NALCodec, extradata: [UInt8]) throws(LibAVError) {
    self.codec = codec
    let isConfiguration =
      switch codec {
      case .h264: extradata.first == 1
      case .hevc: extradata.count > 3 && (extradata[0] != 0 || extradata[1] != 0 || extradata[2] > 1)
      }
    var units: [ArraySlice<UInt8>] = []
    if isConfiguration {
      var reader = ConfigurationReader(extradata)
      framing = .lengthPrefixed(codec == .h264 ? reader.readAVC(&units) : reader.readHEVC(&units))
      guard reader.isWhole else {
        throw LibAVError(call: "parameter sets", code: cff_error_invalid_data, text: "the codec's headers are damaged")
      }
    } else {
      framing = .annexB
      extradata.withUnsafeBufferPointer { bytes in
        var offset = 0
        while let unit = NALFraming.annexB.next(in: bytes, from: &offset) { units.append(extradata[unit]) }
      }
    }
    for unit in units { add(unit) }
  }

  private mutating func add(_ unit: ArraySlice<UInt8>) {
    guard let first = unit.first else { return }
    if let set = ParameterSet(unit, codec: codec) {
      if !sets.contains(set) { sets.append(set) }
    } else if codec == .hevc, codec.type(first) == HEVCUnit.supplementalInformation {
      if !others.contains(Array(unit)) { others.append(Array(unit)) }
    }
  }

  /// All units in the order in which a decoder has to see them.
  var units: [[UInt8]] {
    ParameterSet.Kind.allCases.flatMap { kind in sets.filter { $0.kind == kind }.map(\.unit) } + others
  }
}

/// Walks through an avcC or hvcC box. Behind the end everything reads as zero.
private struct ConfigurationReader {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var isWhole = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes in a length.
  mutating func readAVC(_ units: inout [ArraySlice<UInt8>]) -> Int {
    position = 4
    let lengthSize = Int(byte() & 3) + 1
    for _ in 0..<(byte() & 0x1F) { units.append(unit()) }
    for _ in 0..<byte() { units.append(unit()) }
    return lengthSize
  }

  mutating func readHEVC(_ units: inout [ArraySlice<UInt8>]) -> Int {
    position = 21
    let lengthSize = Int(byte() & 3) + 1
    for _ in 0..<byte() {
      position += 1
      for _ in 0..<word() where isWhole { units.append(unit()) }
    }
    return lengthSize
  }

  private mutating func byte() -> UInt8 {
    guard position < bytes.count else {
      isWhole = false
      return 0
    }
    position += 1
    return bytes[position - 1]
  }

  private mutating func word() -> Int { Int(byte()) << 8 | Int(byte()) }

  private mutating func unit() -> ArraySlice<UInt8> {
    let length = word()
    guard position + length <= bytes.count else {
      isWhole = false
      return []
    }
    position += length
    return bytes[position - length..<position]
  }
}
