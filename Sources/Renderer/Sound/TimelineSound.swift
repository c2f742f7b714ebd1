import Media
import TimelineModel

/// The sound of a timeline that plays within another, mixed at the outer one's rate and in its channels.
final class TimelineSound {
  private let composition: Composition
  private let folder: MediaFolder
  private let length: Int64
  private var mixer: SoundMixer?
  private var position: Int64 = 0

  init(_ timeline: NestedTimeline, in folder: MediaFolder, sampleRate: Int, channels: Int) {
    var composition = timeline.composition
    composition.canvas.sampleRate = sampleRate
    composition.canvas.channels = channels
    self.composition = composition
    self.folder = folder.folder(of: timeline)
    length = composition.range.samples(at: sampleRate).upperBound
  }

  /// Samples from `first` on; silence before the start and after the end.
  func read(from first: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    let wanted = first..<first + Int64(count)
    let there = wanted.clamped(to: 0..<length)
    let channels = composition.canvas.channels
    guard !there.isEmpty else { return Array(repeating: Array(repeating: 0, count: count), count: channels) }
    let mixed = try mix(there)
    let (before, after) = (Int(there.lowerBound - first), Int(wanted.upperBound - there.upperBound))
    return mixed.map { Array(repeating: 0, count: before) + $0 + Array(repeating: 0, count: after) }
  }

  private func mix(_ samples: Range<Int64>) throws(LibAVError) -> [[Float]] {
    do {
      let mixer =
        self.mixer.flatMap { position == samples.lowerBound ? $0 : nil }
        ?? SoundMixer(composition, folder: folder, from: samples.lowerBound)
      let mixed = try mixer.mix(samples.count)
      self.mixer = mixer
      position = samples.upperBound
      return mixed
    } catch {
      mixer = nil
      throw LibAVError(call: "mix a timeline", code: -1, text: "\(error)")
    }
  }
}
