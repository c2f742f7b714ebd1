/// Reads sound from its end to its start, in runs that are long enough for a decoder to be worth starting.
package final class BackwardReader {
  private let source: SoundReader
  private var run: [[Float]] = []
  /// The source's sample that the run begins with.
  private var runStart: Int64 = 0

  private static let runLength = 1 << 16

  package init(_ source: SoundReader) { self.source = source }

  /// The samples `last`, `last` − 1, … of the source, as many as `count`, one array for each channel.
  package func read(from last: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    var result = Array(repeating: [Float](), count: source.channels)
    var next = last
    while result[0].count < count {
      let offset = next - runStart
      guard !run.isEmpty, (0..<Int64(run[0].count)).contains(offset) else {
        runStart = next + 1 - Int64(BackwardReader.runLength)
        run = try source.read(from: runStart, count: BackwardReader.runLength)
        continue
      }
      let taken = min(Int(offset) + 1, count - result[0].count)
      for channel in result.indices {
        result[channel] += run[channel][Int(offset) + 1 - taken...Int(offset)].reversed()
      }
      next -= Int64(taken)
    }
    return result
  }
}
