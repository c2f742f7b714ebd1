/// Gives samples of a source, one array for each channel; silence before its beginning and after its end.
package typealias SoundPull = (_ from: Int64, _ count: Int) throws(LibAVError) -> [[Float]]

extension SoundReader {
  /// Counts from sample `start` on.
  package func forward(from start: Int64) -> SoundPull {
    { from, count throws(LibAVError) in try self.read(from: start + from, count: count) }
  }

  /// Counts from sample `start` back.
  package func backward(from start: Int64) -> SoundPull {
    let reader = BackwardReader(self)
    return { from, count throws(LibAVError) in try reader.read(from: start - from, count: count) }
  }
}

/// Where what lies beyond a stretch is wanted, the stretch comes back: neither what follows it nor silence is heard.
func mirroredSound(_ pull: @escaping SoundPull, length: Int64) -> SoundPull {
  { from, count throws(LibAVError) in
    if from >= 0, from + Int64(count) <= length { return try pull(from, count) }
    let places = (from..<from + Int64(count)).map { place in
      let turned = ((place % (2 * length)) + 2 * length) % (2 * length)
      return turned < length ? turned : 2 * length - 1 - turned
    }
    guard let first = places.min(), let last = places.max() else { return try pull(0, 0) }
    return try pull(first, Int(last - first) + 1).map { samples in places.map { samples[Int($0 - first)] } }
  }
}
