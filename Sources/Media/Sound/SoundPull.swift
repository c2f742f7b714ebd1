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
