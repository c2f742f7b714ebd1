extension [[Float]] {
  /// Lends the channels from sample `first` on as libswresample takes them.
  func withPlanes<Result>(
    from first: Int = 0, _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> Result
  ) -> Result {
    func lend(_ channel: Int, _ planes: inout [UnsafePointer<UInt8>?]) -> Result {
      if channel == count { return planes.withUnsafeMutableBufferPointer { body($0.baseAddress!) } }
      return self[channel].withUnsafeBytes { bytes in
        let start = bytes.baseAddress.map { $0 + first * MemoryLayout<Float>.stride }
        planes.append(start?.assumingMemoryBound(to: UInt8.self))
        return lend(channel + 1, &planes)
      }
    }
    var planes: [UnsafePointer<UInt8>?] = []
    return lend(0, &planes)
  }

  /// Lends the channels for libswresample to fill.
  mutating func withMutablePlanes<Result>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Result)
    -> Result
  {
    func lend(_ channel: Int, _ samples: inout [[Float]], _ planes: inout [UnsafeMutablePointer<UInt8>?]) -> Result {
      if channel == samples.count { return planes.withUnsafeMutableBufferPointer { body($0.baseAddress!) } }
      // Taken out, so that the others can be lent at the same time.
      var own: [Float] = []
      swap(&own, &samples[channel])
      defer { swap(&own, &samples[channel]) }
      return own.withUnsafeMutableBytes { bytes in
        planes.append(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        return lend(channel + 1, &samples, &planes)
      }
    }
    var planes: [UnsafeMutablePointer<UInt8>?] = []
    return lend(0, &self, &planes)
  }

  static func silence(channels: Int, count: Int) -> [[Float]] {
    Array(repeating: [Float](repeating: 0, count: count), count: channels)
  }
}
