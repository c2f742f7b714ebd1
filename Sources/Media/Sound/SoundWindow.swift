import TimelineModel

/// Random access to a sound stream at its own rate, through a window of decoded samples.
final class SoundWindow {
  let source: SoundSource
  private let channels: Int
  /// Samples of the stream; beyond it there is silence, whatever padding the codec still gives.
  private let length: Int64
  private var start: Int64 = 0
  private var planes: [[Float]]
  /// Decoded already, but it begins after all that was wanted: there is silence until then.
  private var pending: SoundSource.Block?

  /// Kept behind the last read, for reads that overlap a little.
  private static let kept: Int64 = 4096
  /// Further ahead than this it jumps.
  private var reach: Int64 { Int64(source.sampleRate) * 2 }

  init(_ source: SoundSource, channels: Int, length: Int64) {
    self.source = source
    self.channels = channels
    self.length = length
    planes = Array(repeating: [], count: channels)
  }

  private var end: Int64 { start + Int64(planes[0].count) }

  /// Samples `from ..< from + count`.
  func read(from: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    let wanted = max(from, 0)..<max(max(from, 0), min(from + Int64(count), length))
    var result = [[Float]].silence(channels: channels, count: count)
    guard !wanted.isEmpty else { return result }
    try fill(wanted)
    let there = max(wanted.lowerBound, start)..<max(max(wanted.lowerBound, start), min(wanted.upperBound, end))
    for channel in 0..<channels where !there.isEmpty {
      let samples = planes[channel][Int(there.lowerBound - start)..<Int(there.upperBound - start)]
      result[channel].replaceSubrange(
        Int(there.lowerBound - from)..<Int(there.upperBound - from), with: samples)
    }
    drop(before: wanted.upperBound - SoundWindow.kept)
    return result
  }

  private func fill(_ wanted: Range<Int64>) throws(LibAVError) {
    let ahead = max(end, pending?.start ?? end)
    if wanted.lowerBound < start || wanted.lowerBound > ahead + reach {
      try jump(to: wanted.lowerBound)
    }
    while end < wanted.upperBound, let block = try nextBlock() {
      // A gap can last for days, so it is not filled before it is reached.
      pending = block.start >= wanted.upperBound ? block : nil
      if pending != nil { return }
      if end < min(block.start, wanted.lowerBound - SoundWindow.kept) {
        clear(at: min(block.start, wanted.lowerBound - SoundWindow.kept))
      }
      append(block)
      drop(before: wanted.lowerBound - SoundWindow.kept)
    }
  }

  private func nextBlock() throws(LibAVError) -> SoundSource.Block? {
    if let pending { return pending }
    return try source.nextBlock()
  }

  /// A container whose index is wrong can land too late; then the way is from the start.
  private func jump(to position: Int64) throws(LibAVError) {
    try source.jump(to: position)
    clear(at: position)
    guard let first = try source.nextBlock() else { return }
    if first.start > position {
      try source.restart()
    } else {
      start = first.start
      append(first)
    }
  }

  private func clear(at position: Int64) {
    start = position
    pending = nil
    planes = Array(repeating: [], count: channels)
  }

  private func append(_ block: SoundSource.Block) {
    if planes[0].isEmpty { start = min(start, block.start) }
    let gap = Int(block.start - end)
    for channel in 0..<channels {
      if gap > 0 { planes[channel] += [Float](repeating: 0, count: gap) }
      let overlap = min(max(0, -gap), block.planes[channel].count)
      planes[channel] += block.planes[channel][overlap...]
    }
  }

  private func drop(before position: Int64) {
    let count = min(Int(max(0, position - start)), planes[0].count)
    // Moving what is left costs, so it is done in large steps.
    guard count > 65536 || count == planes[0].count && count > 0 else { return }
    for channel in 0..<channels { planes[channel].removeFirst(count) }
    start += Int64(count)
  }
}
